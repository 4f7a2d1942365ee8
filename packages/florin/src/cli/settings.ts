/** Settings from the environment. All are optional, and an empty one counts as absent. */
import { resolve } from "node:path"
import * as Upstream from "@florin/connector-upstream/Upstream"
import type { Rule } from "@florin/core/cards/RoutingRules"
import * as SystemTimeZone from "@florin/core/time/SystemTimeZone"
import * as HttpSettings from "@florin/http-adapter/HttpSettings"
import * as MailSender from "@florin/mailer/MailSender"
import * as SmtpServer from "@florin/mailer/SmtpServer"
import * as ApprovalSettings from "@florin/settings/ApprovalSettings"
import * as OneDatabase from "@florin/settings/OneDatabase"
import type { OperatorSettings } from "@florin/settings/OperatorSettings"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Database, databaseOf, keyFileOf, sandboxFileOf, withPrefix } from "../host/database.js"
import type { Ports } from "../ports.js"
import { BadSetting, bad } from "./badSetting.js"
import * as Connectors from "./server/connectors.js"
import * as ListedFiles from "./server/listedFiles.js"
import * as PortsFile from "./server/portsFile.js"

/** The key ring as text, or its file; `make` creates a missing file. */
export type KeySource =
  | { readonly _tag: "Text"; readonly text: Redacted.Redacted<string> }
  | { readonly _tag: "File"; readonly path: string; readonly make: boolean }

export type UpstreamWebhooks = { readonly webhookSecret?: Redacted.Redacted<string> }

export type LogFormat = "json" | "pretty"

const levels = ["debug", "info", "warning", "error", "none"] as const

export type LogLevel = (typeof levels)[number]

type Parsed<A> = Either.Either<A, string>

const invalid = (name: string) => (expected: string) => ConfigError.InvalidData([name], expected)

const text = (name: string): Config.Config<string | undefined> =>
  Config.map(Config.option(Config.string(name)), (given) =>
    Option.getOrUndefined(Option.filter(given, (text) => text !== ""))
  )

const parsed = <A>(name: string, parse: (text: string | undefined) => Parsed<A>): Config.Config<A> =>
  Config.mapOrFail(text(name), (given) => Either.mapLeft(parse(given), invalid(name)))

const portOf = (text: string): Parsed<number> =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? Either.right(Number(text))
    : Either.left("must be a number from 0 to 65535")

const host = parsed("HOST", (text = "127.0.0.1") => Either.right(text))

const port = parsed("PORT", (text = "8080") => portOf(text))

const metricsPort = parsed("FLORIN_METRICS_PORT", (text) =>
  text === undefined ? Either.right(undefined) : portOf(text)
)

/** The gateway's database. Default: `sqlite:florin.db`. */
export const database: Config.Config<Database> = Config.mapOrFail(
  Config.all([
    parsed("FLORIN_DATABASE", (text = "sqlite:florin.db") =>
      Either.mapLeft(databaseOf(text), ({ expected }) => expected)
    ),
    text("FLORIN_TABLE_PREFIX")
  ]),
  ([database, prefix]) =>
    Either.mapLeft(withPrefix(database, prefix), ({ expected }) => invalid("FLORIN_TABLE_PREFIX")(expected))
)

const isAccepted = Schema.is(Schema.Array(OneDatabase.Accepted))

/** What does not fit the database and is meant. */
export const accept: Config.Config<ReadonlyArray<OneDatabase.Accepted>> = parsed("FLORIN_ACCEPT", (text = "") => {
  const words = text.split(",").map((word) => word.trim())
  const given = words.filter((word) => word !== "")
  return isAccepted(given)
    ? Either.right(given)
    : Either.left(`must be some of ${OneDatabase.Accepted.literals.join(", ")}, separated by commas`)
})

const formerSandboxFileOf = (database: Database): string | undefined => {
  switch (database._tag) {
    case "Sqlite": {
      const former = database.path.replace(/(\.db)?$/, ".sandbox.db")
      return former === sandboxFileOf(database.path) ? undefined : former
    }
    case "Postgres":
      return resolve("florin.sandbox.db")
  }
}

/** The providers whose connectors are loaded, or fakes of them. Default: none. */
export const connectors = parsed("FLORIN_ACQUIRERS", (text = "") => Connectors.parsed(text))

const isReal = ({ isFake }: Connectors.ChosenConnector): boolean => !isFake

