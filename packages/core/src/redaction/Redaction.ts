/** Finds card numbers and security codes in texts that must not hold them, and removes them. */
import * as Redacted from "effect/Redacted"
import { passesLuhn, snakeCase } from "../request/Fields.js"
import { type FieldError, InvalidRequest, withoutStack } from "../request/InvalidRequest.js"

/** The text that replaces what was removed. */
export const removed = "[removed]"

/** The digits of a text, as ASCII, and where in the text each of them begins and ends. */
interface Digits {
  readonly values: string
  readonly starts: ReadonlyArray<number>
  readonly ends: ReadonlyArray<number>
}

const isDecimal = (codePoint: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint))

/** Unicode has the ten digits of every script in one row, from zero on. */
const valueOf = (codePoint: number): number => {
  let before = 0
  while (isDecimal(codePoint - before - 1)) before++
  return before % 10
}

/** The digits that a character stands for: full-width, circled, of any script. Empty for all others. */
const digitsOf = (character: string): string => {
  const code = character.charCodeAt(0)
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? character : ""
  const plain = character.normalize("NFKC")
  if (!/^\p{Nd}+$/u.test(plain)) return ""
  return Array.from(plain, (digit) => valueOf(digit.codePointAt(0)!)).join("")
}

const digitsIn = (text: string): Digits => {
  let values = ""
  const [starts, ends]: [Array<number>, Array<number>] = [[], []]
  let index = 0
  for (const character of text) {
    const end = index + character.length
    for (const digit of digitsOf(character)) {
      values += digit
      starts.push(index)
      ends.push(end)
    }
    index = end
  }
  return { values, starts, ends }
}

/** The digits of a text as ASCII digits, without anything between them. */
export const asciiDigits = (text: string): string => digitsIn(text).values

const leastDigits = 12

const leastOfCode = 3

/** Whether a text has so many digits, or characters that may stand for some: almost every text is dismissed here. */
const mayHold = (text: string, least: number): boolean => {
  let digits = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x80) return true
    if (code >= 0x30 && code <= 0x39) digits++
  }
  return digits >= least
}

const unescaped = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

// biome-ignore lint/plugin/secrets: compares texts with the number that must not stand in them
const plainly = (number: Redacted.Redacted<string>): string => Redacted.value(number)

/** Whether a text holds the number: its digits in order, of any script, with anything between them. */
export const containsNumber = (text: string, number: Redacted.Redacted<string>): boolean => {
  if (!mayHold(text, leastDigits)) return false
  const digits = plainly(number)
  return asciiDigits(text).includes(digits) || (text.includes("%") && asciiDigits(unescaped(text)).includes(digits))
}

/** The longest token of a provider. Unit: characters. */
const longestToken = 8192

/** Whether it is a provider's token: some text, in which no card number stands. Source: D53. */
export const isToken = (secret: Redacted.Redacted<unknown>): secret is Redacted.Redacted<string> => {
  // biome-ignore lint/plugin/secrets: a token is kept in the clear, which no card number may be
  const text = Redacted.value(secret)
  return typeof text === "string" && text !== "" && text.length <= longestToken && !holdsCardNumber(text)
}

/** The text without a secret, as it stands there. */
export const secretRemovedFrom = (text: string, secret: Redacted.Redacted<string>): string =>
  text.replaceAll(plainly(secret), removed)

const cutOut = (text: string, spans: ReadonlyArray<readonly [start: number, end: number]>): string => {
  let [kept, from] = ["", 0]
  for (const [start, end] of spans) {
    kept += `${text.slice(from, start)}${removed}`
    from = end
  }
  return kept + text.slice(from)
}

/** The text without the number, from its first digit to its last. */
export const cardNumberRemovedFrom = (text: string, number: Redacted.Redacted<string>): string => {
  if (!mayHold(text, leastDigits)) return text
  const { ends, starts, values } = digitsIn(text)
  const digits = plainly(number)
  const spans: Array<readonly [number, number]> = []
  let at = values.indexOf(digits)
  while (at >= 0) {
    spans.push([starts[at]!, ends[at + digits.length - 1]!])
    at = values.indexOf(digits, at + digits.length)
  }
  return cutOut(text, spans)
}

/** The text without a security code, where the code is not part of a longer number. */
export const codeRemovedFrom = (text: string, code: Redacted.Redacted<string>): string => {
  if (!mayHold(text, leastOfCode)) return text
  const { ends, starts, values } = digitsIn(text)
  const digits = plainly(code)
  const spans: Array<readonly [number, number]> = []
  for (let first = 0; first < values.length; ) {
    let last = first
    while (last + 1 < values.length && ends[last]! >= starts[last + 1]!) last++
    if (values.slice(first, last + 1) === digits) spans.push([starts[first]!, ends[last]!])
    first = last + 1
  }
  return cutOut(text, spans)
}

// Only what looks like a name of the interface is sent back: a merchant's own names may be any text.
const tellable = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

const isText = (value: unknown): value is string | number | bigint =>
  typeof value === "string" || typeof value === "number" || typeof value === "bigint"

