/** The functions that ports must have: what lacks one is refused at the start, and not by the first payment. */
import { faultOf, type ProviderFields } from "@florin/core/cards/ProviderFields"
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

/** What is wrong with a port: at which member of it, and the rest of the sentence. */
interface Fault {
  readonly at: string
  readonly expected: string
}

/** What of an acquirer's card fields no page can show. Source: D58. */
const fieldsFault = (port: object): Fault | undefined => {
  const fields: unknown = Reflect.get(port, "fields")
  if (fields === undefined) return undefined
  const member = typeof fields === "object" && fields !== null ? faultOf(fields as ProviderFields) : "script"
  const expected = "must be what a page can show: an https address, origins, and a function as text"
  return member && { at: `.fields.${member}`, expected }
}

/** What is wrong with a port of this name; undefined if nothing is. */
export const portFault = (name: keyof Ports, port: unknown): Fault | undefined => {
  if (typeof port !== "object" || port === null) return { at: "", expected: "must be an object" }
  const [, ...functions] = portMembers[name]
  const missing = functions.find((each) => typeof Reflect.get(port, each) !== "function")
  if (missing !== undefined) return { at: "", expected: `has no function ${missing}` }
  const [maker, async] = [makers[name], functions.find((each) => isAsync(Reflect.get(port, each)))]
  if (maker !== undefined && async !== undefined) {
    return { at: "", expected: `answers promises from ${async}: make it with ${maker} of florin/ports` }
  }
  return name === "acquirers" ? fieldsFault(port) : undefined
}

const listed = ["acquirers", "threeDSecureServers", "transferProviders"] as const

/** Errors: a port of the options that is no list, or one of a list without a function. */
export const portsFit = (options: Partial<Options>): Effect.Effect<void, OptionRefused> => {
  for (const name of listed) {
    const ports: unknown = Reflect.get(options, name)
    if (ports === undefined) continue
    if (!Array.isArray(ports)) return new OptionRefused({ option: name, expected: "must be a list" })
    for (const [index, port] of ports.entries()) {
      const fault = portFault(name, port)
      if (fault === undefined) continue
      return new OptionRefused({ option: `${name}[${index}]${fault.at}`, expected: fault.expected })
    }
  }
  return Effect.void
}
