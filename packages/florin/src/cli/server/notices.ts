/** Notices that the server prints at its start, with what to do about each. */
import { existsSync } from "node:fs"
import { basename } from "node:path"
import type { SandboxClock } from "@florin/sandbox/SandboxClock"
import * as Shops from "@florin/settings/Shops"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { sandboxFileOf } from "../../host/database.js"
import type { Settings } from "../settings.js"
import type { FakeNotice } from "./connectors.js"

const clockNotice = (now: DateTime.Utc): string =>
  `The sandbox's clock stands at ${DateTime.formatIso(now)}. POST /sandbox/clock {"follow":true} lets it follow real time.`

// Several databases in one directory could have shared it, so it is not moved automatically.
const former = ({ database, formerSandboxFile }: Settings): ReadonlyArray<string> => {
  if (formerSandboxFile === undefined || !existsSync(formerSandboxFile)) return []
  const place = database._tag === "Sqlite" ? basename(sandboxFileOf(database.path)) : "the database"
  const name = basename(formerSandboxFile)
  return [`${name} is not read: 0.1.0 kept the acquirer ledger there, now it is in ${place} (see docs/sandbox.md).`]
}

// With PostgreSQL the ring is the only file, and easily overlooked.
const ring = ({ database, keys }: Settings): ReadonlyArray<string> =>
  database._tag === "Postgres" && keys._tag === "File" && keys.make
    ? [
        `The key ring is in the file ${keys.path}, made when it was missing. Every process needs it, and without it the`,
        "cards in the database cannot be read: keep it, or give its JSON text in FLORIN_KEYS."
      ]
    : []

/** Where a fake of a provider is, and what to pay with. */
export const ofFake = ({ cards, name, url }: FakeNotice): ReadonlyArray<string> => [
  `The fake of ${name} is on ${url}: it keeps its books while the server runs. Pay with:`,
  ...cards.map((card) => `  ${card}`)
]

/** Notices of a server with the sandbox. */
export const ofSandbox = Effect.fnUntraced(function* (
  settings: Settings,
  { now, stands }: Context.Tag.Service<SandboxClock>
) {
  return [...((yield* stands) ? [clockNotice(yield* now)] : []), ...former(settings), ...ring(settings)]
})

/** Of a demo shop whose secret was shown at an earlier start. */
export const ofDemo = Effect.map(Shops.list, (all) =>
  all.some(({ id }) => id === Shops.demo)
    ? ["The demo shop's secret was shown once; if it is lost, `florin shops rotate demo` makes a new one."]
    : []
)

/** Notices of a server without the sandbox, which never makes a demo shop. */
export const ofReal = Effect.fnUntraced(function* ({ ports, shops }: Settings) {
  if (ports.shops !== undefined) return []
  const isEmpty = (shops === undefined || shops.list.length === 0) && (yield* Shops.list).length === 0
  if (!isEmpty) return []
  return shops === undefined
    ? ["There is no shop yet: `florin shops add <id>` makes one, with the same settings."]
    : [`${shops.file} lists no shop, and the database has none: every request will be refused.`]
})
