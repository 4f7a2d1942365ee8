/** The functions that ports must have: what lacks one is refused at the start, and not by the first payment. */
import * as Effect from "effect/Effect"
import type { Ports } from "../ports.js"
import { OptionRefused, type Options } from "./options.js"

type Expected = "a list" | "an object"

/** The functions that each port, or each of a list, must have. */
export const portMembers: { readonly [Name in keyof Ports]-?: readonly [Expected, ...ReadonlyArray<string>] } = {
  acquirers: ["a list", "perform", "status"],
  threeDSecureServers: ["a list", "ask"],
  transferProviders: ["a list", "perform", "status"],
  walletProvider: ["an object", "save"],
  binDirectory: ["an object", "find"],
  ipDirectory: ["an object", "countryOf"],
  mailer: ["an object", "send"],
  shops: ["an object", "find"]
}

/** How promises become the port that the gateway calls. */
const makers: Readonly<Record<string, string>> = {
  acquirers: "acquirerFrom",
  threeDSecureServers: "threeDSecureServerFrom",
  transferProviders: "transferProviderFrom"
}

/** An `async` function answers a promise, which the gateway would not take for an answer. */
const isAsync = (value: unknown): boolean =>
  typeof value === "function" && Object.prototype.toString.call(value) === "[object AsyncFunction]"

/** What a port of this name lacks, as the end of a sentence that begins with it; undefined if nothing. */
export const lacking = (name: keyof Ports, port: unknown): string | undefined => {
  const [, ...functions] = portMembers[name]
  if (typeof port !== "object" || port === null) return ", which must be an object"
  const missing = functions.find((each) => typeof Reflect.get(port, each) !== "function")
  if (missing !== undefined) return ` without ${missing}`
  const async = functions.find((each) => isAsync(Reflect.get(port, each)))
  const maker = makers[name]
  return async === undefined || maker === undefined
    ? undefined
    : `, whose ${async} answers promises: make it with ${maker} of florin/ports`
}

const listed = ["acquirers", "threeDSecureServers", "transferProviders"] as const

/** Errors: a port of the options that is no list, or one of a list without a function. */
export const portsFit = (options: Partial<Options>): Effect.Effect<void, OptionRefused> => {
  for (const name of listed) {
    const ports: unknown = Reflect.get(options, name)
    if (ports === undefined) continue
    if (!Array.isArray(ports)) return new OptionRefused({ option: name, expected: "must be a list" })
    for (const [index, port] of ports.entries()) {
      const fault = lacking(name, port)
      const option = `${name}[${index}]`
      if (fault !== undefined) return new OptionRefused({ option, expected: sentenceOf(fault) })
    }
  }
  return Effect.void
}

/** The same as a sentence about the place. */
const sentenceOf = (fault: string): string =>
  fault
    .replace(/^ without /, "has no function ")
    .replace(/^, which /, "")
    .replace(/^, whose (\w+) answers promises/, "answers promises from $1")