/** Naming a provider, another gateway or ports of the host's own turns the simulated acquirer off. */
export const sandbox = Config.mapOrFail(
  Config.all([text("FLORIN_SANDBOX"), text("FLORIN_UPSTREAM"), text("FLORIN_PORTS"), connectors]),
  ([given, upstream, ports, connectors]) => {
    const isAlone = upstream === undefined && ports === undefined && !connectors.some(isReal)
    const mode = given ?? (isAlone ? "on" : "off")
    const refused = invalid("FLORIN_ACQUIRERS")
    if (mode === "on" && connectors.some(isReal)) {
      return Either.left(refused("names providers for FLORIN_SANDBOX=off: in the sandbox everything is simulated"))
    }
    if (mode === "off" && connectors.some(({ isFake }) => isFake)) {
      return Either.left(refused("names fakes for FLORIN_SANDBOX=on: without it cards are charged for real"))
    }
    return mode === "on" || mode === "off"
      ? Either.right(mode === "on")
      : Either.left(invalid("FLORIN_SANDBOX")("must be on or off"))
  }
)

/** Another gateway that charges the cards. */
export const upstream = Config.mapOrFail(Config.all([text("FLORIN_UPSTREAM"), sandbox]), ([given, isSandbox]) => {
  if (given === undefined) return Either.right(undefined)
  const name = "FLORIN_UPSTREAM"
  if (isSandbox) {
    return Either.left(invalid(name)("is for FLORIN_SANDBOX=off: in the sandbox everything is simulated"))
  }
  return Either.mapLeft(Upstream.fromUrl(name, given), ({ expected }) => invalid(name)(expected))
})

const webhookSecret = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

const upstreamWebhooks = Config.mapOrFail(
  Config.all([text("FLORIN_UPSTREAM_WEBHOOKS"), text("FLORIN_UPSTREAM")]),
  ([given, upstream]): Either.Either<UpstreamWebhooks | undefined, ConfigError.ConfigError> => {
    const refused = invalid("FLORIN_UPSTREAM_WEBHOOKS")
    if (given === undefined) return Either.right(undefined)
    if (upstream === undefined) return Either.left(refused("is for FLORIN_UPSTREAM"))
    if (given === "basic") return Either.right({})
    return webhookSecret.test(given)
      ? Either.right({ webhookSecret: Redacted.make(given) })
      : Either.left(refused("must be basic, or whsec_ and base64 of 24 to 64 bytes"))
  }
)

const checkedAs = <A>(name: string, checked: Either.Either<A, { readonly expected: string }>) =>
  Either.mapLeft(checked, ({ expected }) => invalid(name)(expected))

/** The mail server and the sender. Both are given, or neither. */
export const mail = Config.mapOrFail(Config.all([text("FLORIN_SMTP_URL"), text("FLORIN_MAIL_FROM")]), ([url, from]) => {
  if (url === undefined && from === undefined) return Either.right(undefined)
  if (url === undefined) return Either.left(invalid("FLORIN_MAIL_FROM")("is for FLORIN_SMTP_URL"))
  if (from === undefined) return Either.left(invalid("FLORIN_MAIL_FROM")("is needed with FLORIN_SMTP_URL"))
  return Either.all({
    server: checkedAs("FLORIN_SMTP_URL", SmtpServer.fromUrl("FLORIN_SMTP_URL", url)),
    from: checkedAs("FLORIN_MAIL_FROM", MailSender.fromText("FLORIN_MAIL_FROM", from))
  })
})

export const baseUrl = Config.mapOrFail(Config.all([text("FLORIN_BASE_URL"), host, port]), ([given, host, port]) => {
  if (given === undefined) return Either.right(`http://${host.includes(":") ? `[${host}]` : host}:${port}`)
  return /^https?:\/\/\S+$/.test(given) && URL.canParse(given)
    ? Either.right(given.replace(/\/+$/, ""))
    : Either.left(invalid("FLORIN_BASE_URL")("must be an http or https address"))
})

/** What the address of the server's console begins with; "" where only a start knows its port. */
export const consoleUrl = Config.map(Config.all([text("FLORIN_BASE_URL"), port, baseUrl]), ([given, port, url]) =>
  given === undefined && port === 0 ? "" : url
)

const framedBy = parsed("FLORIN_FRAMED_BY", (text = ""): Parsed<ReadonlyArray<string>> => {
  const origins = text.split(/[\s,]+/).filter((origin) => origin !== "")
  return origins.every(HttpSettings.isOrigin)
    ? Either.right(origins)
    : Either.left("must be a list of origins such as https://shop.example")
})

