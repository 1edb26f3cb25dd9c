"use strict";
// What the scripts of all pages share.

const byId = (id) => document.getElementById(id);

// Where the pages stand: nothing, or such as /azul where they are in a folder.
const { root } = document.documentElement.dataset;

// A page in a frame of another one, as lecturers have it, is its board alone.
const isEmbedded = new URLSearchParams(location.search).has("embed");
if (isEmbedded) document.documentElement.dataset.embed = "";

// Reads server-sent events until they end; an event's listener is called by its name. Aborting the signal ends
// the run on the server, too.
const stream = async (address, listeners, signal, options = {}) => {
  const response = await fetch(address, { signal, headers: { Accept: "text/event-stream" }, ...options });
  if (!response.ok) throw new Error((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      if (signal?.aborted) return;
      const field = (name) => event.split("\n").filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).trimStart()).join("\n");
      const name = field("event");
      if (name) listeners[name]?.(JSON.parse(field("data")));
    }
  }
};

// The JSON of an address, or an error with the server's words.
const ask = async (address, options = {}) => {
  const response = await fetch(address, { headers: { Accept: "application/json" }, ...options });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
};

const isAbort = (error) => error.name === "AbortError";

// An element with attributes and children.
const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(attribute, value === true ? "" : value);
  }
  made.append(...children);
  return made;
};

// A text or a picture as a file of its own, saved under a name.
const saveAs = (name, blob) => {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

theme.offer(byId("theme"));

// Dialogs, and texts to copy.
document.addEventListener("click", async (event) => {
  const part = event.target.closest?.("[data-opens], [data-shuts], [data-copies]");
  if (!part) return;
  const { opens, shuts, copies } = part.dataset;
  if (opens && !byId(opens).open) byId(opens).showModal();
  if (shuts) byId(shuts).close();
  if (copies) {
    byId(copies).select();
    try {
      await navigator.clipboard.writeText(byId(copies).value);
      part.textContent = "Copied";
      setTimeout(() => { part.textContent = "Copy"; }, 1500);
    } catch {
      // It is selected, and can be copied by hand.
    }
  }
});
