/** What the server says, as it is printed: true minus signs, and no line that ends between a number and its unit. */

/** A minus within a sentence, or at the beginning of one; a bare "-1" may be a value that goes back as it came. For print the server does the same: `typeset` of its sheets, tried on the same texts. */
const MINUS = /(?<=[\s(])-(?=\d)|^-(?=[\d.]+ )/g;
const UNIT = /(?<=\d) (?=(?:cm|in|%)(?![\w-]))/g;

export function typeset(text: string): string {
  return text.replace(MINUS, "\u2212").replace(UNIT, "\u00a0");
}

/** Read JSON whose texts are for people. */
export function parse(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => (typeof value === "string" ? typeset(value) : value));
}