const brakeLimit = (name: string, limit: keyof HttpSettings.BrakeLimits) =>
  parsed(name, (text = String(HttpSettings.defaults.brake[limit])): Parsed<number> => {
    const { expected, isFit } = HttpSettings.brakeRules[limit]
    return /^\d{1,7}$/.test(text) && isFit(Number(text)) ? Either.right(Number(text)) : Either.left(expected)
  })

/** The brake against trying cards. */
const brake = Config.all({
  triesPerAddress: brakeLimit("FLORIN_TRIES_PER_ADDRESS", "triesPerAddress"),
  triesPerPage: brakeLimit("FLORIN_TRIES_PER_PAGE", "triesPerPage"),
  proxies: brakeLimit("FLORIN_PROXIES", "proxies")
})

const timeZone = parsed("FLORIN_TIME_ZONE", (text): Parsed<Layer.Layer<never>> => {
  if (text === undefined) return Either.right(Layer.empty)
  return Either.fromOption(SystemTimeZone.layerNamed(text), () => "must be an IANA time zone such as Europe/Berlin")
})

const approvalLimits = parsed("FLORIN_APPROVAL_LIMITS", (text): Parsed<Layer.Layer<never>> => {
  if (text === undefined) return Either.right(Layer.empty)
  return Either.map(ApprovalSettings.fromText(text), ApprovalSettings.layer)
})

/** The key ring. Required when the sandbox is off. */
export const keys: Config.Config<KeySource> = Config.mapOrFail(
  Config.all([text("FLORIN_KEYS"), database, sandbox]),
  ([given, database, isSandbox]): Either.Either<KeySource, ConfigError.ConfigError> => {
    if (given?.trimStart().startsWith("{")) return Either.right({ _tag: "Text", text: Redacted.make(given) })
    if (given !== undefined) return Either.right({ _tag: "File", path: resolve(given), make: false })
    return isSandbox
      ? Either.right({ _tag: "File", path: keyFileOf(database), make: true })
      : Either.left(
          invalid("FLORIN_KEYS")(
            "is needed when the sandbox is off: a key ring's file, or its JSON text. " +
              "`florin keys new <file>` makes one"
          )
        )
  }
)

const log: Config.Config<LogFormat> = parsed("FLORIN_LOG", (text = "pretty") =>
  text === "json" || text === "pretty" ? Either.right(text) : Either.left("must be json or pretty")
)

const logLevel = parsed("FLORIN_LOG_LEVEL", (text): Parsed<LogLevel | undefined> => {
  if (text === undefined) return Either.right(undefined)
  const level = levels.find((level) => level === text)
  return level === undefined ? Either.left(`must be one of ${levels.join(", ")}`) : Either.right(level)
})

