// What stands above is written by wasm-bindgen. Each message but the first is a request, which is answered before the next.
let ready;

globalThis.tell = (name, data) => postMessage({ told: { name, data } });

onmessage = ({ data }) => {
  if (data.module) {
    ready = initSync({ module: data.module });
    return;
  }
  const { root, post, path, query, body } = data;
  try {
    const reply = ask(root, post, path, query, body, Math.random());
    const { status, kind, name, text } = reply;
    reply.free();
    postMessage({ done: { status, kind, name, text, memory: ready.memory.buffer.byteLength } });
  } catch (error) {
    console.error(error);
    postMessage({ failed: { memory: ready.memory.buffer.byteLength } });
  }
};
