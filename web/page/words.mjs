// Numbers and names as the page says them.
import { h } from "./dom.mjs";

export const signed = (number) => (number > 0 ? `+${number}` : String(number));
/** The values of tiers: a number, or a list of several. */
export const listed = (values, said = String) => (values.length === 1 ? said(values[0]) : `[${values.map(said).join(", ")}]`);
export const valueOf = (objective) => listed(objective.map(({ value }) => value));
export const priceOf = (price) => listed(price.map(({ value }) => value), signed);
/** Values of tiers where there is little room: of several the first that is not 0, with its number. */
export const briefly = (values) => {
  const at = values.findIndex((value) => Number(value) !== 0);
  return values.length === 1 || at === -1 ? values[0] : `${at + 1}: ${values[at]}`;
};
/** Which tier is which, where there are several. */
export const tiersSaid = (objective) => (objective?.length > 1 ? `One number a tier: ${objective.map(({ name }, at) => `${at + 1} ${name}`).join(", ")}. The first that differs decides.` : null);
/** The better value first: tiers one after another. */
export function compare(one, other) {
  const at = one.findIndex(({ value }, tier) => value !== other[tier].value);
  return at === -1 ? 0 : other[at].value - one[at].value;
}
export const isZero = (price) => price.every(({ value }) => value === 0);
let known = new Map();
/** Call rules and terms as the library does, by `rules`, what it says of them. */
export const learn = (rules) => {
  known = new Map(rules.map((rule) => [rule.id, rule]));
};
/** What the library says of a rule or a term: its title and its meaning. */
export const ruleOf = (id) => known.get(id) ?? known.get(`ilp.${id}`);
/** The ids of what the library can count, a name each. */
export const terms = (besides) => [...known.keys()].filter((id) => id.startsWith("ilp.")).map((id) => id.slice(4)).filter((id) => !besides.includes(id));
/** What a rule or a term of a model is called. A term of one's own has its id. */
export const titled = (id) => ruleOf(id)?.title ?? id.replace(/^(ilp|define|pairing)\./, "").replaceAll("-", " ");
/** What else there is than a game and the pairing-allocated bye. */
export const AWAY = { half: "half-point bye", full: "full-point bye", zero: "absent" };
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** The places of a decimal that is one unit of a certificate: of the last tier's. */
export const placesOf = (tiers) => Math.max(0, Math.round(-Math.log10(tiers.at(-1)?.unit ?? 0.1)));

/** Whole units of a certificate as a decimal of `places` places, and back. Numbers are exact, of any length. */
export function decimal(units, places) {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const after = digits.slice(digits.length - places).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, digits.length - places)}${places > 0 && after ? `.${after}` : ""}`;
}

/** The units of a decimal, or null if it is none, or has more places. */
export function unitsOf(text, places) {
  const found = /^\s*([-+−]?)(\d{1,30})(?:[.,](\d*))?\s*$/.exec(text);
  const after = found?.[3] ?? "";
  if (!found || after.length > places) return null;
  const units = BigInt(found[2] + after.padEnd(places, "0"));
  return found[1] === "-" || found[1] === "−" ? -units : units;
}

/** A table with a caption for those who do not see it. */
export const table = (caption, heads, rows) => h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
  h("table", null, h("caption", { class: "hidden" }, caption),
    h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col", class: head.n === undefined ? null : "n" }, head.n ?? head)))),
    h("tbody", null, rows)));
export const cell = (...inside) => h("td", null, ...inside);
export const number = (...inside) => h("td", { class: "n" }, ...inside);

/** What an objective counts, term by term. */
export function counted(objective, caption) {
  const rows = objective.flatMap((tier) => [
    objective.length > 1 && h("tr", null, h("th", { scope: "row", colspan: 3 }, `tier ${tier.name}`), number(tier.value)),
    ...tier.terms.filter(({ count }) => count !== 0).map(({ term, weight, count, value }) => h("tr", null, cell(titled(term)), number(weight), number(count), number(value))),
  ]);
  return table(caption, ["Term", { n: "Weight" }, { n: "Count" }, { n: "Value" }], rows.filter(Boolean));
}

/** A value; a click shows its terms. Undefined is one that is not known yet, and a function asks for it. */
export const valued = (objective) => (typeof objective === "function" ? button("count", objective, { class: "small" }) : objective ? h("details", { class: "value" }, h("summary", null, valueOf(objective)), termsOf(objective)) : "…");

/** The terms of which a value is made. */
export const termsOf = (objective) => h("ul", { class: "plain" }, objective.flatMap(({ terms }) => terms).filter(({ count }) => count !== 0).map(({ term, weight, count, value }) => h("li", null, `${titled(term)}: ${weight} × ${count} = ${value}`)));

/** The terms in which two pairings differ. */
export function differing(price) {
  const terms = price.flatMap(({ terms }) => terms.filter(({ value }) => value !== 0));
  return terms.map(({ term, value }) => `${titled(term)}: ${signed(value)}`).join("; ");
}

/** An article with what it is called. */
export const article = (rule) => [ruleOf(rule) && `(${ruleOf(rule).title}) `, h("code", null, `[${rule}]`)];

/** A rule that is broken; an article is named. */
export const broken = ({ what, rule }) => (/^(ilp|pairing)\./.test(rule) ? h("span", { title: rule }, what) : [what, " ", article(rule)]);

export const button = (text, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, text);
export const check = (label, checked, onchange, more = {}) => h("label", { class: "check" },
  h("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked), ...more }), " ", label);
export const choice = (label, value, options, onchange, more = {}) => h("select", { "aria-label": label, value: String(value), onchange: (event) => onchange(event.target.value), ...more },
  options.map(([one, said]) => h("option", { value: String(one) }, said)));
