/** Texts and references of the other gateway. Merchants see them; they decide nothing. */
import { parse } from "@florin/core/cards/CardNumber"
import * as Option from "effect/Option"

/** Longer texts are dropped. */
const textLimit = 255

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.length <= textLimit ? value.normalize("NFKC").replace(/\p{C}/gu, "") : null

const isCardNumber = (digits: string): boolean =>
  digits.length > 12 && Option.exists(parse(digits), ({ facts }) => facts.brand !== null)

/** A human-readable text, unless it could contain a card number. Source: D41. */
export const label = (value: unknown): string | null => {
  const text = textOf(value)
  return text === null || /\d{12}/.test(text.replace(/[^\p{L}\p{N}]/gu, "")) ? null : text
}

/** Like `label`, but also drops a sentence with three or four digits, which could be a security code. Source: D41. */
export const sentence = (value: unknown): string | null => {
  const text = label(value)
  return text === null || /(?<!\d)\d{3,4}(?!\d)/.test(text) ? null : text
}

/** A reference, with any number of digits unless they are a card number. Source: D41. */
export const reference = (value: unknown): string | null => {
  const text = textOf(value)
  const digits = text?.replace(/[^\p{L}\p{N}]/gu, "").match(/\d+/g) ?? []
  return digits.some(isCardNumber) ? null : text
}

/** The result of a check: one or two letters, too short for a security code. Source: D18, D41. */
export const resultCode = (value: unknown): string | null =>
  typeof value === "string" && /^[A-Za-z0-9]{1,2}$/.test(value) ? value : null
