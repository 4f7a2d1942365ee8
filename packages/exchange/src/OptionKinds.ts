/** What the options of connectors must be, as far as it is the same for all of them. */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { type Mistake, unknownIn } from "./OptionNames.js"

/** What an option must be, where it is given. */
export type Kind = readonly [isFit: (value: unknown) => boolean, expected: string]

/** All options of a connector, of which the compiler asks for every one. `true`: the connector itself looks at it. */
export type Kinds<Options> = { readonly [Name in keyof Options]-?: Kind | true }

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1

/** Not a number where it is no duration, nor one that ends. */
const millisOf = (value: unknown): number =>
  typeof value === "number"
    ? value
    : Option.match(Duration.decodeUnknown(value), { onNone: () => Number.NaN, onSome: Duration.toMillis })

const isPem = (value: unknown): boolean =>
  (typeof value === "string" || Buffer.isBuffer(value)) && value.includes("-----BEGIN ")

const whole: Kind = [isWhole, "must be a whole number from 1"]

/** How long to wait for something. */
const limit: Kind = [
  (value) => millisOf(value) > 0 && Number.isFinite(millisOf(value)),
  'must be a duration above 0, such as "25 seconds"'
]

export const duration: Kind = [
  (value) => millisOf(value) >= 0 && Number.isFinite(millisOf(value)),
  'must be a duration, such as "25 seconds"'
]

export const text: Kind = [(value) => typeof value === "string" && value !== "", "must be a text"]

export const flag: Kind = [(value) => typeof value === "boolean", "must be true or false"]

/** One of a few words. */
export const word = (...words: ReadonlyArray<string>): Kind => [
  (value) => words.includes(value as string),
  `must be ${words.join(" or ")}`
]

export const shaped = (shape: RegExp, expected: string): Kind => [
  (value) => typeof value === "string" && shape.test(value),
  expected
]

const isSource = (value: unknown): boolean => value === "card" || value === "token"

export const sources: Kind = [
  (value) => Array.isArray(value) && value.length > 0 && value.every(isSource),
  "must be a list of card, token or both"
]

export const certificates: Kind = [
  (value) => Array.isArray(value) && value.every(isPem),
  "must be a list of certificates in PEM"
]

/** The options that every connector has. */
export const usual = {
  gatewayId: whole,
  name: text,
  callLimit: limit,
  connectLimit: limit,
  inFlightWindow: duration,
  connections: whole
} as const satisfies Readonly<Record<string, Kind>>

const isObject = (options: unknown): options is object =>
  typeof options === "object" && options !== null && !Array.isArray(options)

/**
 * The first option that there is none of, or that is of another kind. What is `undefined` is absent.
 *
 * `at`: the option whose members are looked at. Default: the options themselves.
 */
export const mistakeIn = (
  kinds: Readonly<Record<string, Kind | true>>,
  options: unknown,
  at = ""
): Mistake | undefined => {
  if (!isObject(options)) {
    return { setting: at || "options", expected: `must be an object with ${Object.keys(kinds).join(", ")}` }
  }
  const stranger = unknownIn(kinds, options, at)
  if (stranger !== undefined) return stranger
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(options, name)
    if (kind === true || value === undefined || kind[0](value)) continue
    return { setting: at === "" ? name : `${at}.${name}`, expected: kind[1] }
  }
  return undefined
}

/** Without what is `undefined`, which would take the place of a default. */
export const present = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options
