/** The connectors that FLORIN_ACQUIRERS chooses: each package is loaded only when it is chosen. Source: D54. */
import type {
  AcquirerConnector,
  ConfiguredAcquirer,
  ExampleSource,
  GivenSettings,
  StartFake,
  UnusableSetting
} from "@florin/core/cards/AcquirerConnector"
import { closest } from "@florin/wire/FieldErrors"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Purpose } from "../../host/optional.js"
import type { PackageMissing } from "../../host/packageMissing.js"
import * as Parts from "../../host/parts.js"
import { BadSetting, bad } from "../badSetting.js"

const setting = "FLORIN_ACQUIRERS"

/** What is named in the list: a provider, or the fake of one. */
export interface ChosenConnector {
  readonly name: string
  readonly isFake: boolean
}

/** The vendor's package beside the connector's own, with the version to install. */
const vendors: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stripe: { stripe: "23" },
  adyen: { "@adyen/api-library": "32" },
  checkout: {}
}

export const names = Object.keys(vendors)

const fake = "-fake"

const chosenIn = (word: string): Either.Either<ChosenConnector, string> => {
  const isFake = word.endsWith(fake)
  const name = isFake ? word.slice(0, -fake.length) : word
  if (names.includes(name)) return Either.right({ name, isFake })
  const known = names.flatMap((one) => [one, `${one}${fake}`])
  const meant = closest(word, known)
  return Either.left(
    meant === undefined ? `must be some of ${known.join(", ")}, separated by commas` : `: did you mean ${meant}?`
  )
}

/** The list in the setting. Errors: what it must be. */
export const parsed = (text: string): Either.Either<ReadonlyArray<ChosenConnector>, string> => {
  const words = text.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]))
  return Either.flatMap(Either.all(words.map(chosenIn)), (chosen) => {
    const twice = chosen.find(({ name }, index) => chosen.findIndex((other) => other.name === name) < index)
    if (twice !== undefined) return Either.left(`names ${twice.name} twice`)
    return new Set(chosen.map(({ isFake }) => isFake)).size > 1
      ? Either.left("must name either providers or fakes of them, not both")
      : Either.right(chosen)
  })
}

/** A chosen connector, ready to be made: by its settings, or by those of its fake once that has been started. */
export interface LoadedConnector extends ChosenConnector {
  readonly gatewayId: number
  /** The whole names of its settings. */
  readonly settings: ReadonlyArray<string>
  readonly make:
    | { readonly _tag: "Real"; readonly configured: ConfiguredAcquirer }
    | {
        readonly _tag: "Fake"
        readonly start: StartFake
        readonly connector: AcquirerConnector
        readonly given: GivenSettings
      }
}

/** How the packages of connectors are imported. */
export interface Packages {
  readonly settings: (name: string) => Promise<{ readonly connector: AcquirerConnector }>
  readonly testing: (name: string) => Promise<{ readonly startFake: StartFake }>
}

/** Named by a text that is made, so that a bundler puts none into a host's program. */
const installed: Packages = {
  settings: (name) => import(`@florin/connector-${name}/Settings`) as ReturnType<Packages["settings"]>,
  testing: (name) => import(`@florin/connector-${name}/testing`) as ReturnType<Packages["testing"]>
}

const purposeOf = (name: string): Purpose => ({
  purpose: `${setting}=${name}`,
  packages: { [`@florin/connector-${name}`]: "0.1", ...vendors[name] }
})

const missing = ({ message }: PackageMissing): BadSetting => bad(setting, `cannot be used: ${message}`)

/** The package is there, in a version without the door that settings open. */
const isClosed = (defect: unknown): boolean =>
  defect instanceof Error && "code" in defect && defect.code === "ERR_PACKAGE_PATH_NOT_EXPORTED"

const closed = (name: string): BadSetting =>
  bad(setting, `cannot be used: the installed @florin/connector-${name} is not made for it; FLORIN_PORTS takes it`)

const load = <Module>(name: string, module: () => Promise<Module>): Effect.Effect<Module, BadSetting> =>
  Effect.mapError(Parts.loaded(purposeOf(name), module), missing).pipe(
    Effect.catchSomeDefect((defect) => (isClosed(defect) ? Option.some(Effect.fail(closed(name))) : Option.none()))
  )

/** What the names of its settings begin with. */
export const prefixOf = (name: string): string => `FLORIN_${name.toUpperCase()}_`

const read = (name: string): Effect.Effect<string | undefined> =>
  Effect.map(Effect.option(Config.string(name)), (given) =>
    Option.getOrUndefined(Option.filter(given, (text) => text !== ""))
  )

const givenBy = (settings: Readonly<Record<string, string | undefined>>): GivenSettings => ({
  text: (name) => settings[name],
  secret: (name) => (settings[name] === undefined ? undefined : Redacted.make(settings[name]))
})

