/** What a server with the sandbox says at its start about its state. */
import { existsSync } from "node:fs"
import { basename } from "node:path"
import { SandboxClock } from "@florin/sandbox/SandboxClock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Settings } from "./Settings.js"

const standing = (now: DateTime.Utc): string =>
  `The sandbox's clock stands at ${DateTime.formatIso(now)}. POST /sandbox/clock {"follow":true} lets it follow real time.`

// Several databases of one directory could share it, so it is left where it is.
const former = ({ database, formerSandboxFile }: Settings): ReadonlyArray<string> => {
  if (formerSandboxFile === undefined || !existsSync(formerSandboxFile)) return []
  const place = database._tag === "Sqlite" ? basename(database.sandboxFile) : "the database"
  const name = basename(formerSandboxFile)
  return [`${name} is not read: 0.1.0 kept the acquirer ledger there, now it is in ${place} (see docs/sandbox.md).`]
}

/** The notices, one line each. */
export const ofSandbox = Effect.fnUntraced(function* (settings: Settings) {
  const { now, stands } = yield* SandboxClock
  return [...((yield* stands) ? [standing(yield* now)] : []), ...former(settings)]
})
