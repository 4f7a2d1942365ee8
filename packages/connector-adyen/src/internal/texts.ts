/** Texts of Adyen. Merchants see them; they decide nothing. Source: D41. */
import { parse } from "@florin/core/cards/CardNumber"
import * as Option from "effect/Option"

/** Longer texts are dropped. */
const textLimit = 255

/** A text, unless it could hold a card number or a security code. */
export const sentence = (value: string | undefined): string | null => {
  const text = value?.normalize("NFKC").replace(/\p{C}/gu, "") ?? ""
  const isLong = text === "" || text.length > textLimit
  const isRisky = /\d{12}/.test(text.replace(/[^\p{L}\p{N}]/gu, "")) || /(?<!\d)\d{3,4}(?!\d)/.test(text)
  return isLong || isRisky ? null : text
}

const isCardNumber = (digits: string): boolean =>
  digits.length > 12 && Option.exists(parse(digits), ({ facts }) => facts.brand !== null)

/** A reference of letters and digits, unless it is a card number: old ones of Adyen are sixteen digits. */
export const reference = (value: string | undefined): string | null =>
  value !== undefined && /^[A-Za-z0-9/]{1,64}$/.test(value) && !isCardNumber(value) ? value : null

/** An authorization code: up to eight letters and digits. */
export const shortCode = (value: string | undefined): string | null =>
  value !== undefined && /^[A-Za-z0-9_]{1,8}$/.test(value) ? value : null

/** The result of a check: one or two letters or digits, too short for a security code. */
export const resultCode = (value: string | undefined): string | null =>
  value !== undefined && /^[A-Za-z0-9]{1,2}$/.test(value) ? value : null

/** A card network's id of a charge. */
export const networkId = (value: string | undefined): string | undefined =>
  value !== undefined && /^[A-Za-z0-9 ]{1,36}$/.test(value) && !isCardNumber(value) ? value : undefined
