/** The settings of the standalone server, from the environment. All are optional. */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
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
  readonly database: string
  readonly shops: ListedShops | undefined
  readonly baseUrl: string
  readonly keys: KeySource
  readonly sandbox: boolean
}

export interface ListedShops {
  readonly file: string
  readonly list: ReadonlyArray<ShopSettings.ShopSettings>
}

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

const database = (text = "sqlite:florin.db") => {
  const path = /^sqlite:(.+)$/.exec(text)?.[1]
  return path === undefined ? bad("FLORIN_DATABASE", "must be sqlite:<path>") : Effect.succeed(resolve(path))
}

const sandbox = (text = "on") =>
  text === "on" || text === "off" ? Effect.succeed(text === "on") : bad("FLORIN_SANDBOX", "must be on or off")

const baseUrl = (host: string, port: number, text: string | undefined) => {
  if (text === undefined) return Effect.succeed(`http://${host.includes(":") ? `[${host}]` : host}:${port}`)
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
    ? Effect.succeed(text.replace(/\/+$/, ""))
    : bad("FLORIN_BASE_URL", "must be an http or https address")
}

const keys = (text: string | undefined, database: string, sandbox: boolean): Effect.Effect<KeySource, BadSetting> => {
  if (text?.trimStart().startsWith("{")) return Effect.succeed({ _tag: "Text", text: Redacted.make(text) })
  if (text !== undefined && text !== "") return Effect.succeed({ _tag: "File", path: resolve(text), make: false })
  return sandbox
    ? Effect.succeed({ _tag: "File", path: `${database}.keys.json`, make: true })
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
  const isSandbox = yield* sandbox(given("FLORIN_SANDBOX"))
  const listenOn = yield* port(given("PORT"))
  const file = yield* database(given("FLORIN_DATABASE"))
  const settings: Settings = {
    host,
    port: listenOn,
    database: file,
    shops: yield* shops(given("FLORIN_SHOPS")),
    baseUrl: yield* baseUrl(host, listenOn, given("FLORIN_BASE_URL")),
    keys: yield* keys(given("FLORIN_KEYS"), file, isSandbox),
    sandbox: isSandbox
  }
  return settings
})
