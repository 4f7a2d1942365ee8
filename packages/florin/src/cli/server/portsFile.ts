/** Loads the module named by FLORIN_PORTS. */
import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { closest } from "@florin/wire/FieldErrors"
import * as Effect from "effect/Effect"
import { gatewayIds } from "../../host/gatewayIds.js"
import { portFault, portMembers } from "../../host/portMembers.js"
import type { Ports } from "../../ports.js"
import { type BadSetting, bad } from "../badSetting.js"

const setting = "FLORIN_PORTS"

const names = Object.keys(portMembers)

const unknown = (name: string): string => {
  const meant = closest(name, names)
  return `exports ${name}, which is no port; ${meant === undefined ? `there are ${names.join(", ")}` : `did you mean ${meant}?`}`
}

const isPort = (name: string): name is keyof Ports => Object.hasOwn(portMembers, name)

/** What is wrong with a port, or with the first of a list that is wrong, as a sentence that begins with its place. */
const faultIn = (name: keyof Ports, port: unknown): string | undefined => {
  const [expected] = portMembers[name]
  const placed: ReadonlyArray<readonly [string, unknown]> =
    expected === "an object"
      ? [[name, port]]
      : Array.isArray(port)
        ? port.map((one: unknown, index) => [`${name}[${index}]`, one] as const)
        : []
  if (expected === "a list" && !Array.isArray(port)) return `${name}, which must be a list`
  for (const [place, one] of placed) {
    const fault = portFault(name, one)
    if (fault !== undefined) return `${place}${fault.at}, which ${fault.expected}`
  }
  return undefined
}

const faultOf = (ports: Readonly<Record<string, unknown>>): string | undefined => {
  if (Object.keys(ports).length === 0) return `exports no port; there are ${names.join(", ")}`
  for (const [name, port] of Object.entries(ports)) {
    if (!isPort(name)) return unknown(name)
    const fault = faultIn(name, port)
    if (fault !== undefined) return `exports ${fault}`
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