const file = (name: string): Config.Config<string | undefined> =>
  parsed(name, (text) => {
    if (text === undefined) return Either.right(undefined)
    return /^\s*[[{]/.test(text)
      ? Either.left("must be the path of a file, not its content")
      : Either.right(resolve(text))
  })

/** The file that lists the shops. Default: shops are in the database. */
export const shopsFile: Config.Config<string | undefined> = file("FLORIN_SHOPS")

/** The module with the host's ports. Default: none. */
export const portsFile: Config.Config<string | undefined> = file("FLORIN_PORTS")

/** Format and level of the log. */
export const logging = Config.all({ format: log, level: logLevel })

const serving = Config.all({
  host,
  port,
  metricsPort,
  database,
  /** Where 0.1.0 kept the sandbox's ledger and clock, if that differs. */
  formerSandboxFile: Config.map(database, formerSandboxFileOf),
  shopsFile,
  portsFile,
  connectors,
  /** The file that lists the operators. Default: none, and no routes of operators. */
  operatorsFile: file("FLORIN_OPERATORS"),
  /** The file with the routing rules. Default: none. */
  routingFile: file("FLORIN_ROUTING"),
  baseUrl,
  /** Origins whose pages may frame the customers' pages. */
  framedBy,
  brake,
  /** The zone in which subscriptions are billed. */
  timeZone,
  /** Above which amounts a second person approves. */
  approvalLimits,
  keys,
  sandbox,
  accept,
  /** Another gateway, used as the acquirer. */
  upstream,
  /** How that gateway authenticates its webhooks: a signature, or our id and key. Absent: none are requested. */
  upstreamWebhooks,
  /** Absent: customers get no mails. */
  mail,
  logging
})

/** The settings of `florin serve`. */
export interface Settings extends Config.Config.Success<typeof serving> {
  readonly shops: ListedFiles.ListedShops | undefined
  readonly operators: ReadonlyArray<OperatorSettings>
  readonly routing: ReadonlyArray<Rule> | undefined
  /** None where there is no file. */
  readonly ports: Ports
  /** Those of FLORIN_ACQUIRERS, in their order. */
  readonly providers: ReadonlyArray<Connectors.LoadedConnector>
}

const linesOf = (error: ConfigError.ConfigError): ReadonlyArray<string> => {
  switch (error._op) {
    case "And":
    case "Or":
      return [...linesOf(error.left), ...linesOf(error.right)]
    default:
      return [`${error.path.join(".")} ${error.message}`]
  }
}

/** Reads settings. Errors: `BadSetting` with a line for each wrong one. */
export const load = <A>(config: Config.Config<A>): Effect.Effect<A, BadSetting> =>
  Effect.mapError(config, (error) => new BadSetting({ lines: [...new Set(linesOf(error))] }))

/** Which gateways rules may name. The sandbox has one acquirer, whatever the rules of production name. */
const gatewaysOf = (
  { sandbox, upstream }: Pick<Config.Config.Success<typeof serving>, "sandbox" | "upstream">,
  { acquirers = [] }: Ports,
  providers: ReadonlyArray<Connectors.LoadedConnector>
) => {
  if (sandbox) return undefined
  const ids = [...providers, ...acquirers].map(({ gatewayId }) => gatewayId)
  return upstream === undefined ? ids : [Upstream.defaultGatewayId, ...ids]
}

/** The ports of the host's module. */
export const portsIn = (file: string | undefined): Effect.Effect<Ports, BadSetting> =>
  file === undefined ? Effect.succeed({}) : PortsFile.read(file)

/** Refuses what both a setting and a port would be. */
const agreeing = (
  { mail, sandbox, shopsFile, upstream }: Config.Config.Success<typeof serving>,
  { acquirers = [], mailer, shops }: Ports,
  providers: ReadonlyArray<Connectors.LoadedConnector>
): Effect.Effect<void, BadSetting> => {
  if (shopsFile !== undefined && shops !== undefined) {
    return bad("FLORIN_SHOPS", "and the shops of FLORIN_PORTS exclude each other")
  }
  if (mail !== undefined && mailer !== undefined) {
    return bad("FLORIN_SMTP_URL", "and the mailer of FLORIN_PORTS exclude each other")
  }
  const others = acquirers.map(({ gatewayId }) => gatewayId)
  const provider = providers.find(({ gatewayId }) => others.includes(gatewayId))
  if (!sandbox && provider !== undefined) {
    return bad("FLORIN_PORTS", `exports an acquirer with the gatewayId of ${provider.name}, ${provider.gatewayId}`)
  }
  if (upstream !== undefined && providers.some(({ gatewayId }) => gatewayId === Upstream.defaultGatewayId)) {
    return bad("FLORIN_ACQUIRERS", `has the gatewayId of FLORIN_UPSTREAM, ${Upstream.defaultGatewayId}`)
  }
  const isTwice = !sandbox && others.includes(Upstream.defaultGatewayId)
  return upstream !== undefined && isTwice
    ? bad("FLORIN_PORTS", `exports an acquirer with the gatewayId of FLORIN_UPSTREAM, ${Upstream.defaultGatewayId}`)
    : Effect.void
}

/** Reads the settings of `florin serve`, including the files of shops, operators and routing rules. */
export const read: Effect.Effect<Settings, BadSetting> = Effect.gen(function* () {
  const settings = yield* load(serving)
  const { operatorsFile, portsFile, routingFile, shopsFile } = settings
  const ports = yield* portsIn(portsFile)
  const providers = yield* Connectors.loadAll(settings.connectors)
  yield* agreeing(settings, ports, providers)
  const shops = shopsFile === undefined ? undefined : yield* ListedFiles.shops(shopsFile)
  const operators = operatorsFile === undefined ? [] : yield* ListedFiles.operators(operatorsFile)
  const routing =
    routingFile === undefined
      ? undefined
      : yield* ListedFiles.routing(routingFile, gatewaysOf(settings, ports, providers))
  return { ...settings, shops, operators, routing, ports, providers }
})
