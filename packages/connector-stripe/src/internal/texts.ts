/** Texts of Stripe's that merchants see. They decide nothing. Source: D41. */

/** Longer texts are dropped. */
const textLimit = 255

const clean = (value: string | null | undefined): string | null =>
  typeof value === "string" && value !== "" && value.length <= textLimit
    ? value.normalize("NFKC").replace(/\p{C}/gu, "")
    : null

/** A text, unless it could contain a card number. */
export const label = (value: string | null | undefined): string | null => {
  const text = clean(value)
  return text === null || /\d{12}/.test(text.replace(/[^\p{L}\p{N}]/gu, "")) ? null : text
}

/** A sentence, unless it could contain a card number or a security code. */
export const sentence = (value: string | null | undefined): string | null => {
  const text = label(value)
  return text === null || /(?<!\d)\d{3,4}(?!\d)/.test(text) ? null : text
}

/** A short code. */
export const code = (value: string | null | undefined): string | null =>
  typeof value === "string" && /^[A-Za-z0-9_-]{1,10}$/.test(value) ? value : null
