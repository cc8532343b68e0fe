// `const tournament = open(bytes); const answer = await ask(tournament, "solve", { at: { round: 5 } })`
import { load } from "./swiss-ilp.mjs";

/** A question that did not end well: `ended` says how, and `answer` is what was found all the same. */
export class SwissError extends Error {
  constructor({ said, ended, answer, text, notes }) {
    super(said);
    Object.assign(this, { name: "SwissError", ended, answer: answer ?? text, notes });
  }
}

/** A tournament from the content of a file: TRF or JSON, as text or as bytes. It is read when it is asked about. */
export const open = (content) => (typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content));

async function moduleBytes() {
  const url = new URL("swiss-ilp.wasm", import.meta.url);
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

let loaded;

/**
 * Ask a question about a tournament by its name, as the commands of the program have it. `more` has the `contents` of files that the request
 * names, the time limit in `seconds`, a `format` if the answer is to be a text, and names of files that are `kept`.
 * Returns the whole reply: `answer` or `text`, `notes`, and `ended`.
 */
export async function reply(tournament, question, request = {}, more = {}) {
  loaded ??= moduleBytes().then(load);
  const answer = await loaded;
  return answer(tournament, { question, request, ...more });
}

/** The same; returns the answer alone, and throws a [`SwissError`] if there is none, or if it did not end well. */
export async function ask(tournament, question, request = {}, more = {}) {
  const all = await reply(tournament, question, request, more);
  if (all.ended !== "done") throw new SwissError(all);
  return all.answer ?? all.text;
}
