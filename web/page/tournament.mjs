// The tournament as JSON, and the text of one as a source.
import { asBinary, fromBinary } from "./state.mjs";

/** A source as JSON, if it is that; null otherwise. */
export function parsed(source) {
  const text = new TextDecoder().decode(fromBinary(source.text));
  if (!text.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The text of a tournament as a source. */
export const sourceOf = (text, name) => ({ name, text: asBinary(new TextEncoder().encode(text)) });
