/**
 * HTML by template: everything that is put in is escaped, unless it is HTML of this kind itself.
 */

/** HTML that may be put into other HTML as it is. Only `html` and `trusted` make it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template takes. Nothing is written for `undefined`, `null` and `false`. */
export type Part = Html | string | number | undefined | null | false | ReadonlyArray<Part>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;"
}

// What HTML may not hold even as a reference: controls other than tab and line breaks, and halves of characters.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu

export const escape = (text: string): string =>
  text.replace(unwritable, "\ufffd").replace(/[&<>"'`]/g, (character) => entities[character]!)

const write = (part: Part): string => {
  if (part === undefined || part === null || part === false) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "object") return part.map(write).join("")
  return escape(String(part))
}

/** A template. Attributes are quoted in it, always with `"`. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(strings.reduce((text, string, index) => text + string + write(parts[index]), ""))

/** Text of ours that is HTML already. */
export const trusted = (text: string): Html => new Html(text)
