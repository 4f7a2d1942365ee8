/** Bodies of 64 KiB that nobody should send, each as the text that comes over the wire. */
import { body } from "./orders.js"

/** The longest body that is read. Unit: bytes. */
const limit = 64 * 1024

const request = body(1).request

/** An order with something at a place of its own. */
const withAt = (path: string, value: unknown): string => {
  const nested = path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object
  return JSON.stringify({ request: { ...request, ...nested } })
}

/** The longest of these that fits: `make` is given how many, and what is longer is too long for it. */
const longest = (make: (count: number) => string): string => {
  let fits = 0
  let tooLong = limit + 1
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (Buffer.byteLength(make(middle)) <= limit) fits = middle
    else tooLong = middle
  }
  return make(fits)
}

const filled = (path: string, element: unknown): string =>
  longest((count) => withAt(path, Array<unknown>(count).fill(element)))

const members = (path: string, nameOf: (index: number) => string): string =>
  longest((count) => withAt(path, Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), 1]))))

/** The order with so many more members, as they stand there. */
const duplicated = (member: string): string =>
  longest((count) => `{"request":{${`${member},`.repeat(count)}${JSON.stringify(request).slice(1)}}`)

const letters = (index: number): string =>
  index.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))

const nested = (open: string, inner: string, close: string): string =>
  longest((count) => `{"request":${open.repeat(count)}${inner}${close.repeat(count)}}`)

const long = (path: string, part = "x"): string => longest((count) => withAt(path, part.repeat(count)))

const codes = "additional_data.avs_cvc_verification"
const legs = "travel.airline.legs"
const leg = { class: "?", coupon: 1, flight_number: 1, airline_code: "?", departure_date_time: "?" }
const rightLeg = { class: "Y", airline_code: "B2", departure_date_time: "2030-05-26T05:15:00" }

/** By their names. */
export const shapes: Readonly<Record<string, string>> = {
  "wrong elements in additional_data.receipt_text": filled("additional_data.receipt_text", 1),
  "wrong elements in additional_data.contract": filled("additional_data.contract", 1),
  "wrong elements in additional_data.excluded_gateways": filled("additional_data.excluded_gateways", ""),
  [`wrong elements in ${codes}.avs_verification.reject_codes`]: filled(`${codes}.avs_verification.reject_codes`, 1),
  [`wrong elements in ${codes}.cvc_verification.reject_codes`]: filled(`${codes}.cvc_verification.reject_codes`, 1),
  [`wrong elements in ${legs}`]: filled(legs, 1),
  "wrong elements in travel.airline.passengers": filled("travel.airline.passengers", 1),
  "right elements in receipt_text": filled("additional_data.receipt_text", "a"),
  "right elements in contract": filled("additional_data.contract", "credit"),
  "right elements in excluded_gateways": filled("additional_data.excluded_gateways", 7),
  "right codes of one letter": filled(`${codes}.avs_verification.reject_codes`, "N"),
  "legs with everything wrong": filled(legs, leg),
  "legs that are right": filled(legs, rightLeg),
  "legs with members that nobody knows": filled(legs, { clas: 1 }),
  "legs that are absent": filled(legs, {}),
  "lists of nothing in contract": filled("additional_data.contract", [[[]]]),
  "nothing in passengers": filled("travel.airline.passengers", null),
  "a list in place of the amount": filled("amount", 1),
  "a list in place of the card": filled("credit_card", {}),
  "many members that nobody knows": members("more", letters),
  "many names that cannot be told": members("customer", (index) => `${index}`),
  "many names that are almost right": members("billing_address", (index) => `first_nam${letters(index)}`),
  "a member duplicated with other values": duplicated('"amount":"x"'),
  "an object duplicated": duplicated('"travel":{"airline":{"legs":[1]}}'),
  "many of __proto__": duplicated('"__proto__":{"a":1}'),
  "lists in lists": nested("[", "", "]"),
  "objects in objects": nested('{"a":', "1", "}"),
  "levels that are just allowed": filled("more", JSON.parse(`${"[".repeat(27)}1${"]".repeat(27)}`)),
  "a long description": long("description"),
  "a long description of surrogates": long("description", "😀"),
  "a long description of escapes": long("description", "\u0001"),
  "a long email": long("customer.email", "a.@"),
  "a long address of a receiver": long("notification_url", "https://a."),
  "a long language": long("language", "en-"),
  "a long instant": long("expired_at", "2030-"),
  "a long card number": long("credit_card.number", "4"),
  "a long ip": long("customer.ip", "1:"),
  "a long number": longest((count) => `{"request":{"amount":1${"0".repeat(count)}}}`),
  "a long name of a member": longest((count) => withAt("x".repeat(count), 1)),
  "a long tracking id": long("tracking_id", " "),
  "a text in place of all": longest((count) => JSON.stringify("x".repeat(count)))
}
