/** Loads the module named by FLORIN_PORTS. */
import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { closest } from "@florin/wire/FieldErrors"
import * as Effect from "effect/Effect"
import { gatewayIds } from "../../host/gatewayIds.js"
import type { Ports } from "../../ports.js"
import { type BadSetting, bad } from "../badSetting.js"

const setting = "FLORIN_PORTS"

type Expected = "a list" | "an object"

/** The functions that each port, or each of a list, must have. */
const members: { readonly [Name in keyof Ports]-?: readonly [Expected, ...ReadonlyArray<string>] } = {
  acquirers: ["a list", "perform", "status"],
  threeDSecureServers: ["a list", "ask"],
  transferProviders: ["a list", "perform", "status"],
  walletProvider: ["an object", "save"],
  binDirectory: ["an object", "find"],
  ipDirectory: ["an object", "countryOf"],
  mailer: ["an object", "send"],
  shops: ["an object", "find"]
}

const names = Object.keys(members)

const unknown = (name: string): string => {
  const meant = closest(name, names)
  return `exports ${name}, which is no port; ${meant === undefined ? `there are ${names.join(", ")}` : `did you mean ${meant}?`}`
}

const lacking = (place: string, port: unknown, functions: ReadonlyArray<string>): string | undefined => {
  if (typeof port !== "object" || port === null) return `exports ${place}, which must be an object`
  const missing = functions.find((name) => typeof (port as Record<string, unknown>)[name] !== "function")
  return missing === undefined ? undefined : `exports ${place} without ${missing}`
}

const faultOf = (ports: Readonly<Record<string, unknown>>): string | undefined => {
  if (Object.keys(ports).length === 0) return `exports no port; there are ${names.join(", ")}`
  for (const [name, port] of Object.entries(ports)) {
    if (!Object.hasOwn(members, name)) return unknown(name)
    const [expected, ...functions] = members[name as keyof Ports]
    if (expected === "a list" && !Array.isArray(port)) return `exports ${name}, which must be a list`
    const fault =
      expected === "an object"
        ? lacking(name, port, functions)
        : (port as ReadonlyArray<unknown>)
            .map((one, index) => lacking(`${name}[${index}]`, one, functions))
            .find((sentence) => sentence !== undefined)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** The host's own words: they say which of its modules or settings is missing. */
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : "it threw what is no error")

const exportsOf = async (file: string): Promise<unknown> => {
  const module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>
  const exported = module.default ?? module
  return typeof exported === "function" ? exported() : exported
}

/** Errors: the file is missing, it throws, or what it exports is no port. */
export const read = (file: string): Effect.Effect<Ports, BadSetting> =>
  Effect.gen(function* () {
    const refused = (sentence: string) => bad(setting, `cannot be used: ${file} ${sentence}`)
    if (!existsSync(file)) return yield* refused("does not exist")
    const ports = yield* Effect.tryPromise({
      try: () => exportsOf(file),
      catch: (error) => refused(`cannot be loaded: ${wordsOf(error)}`)
    })
    if (typeof ports !== "object" || ports === null) return yield* refused("exports no object of ports")
    // Also without the prototype and the order that a module's own object has.
    const found: Ports = { ...ports }
    const fault = faultOf(found as Readonly<Record<string, unknown>>)
    if (fault !== undefined) return yield* refused(fault)
    const { acquirers = [], transferProviders } = found
    const ids = gatewayIds({ acquirers, ...(transferProviders === undefined ? {} : { transferProviders }) })
    yield* Effect.mapError(ids, ({ expected, option }) => refused(`exports ${option}, which ${expected}`))
    return found
  })
