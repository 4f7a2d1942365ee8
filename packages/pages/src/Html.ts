/** HTML templates. Every value is escaped, unless it is `Html` itself. */

/** HTML that is inserted unescaped. Only `html` and `trusted` make it. */
export class Html {
  constructor(readonly text: string) {}
}

/** Values of a template. `undefined`, `null` and `false` render as nothing. */
export type Part = Html | string | number | undefined | null | false | ReadonlyArray<Part>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;"
}

// Not allowed in HTML even as references: control characters other than tab and line breaks, and unpaired surrogates.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu

export const escape = (text: string): string =>
  text.replace(unwritable, "\ufffd").replace(/[&<>"'`]/g, (character) => entities[character]!)

const write = (part: Part): string => {
  if (part === undefined || part === null || part === false) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "object") return part.map(write).join("")
  return escape(String(part))
}

/** A template. Attributes must be quoted with `"`. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(strings.reduce((text, string, index) => text + string + write(parts[index]), ""))

/** Marks text as HTML. Only for constants of this package. */
export const trusted = (text: string): Html => new Html(text)