/** The settings of a connector as they are in the environment. */
const environment = ({ name, settings }: AcquirerConnector): Effect.Effect<GivenSettings> =>
  Effect.map(
    Effect.forEach(settings, (one) => Effect.map(read(`${prefixOf(name)}${one.name}`), (text) => [one.name, text])),
    (all) => givenBy(Object.fromEntries(all) as Record<string, string | undefined>)
  )

const linesOf = (name: string, faults: ReadonlyArray<UnusableSetting>): BadSetting =>
  new BadSetting({ lines: faults.map((fault) => `${prefixOf(name)}${fault.name} ${fault.expected}`) })

const namesOf = ({ name, settings }: AcquirerConnector): ReadonlyArray<string> =>
  ["GATEWAY_ID", ...settings.map(({ name }) => name)].map((own) => `${prefixOf(name)}${own}`)

const gatewayIdOf = Effect.fnUntraced(function* ({ gatewayId, name }: AcquirerConnector) {
  const own = `${prefixOf(name)}GATEWAY_ID`
  const given = yield* read(own)
  if (given === undefined) return gatewayId
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : yield* bad(own, "must be a whole number from 1 to 999999999")
})

/** Loads a connector and reads its settings. Errors: its package is missing, or a setting cannot be used. */
const loaded = (packages: Packages) =>
  Effect.fnUntraced(function* (chosen: ChosenConnector): Effect.fn.Return<LoadedConnector, BadSetting> {
    const { isFake, name } = chosen
    const { connector } = yield* load(name, () => packages.settings(name))
    const gatewayId = yield* gatewayIdOf(connector)
    const own = { ...chosen, gatewayId, settings: namesOf(connector) }
    const given = yield* environment(connector)
    if (isFake) {
      const { startFake: start } = yield* load(name, () => packages.testing(name))
      return { ...own, make: { _tag: "Fake", start, connector, given } }
    }
    const configured = yield* Effect.mapError(connector.fromSettings(given, gatewayId), (faults) =>
      linesOf(name, faults)
    )
    return { ...own, make: { _tag: "Real", configured } }
  })

const repeated = (all: ReadonlyArray<LoadedConnector>): Effect.Effect<void, BadSetting> => {
  const twice = all.find(({ gatewayId }, index) => all.findIndex((other) => other.gatewayId === gatewayId) < index)
  return twice === undefined
    ? Effect.void
    : bad(`${prefixOf(twice.name)}GATEWAY_ID`, `must not be ${twice.gatewayId}, which another acquirer has`)
}

/** Loads the chosen ones, in their order. Errors: the lines of all that cannot be used. */
export const loadAll = (
  chosen: ReadonlyArray<ChosenConnector>,
  packages: Packages = installed
): Effect.Effect<ReadonlyArray<LoadedConnector>, BadSetting> =>
  Effect.validateAll(chosen, loaded(packages)).pipe(
    Effect.mapError((all) => new BadSetting({ lines: all.flatMap(({ lines }) => lines) })),
    Effect.tap(repeated)
  )

/** What a fake says at the start of its server. */
export interface FakeNotice {
  readonly name: string
  readonly url: string
  readonly cards: ReadonlyArray<string>
}

/** What the user chooses of a fake, and else what is usual there. */
const chosenOf = (usual: Readonly<Record<string, string>>, { text }: GivenSettings): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, text(name) ?? value]))

/** What the first example of a server with fakes charges. Undefined: no fake is there. */
export const exampleOf = ([first]: ReadonlyArray<LoadedConnector>): ExampleSource | undefined => {
  if (first?.make._tag !== "Fake") return undefined
  const { connector, given } = first.make
  return connector.example?.(given) ?? { number: "4242424242424242", securityCode: "123" }
}

/** Starts a fake, and makes the acquirer that reaches it. Errors: what was chosen cannot be. */
export const besideServer = Effect.fnUntraced(function* (one: LoadedConnector, baseUrl: string) {
  const { gatewayId, make, name } = one
  if (make._tag === "Real") return { acquirer: yield* make.configured.make, notice: undefined }
  const {
    cards,
    settings,
    url,
    usual = {}
  } = yield* make.start({
    notificationUrl: `${baseUrl}/acquirers/${gatewayId}/notifications`,
    given: make.given
  })
  const all = givenBy({ ...chosenOf(usual, make.given), ...settings })
  const { make: acquirer } = yield* Effect.mapError(make.connector.fromSettings(all, gatewayId), (faults) =>
    linesOf(name, faults)
  )
  const notice: FakeNotice = { name, url, cards }
  return { acquirer: yield* acquirer, notice }
})
