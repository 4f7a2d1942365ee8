/** The settings of the standalone server, from the environment. All are optional. */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import * as Upstream from "@florin/connector-upstream/Upstream"
import * as ShopSettings from "@florin/gateway/ShopSettings"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"

/** A setting is wrong; one line says which and what is expected, never what was given. */
export class BadSetting extends Data.TaggedError("BadSetting")<{ readonly name: string; readonly expected: string }> {
  override get message(): string {
    return `${this.name} ${this.expected}`
  }
}

export interface Settings {
  readonly host: string
  readonly port: number
  readonly database: Database
  /** Where 0.1.0 kept the acquirer ledger and the sandbox's clock, when that was elsewhere. */
  readonly formerSandboxFile: string | undefined
  readonly shops: ListedShops | undefined
  readonly baseUrl: string
  readonly keys: KeySource
  readonly sandbox: boolean
  /** Another gateway that charges the cards. */
  readonly upstream: Upstream.Upstream | undefined
  /** Its webhooks are asked for, and this is how they show whose they are: a signature, or our id and key there. */
  readonly upstreamWebhooks: UpstreamWebhooks | undefined
}

export type UpstreamWebhooks = { readonly webhookSecret?: Redacted.Redacted<string> }

export interface ListedShops {
  readonly file: string
  readonly list: ReadonlyArray<ShopSettings.ShopSettings>
}

/** A file and the sandbox's beside it, or a server's address with its password in it. */
export type Database =
  | { readonly _tag: "Sqlite"; readonly path: string; readonly sandboxFile: string }
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted<string> }

/** A ring's text, the file it is kept in, or a file that is made when it is not there yet. */
export type KeySource =
  | { readonly _tag: "Text"; readonly text: Redacted.Redacted<string> }
  | { readonly _tag: "File"; readonly path: string; readonly make: boolean }

type Environment = Readonly<Record<string, string | undefined>>

const bad = (name: string, expected: string) => Effect.fail(new BadSetting({ name, expected }))

const port = (text = "8080") =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535
    ? Effect.succeed(Number(text))
    : bad("PORT", "must be a number from 0 to 65535")

const isAddress = (text: string): boolean => {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) return false
  const { pathname, username } = new URL(text)
  return username !== "" && pathname.length > 1
}

const database = (text = "sqlite:florin.db"): Effect.Effect<Database, BadSetting> => {
  const given = /^sqlite:(.+)$/.exec(text)?.[1]
  if (given !== undefined) {
    const path = resolve(given)
    return Effect.succeed({ _tag: "Sqlite", path, sandboxFile: `${path}.sandbox.db` })
  }
  return isAddress(text)
    ? Effect.succeed({ _tag: "Postgres", url: Redacted.make(text) })
    : bad("FLORIN_DATABASE", "must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<database>")
}

/** The key ring that is made for the sandbox stands beside the database, or in the working directory. */
const keyFileOf = (database: Database): string => {
  switch (database._tag) {
    case "Sqlite":
      return `${database.path}.keys.json`
    case "Postgres":
      return resolve("florin.keys.json")
  }
}

const formerSandboxFileOf = (database: Database): string | undefined => {
  switch (database._tag) {
    case "Sqlite": {
      const former = database.path.replace(/(\.db)?$/, ".sandbox.db")
      return former === database.sandboxFile ? undefined : former
    }
    case "Postgres":
      return resolve("florin.sandbox.db")
  }
}

// An operator that names another gateway does not mean the simulated acquirer.
const sandbox = (given: string | undefined, upstream: string | undefined) => {
  const text = given ?? (upstream === undefined ? "on" : "off")
  return text === "on" || text === "off" ? Effect.succeed(text === "on") : bad("FLORIN_SANDBOX", "must be on or off")
}

const upstream = (text: string | undefined, sandbox: boolean) => {
  if (text === undefined) return Effect.succeed(undefined)
  if (sandbox) return bad("FLORIN_UPSTREAM", "is for FLORIN_SANDBOX=off: in the sandbox everything is simulated")
  return Effect.mapError(
    Upstream.fromUrl("FLORIN_UPSTREAM", text),
    ({ expected, setting }) => new BadSetting({ name: setting, expected })
  )
}

const webhookSecret = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

const upstreamWebhooks = (text: string | undefined, upstream: string | undefined) => {
  if (text === undefined) return Effect.succeed(undefined)
  if (upstream === undefined) return bad("FLORIN_UPSTREAM_WEBHOOKS", "is for FLORIN_UPSTREAM")
  if (text === "basic") return Effect.succeed<UpstreamWebhooks>({})
  return webhookSecret.test(text)
    ? Effect.succeed<UpstreamWebhooks>({ webhookSecret: Redacted.make(text) })
    : bad("FLORIN_UPSTREAM_WEBHOOKS", "must be basic, or whsec_ and base64 of 24 to 64 bytes")
}

const baseUrl = (host: string, port: number, text: string | undefined) => {
  if (text === undefined) return Effect.succeed(`http://${host.includes(":") ? `[${host}]` : host}:${port}`)
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
    ? Effect.succeed(text.replace(/\/+$/, ""))
    : bad("FLORIN_BASE_URL", "must be an http or https address")
}

const keys = (text: string | undefined, file: string, sandbox: boolean): Effect.Effect<KeySource, BadSetting> => {
  if (text?.trimStart().startsWith("{")) return Effect.succeed({ _tag: "Text", text: Redacted.make(text) })
  if (text !== undefined && text !== "") return Effect.succeed({ _tag: "File", path: resolve(text), make: false })
  return sandbox
    ? Effect.succeed({ _tag: "File", path: file, make: true })
    : bad("FLORIN_KEYS", "is needed when FLORIN_SANDBOX is off: a key ring's file, or its JSON text")
}

const shops = (path: string | undefined) => {
  if (path === undefined || path === "") return Effect.succeed(undefined)
  const file = resolve(path)
  return Effect.try(() => JSON.parse(readFileSync(file, "utf8")) as unknown).pipe(
    Effect.catchAll(() => bad("FLORIN_SHOPS", "must name a JSON file that can be read")),
    Effect.flatMap((json) =>
      Either.match(ShopSettings.fromJson(json), {
        onLeft: (sentence) => bad("FLORIN_SHOPS", sentence),
        onRight: (list) => Effect.succeed({ file, list })
      })
    )
  )
}

/** Reads the settings. Errors: the first one that is wrong. */
export const read = Effect.fnUntraced(function* (environment: Environment) {
  const given = (name: string) => (environment[name] === "" ? undefined : environment[name])
  const host = given("HOST") ?? "127.0.0.1"
  const isSandbox = yield* sandbox(given("FLORIN_SANDBOX"), given("FLORIN_UPSTREAM"))
  const listenOn = yield* port(given("PORT"))
  const store = yield* database(given("FLORIN_DATABASE"))
  const settings: Settings = {
    host,
    port: listenOn,
    database: store,
    formerSandboxFile: formerSandboxFileOf(store),
    shops: yield* shops(given("FLORIN_SHOPS")),
    baseUrl: yield* baseUrl(host, listenOn, given("FLORIN_BASE_URL")),
    keys: yield* keys(given("FLORIN_KEYS"), keyFileOf(store), isSandbox),
    sandbox: isSandbox,
    upstream: yield* upstream(given("FLORIN_UPSTREAM"), isSandbox),
    upstreamWebhooks: yield* upstreamWebhooks(given("FLORIN_UPSTREAM_WEBHOOKS"), given("FLORIN_UPSTREAM"))
  }
  return settings
})
