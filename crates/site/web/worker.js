// What stands above is written by wasm-bindgen. The first message brings the program, others files that answers
// read; each other one is a request, which is answered before the next.
let ready;

globalThis.tell = (name, data) => postMessage({ told: { name, data } });

onmessage = ({ data }) => {
  if (data.module) {
    ready = initSync({ module: data.module });
    return;
  }
  if (data.files) {
    for (const [name, text] of data.files) provide(name, text);
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
