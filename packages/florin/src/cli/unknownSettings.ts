/** Variables that look like settings and are none: a misspelled one would be left out without a word. */
import { closest } from "@florin/wire/FieldErrors"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Connectors from "./server/connectors.js"
import { settings } from "./settingsHelp.js"

/** A provider that was chosen, and the whole names of its settings. */
export type Provider = Pick<Connectors.LoadedConnector, "name" | "settings">

/** What the tour, clients, tests and benchmarks take from the environment: the server reads none of it. */
const ofOthers = [
  "FLORIN_SHOP",
  "FLORIN_SECRET",
  "FLORIN_WEBHOOK_SECRET",
  "FLORIN_OPERATOR",
  "FLORIN_URL",
  "FLORIN_LIVE"
]
const familiesOfOthers = ["FLORIN_TEST_", "FLORIN_BENCH_", "FLORIN_LIVE_"]

const listed: ReadonlyArray<string> = settings.map(([name]) => name)

/** At most that many are named. */
const shown = 10

// Only what looks like a name is repeated: keys have digits.
const tellable = /^FLORIN_[A-Z_]{1,64}$/

/** Kubernetes says by such variables where a service called florin is. */
const ofServices = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => {
    const service = /^(FLORIN(?:_\w+)?)_SERVICE_HOST$/.exec(name)?.[1]
    return service === undefined ? [] : [`${service}_SERVICE_`, `${service}_PORT`]
  })

const meantBy = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const bare = name.slice("FLORIN_".length)
  return known.includes(bare) ? bare : closest(name, known)
}

/** A line for each of `names` that is no setting, with the one that was probably meant. Never a value. */
export const linesOf = (names: ReadonlyArray<string>, providers: ReadonlyArray<Provider>): ReadonlyArray<string> => {
  const known = [...listed, ...providers.flatMap(({ settings }) => settings)]
  // A provider that is not chosen may be the next one.
  const others = Connectors.names.filter((one) => !providers.some(({ name }) => name === one))
  const families = [...familiesOfOthers, ...others.map(Connectors.prefixOf), ...ofServices(names)]
  return names
    .filter((name) => tellable.test(name) && !known.includes(name) && !ofOthers.includes(name))
    .filter((name) => !families.some((beginning) => name.startsWith(beginning)))
    .sort()
    .slice(0, shown)
    .map((name) => {
      const meant = meantBy(name, known)
      return `${name} is no setting${meant === undefined ? "" : `: did you mean ${meant}?`}`
    })
}

const isGiven = (name: string): Effect.Effect<boolean> =>
  Effect.map(Effect.option(Config.string(name)), (given) => Option.exists(given, (text) => text !== ""))

/** The names below a path: a provider of settings knows them by their parts. */
const below = (path: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const parts = yield* Effect.configProviderWith(({ flattened }) => flattened.enumerateChildren(path))
    const paths = Array.from(parts, (part) => [...path, part]).filter(([first]) => first?.startsWith("FLORIN"))
    const deeper = yield* Effect.forEach(paths, below)
    const own = yield* Effect.filter(
      paths.map((one) => one.join("_")),
      isGiven
    )
    return [...own, ...deeper.flat()]
  }).pipe(Effect.orElseSucceed(() => []))

/** The same of the environment. */
export const lines = (providers: ReadonlyArray<Provider>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(below([]), (names) => linesOf(names, providers))