/** Whether a value holds the number. Every charge is looked at, so that this makes no paths. */
const holds = (value: unknown, number: Redacted.Redacted<string>): boolean => {
  if (isText(value)) return containsNumber(String(value), number)
  if (typeof value !== "object" || value === null || !isPlain(value)) return false
  for (const name in value) {
    if (containsNumber(name, number) || holds((value as Readonly<Record<string, unknown>>)[name], number)) return true
  }
  return false
}

/** Collects where a value holds the number: its texts, its integers, and the names of its members. */
const look = (
  value: unknown,
  number: Redacted.Redacted<string>,
  path: ReadonlyArray<string>,
  found: Array<ReadonlyArray<string>>
): void => {
  if (isText(value)) {
    if (containsNumber(String(value), number)) found.push(path)
    return
  }
  if (typeof value !== "object" || value === null || !isPlain(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (containsNumber(name, number)) found.push(path)
    const isShown = Array.isArray(value) || tellable.test(name)
    look(member, number, isShown ? [...path, snakeCase(name)] : path, found)
  }
}

/** Of a request that was decoded: refuses each of its texts that holds the number of its card. Source: D3. */
export const refusal = (request: object, number: Redacted.Redacted<string>): InvalidRequest | undefined => {
  if (!holds(request, number)) return undefined
  const found: Array<ReadonlyArray<string>> = []
  look(request, number, [], found)
  const [first, ...others] = found.map((path): FieldError => ({ path, sentence: "can't contain the card number" }))
  return first === undefined ? undefined : withoutStack(() => new InvalidRequest({ errors: [first, ...others] }))
}

/** Longer texts of acquirers and providers are truncated: they are stored with every version. Unit: characters. */
const longest = 255

// What people and programs put between the groups of a number: white space and dashes of any kind, invisible marks.
const between = "[\\s\\p{Z}\\p{Cf}\\p{Pd}\\p{Pc}.,/'·]{0,3}"

// Twelve or more digits of any script, however grouped, may be a card number or contain one.
const cardNumber = new RegExp(`\\p{Nd}(?:${between}\\p{Nd}){11,}`, "gu")
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
const loneSurrogates = /\p{Cs}/gu
const needsCare = /[^ -/:-~]/

// Up to 19 digits at the end. The rest of a number that was cut in two would not be recognized.
const digitsAtEnd = new RegExp(`(?<!\\p{Nd}${between})\\p{Nd}(?:${between}\\p{Nd}){0,18}${between}$`, "u")

/** Well-formed, and not too long. A half of a pair cannot be stored everywhere, nor sent. */
const shortened = (text: string): string =>
  (text.length > longest ? text.slice(0, longest).replace(digitsAtEnd, "") : text).replace(loneSurrogates, "\ufffd")

const without = (
  text: string,
  number: Redacted.Redacted<string> | undefined,
  clean: (shown: string) => string
): string => {
  if (text.length <= longest && !needsCare.test(text)) return text
  // The number of the card at hand is recognized whatever separates its digits, and before it can be cut in two.
  const shown = shortened(number === undefined ? text : cardNumberRemovedFrom(text, number))
  return needsCare.test(shown) ? clean(shown.replace(controls, " ")) : shown
}

/**
 * The text of an acquirer or a provider without card numbers and control characters. `number`: of the card at hand.
 * Source: D41.
 */
export const cardNumbersRemovedFromText = (text: string, number?: Redacted.Redacted<string>): string =>
  without(text, number, (shown) => shown.replace(cardNumber, removed))

/** Whether all digits of a text together read as a card number: a reference can be as long as one. */
export const looksLikeCard = (found: string): boolean => {
  const digits = asciiDigits(found)
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)
}

const digitGroups = /\p{Nd}+/gu

/** Whether some of the groups that follow each other read as a card number: an expiry or a code may stand beside it. */
const holdsCardIn = (found: string): boolean => {
  const groups = Array.from(found.matchAll(digitGroups), ([group]) => group)
  return groups.some((_, first) =>
    groups.slice(first, first + 19).some((_, more) => looksLikeCard(groups.slice(first, first + more + 1).join("")))
  )
}

/** Whether a text of any length holds what reads as a card number, however its digits are grouped. */
export const holdsCardNumber = (text: string): boolean =>
  mayHold(text, leastDigits) && Array.from(text.matchAll(cardNumber)).some(([found]) => holdsCardIn(found))

// Of references that stand together each may be a card number.
const narrow = /\p{Nd}(?:[ .\-_/]?\p{Nd}){11,}/gu

const removedIfCard = (found: string): string => (holdsCardIn(found) ? removed : found)

// A UUID can read as a card number where enough of its digits are decimal. One that is changed refers to nothing.
const uuid = /(?<![0-9a-f])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-f])/i

const removedIfAllIsCard = (found: string): string =>
  looksLikeCard(found) ? removed : found.replace(narrow, removedIfCard)

/**
 * The same of a reference number, which consists of digits: only what reads as a card number is removed, and a UUID stays
 * whatever stands beside it, unless it holds the number of the card at hand.
 */
export const cardNumberRemovedFromReference = (text: string, number?: Redacted.Redacted<string>): string =>
  without(text, number, (shown) =>
    shown
      .split(uuid)
      .map((piece, place) => (place % 2 === 1 ? piece : piece.replace(cardNumber, removedIfAllIsCard)))
      .join("")
  )
