// Requests of a page, and the answers to them.
import { root } from "./address.js";

/** @typedef {import("../types/messages.js").Answers} Answers by the path that is asked */
/** @typedef {import("../types/messages.js").Events} Events by the name of the event */

/**
 * The address of a question below the root.
 * @param {string} path
 * @param {string} query
 */
const addressOf = (path, query) => `${root}${path}${query && `?${query}`}`;

/**
 * The words of the server where it refuses.
 * @param {Response} response
 */
const refusalOf = async (response) => new Error((await response.json()).error);

/**
 * The answer to a question, or an error with the server's words.
 * @template {keyof Answers} P
 * @param {P} path
 * @param {string} query
 * @param {RequestInit} [options]
 * @returns {Promise<Answers[P]>}
 */
export const ask = async (path, query, options = {}) => {
  const response = await fetch(addressOf(path, query), { headers: { Accept: "application/json" }, ...options });
  if (!response.ok) throw await refusalOf(response);
  return response.json();
};

/**
 * The answer to fields that are sent in the body.
 * @template {keyof Answers} P
 * @param {P} path
 * @param {string} body
 * @param {AbortSignal} [signal]
 */
export const post = (path, body, signal) => ask(path, "", { method: "POST", body, signal });

/**
 * Reads server-sent events until they end; the listener to an event has its name. Aborting the signal ends the run on the server, too.
 * @param {string} path
 * @param {{ query?: string, body?: string }} sent
 * @param {{ [N in keyof Events]?: (data: Events[N]) => void }} listeners
 * @param {AbortSignal} signal
 */
export const stream = async (path, { query = "", body }, listeners, signal) => {
  const method = body === undefined ? "GET" : "POST";
  const response = await fetch(addressOf(path, query), { signal, headers: { Accept: "text/event-stream" }, method, body });
  if (!response.ok || !response.body) throw await refusalOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (signal.aborted) return;
      /** @param {string} name */
      const field = (name) => event.split("\n").filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).trimStart()).join("\n");
      const name = /** @type {keyof Events | ""} */ (field("event"));
      if (name) listeners[name]?.(JSON.parse(field("data")));
    }
  }
};

/**
 * The words of an error.
 * @param {unknown} error
 */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Whether a question was given up.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/**
 * One call after the other, so that the last choice has the last word.
 * @param {() => Promise<void>} does
 */
export const inTurn = (does) => {
  let last = Promise.resolve();
  return () => { last = last.then(does); };
};
