// The text of a model, changed where a slider or a switch says. The library alone reads it.

const WEIGHT = /term\s*=\s*"([^"]+)"([\s,]*)weight\s*=\s*(-?\d+(?:\.\d+)?)/g;
const DEFINED = /^name\s*=\s*"([^"]+)"\s*^pair\s*=\s*(.+)$/gm;
const HARD = /^hard\s*=\s*\[([^\]]*)\]/m;

/** The rules that every model can have. */
export const HARD_RULES = ["no-rematch", "no-forbidden-pair", "no-third-colour", "colour-balance", "no-second-bye"];

/** The weights in a text, in order: the tier, the term, the number, and where it stands. */
export function weights(text) {
  return [...text.matchAll(WEIGHT)].map((found) => {
    const tier = text.slice(0, found.index).split(/^\s*\[\[tier\]\]/m).length - 1;
    const at = found.index + found[0].length - found[3].length;
    return { tier, term: found[1], weight: Number(found[3]), at, length: found[3].length };
  });
}

/** The text with another number for the weight at this place of the list. */
export function weighed(text, place, weight) {
  const one = weights(text)[place];
  return one ? text.slice(0, one.at) + weight + text.slice(one.at + one.length) : text;
}

/** The text with one more term, which counts the boards of which an expression is true: in the last tier with the others, or after all else; or with a law that forbids them. */
export function withTerm(text, pair, place) {
  const isTaken = (number) => text.includes(`"own-${number}"`);
  let number = 1;
  while (isTaken(number)) number += 1;
  const term = `{ term = "own-${number}", weight = -1 }`;
  const define = `\n[[define]]\nname = "own-${number}"\n${place === "law" ? "forbid" : "pair"} = ${JSON.stringify(pair)}\n`;
  if (place === "law") return `${text.trimEnd()}\n${define}`;
  if (place === "last") return `${text.trimEnd()}\n${define}\n[[tier]]\nname = "own-${number}"\nterms = [${term}]\n`;
  const last = text.indexOf("]", text.lastIndexOf("\nterms"));
  const before = text.slice(0, last).trimEnd();
  return `${before}${/[,[]$/.test(before) ? "" : ","}\n    ${term},\n${text.slice(last).trimEnd()}\n${define}`;
}

/** The text with a term of the library, which counts after all else. */
export const withKnown = (text, term) => `${text.trimEnd()}\n\n[[tier]]\nname = "${term}"\nterms = [{ term = "${term}", weight = -1 }]\n`;

/** The expression of a term that a text defines for pairs, as it stands there; null if there is none. */
export const expressionOf = (text, term) => [...text.matchAll(DEFINED)].find(([, name]) => name === term)?.[2] ?? null;

/** The hard rules of a text. */
export const hardOf = (text) => [...(HARD.exec(text)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(([, name]) => name);

/** The text with a hard rule, or without it. */
export function switched(text, rule, isOn) {
  const rules = hardOf(text).filter((one) => one !== rule);
  if (isOn) rules.push(rule);
  const line = `hard = [${rules.map((one) => `"${one}"`).join(", ")}]`;
  return HARD.test(text) ? text.replace(HARD, line) : text.replace(/^formulation.*$/m, (found) => `${found}\n${line}`);
}
