// Requests of a page, and the answers to them.
import { root } from "./address.js";

/** @typedef {import("../types/messages.js").Answers} Answers by the path of the request */
/** @typedef {import("../types/messages.js").Events} Events by the name of the event */

/**
 * Address of a request.
 * @param {string} path
 * @param {string} query
 */
const addressOf = (path, query) => `${root}${path}${query && `?${query}`}`;

/**
 * Error with the message of a refusal.
 * @param {Response} response
 */
const refusalOf = async (response) => new Error((await response.json()).error);

/**
 * Answer to a request; an error with the server's message where it refuses.
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
 * Answer to a request with its fields in the body.
 * @template {keyof Answers} P
 * @param {P} path
 * @param {string} body
 * @param {AbortSignal} [signal]
 */
export const post = (path, body, signal) => ask(path, "", { method: "POST", body, signal });

/**
 * Reads server-sent events up to their end. Each listener has the name of its event. The signal also ends the run on the server.
 * @param {string} path
 * @param {{ query?: string, body?: string }} request
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
 * Message of an error.
 * @param {unknown} error
 */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Whether an error comes from an aborted request.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/**
 * A function whose calls run one after the other, so that the last call has the last effect.
 * @param {() => Promise<void>} action
 */
export const inTurn = (action) => {
  let last = Promise.resolve();
  return () => { last = last.then(action); };
};
