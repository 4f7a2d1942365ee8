import { Entropy } from "@florin/core/ids/Ids"
import { StorageError } from "@florin/core/store/StorageError"
import * as Effect from "effect/Effect"
import { SettingRefused } from "../SettingRefused.js"
import type { Failure } from "./driverFault.js"
import { inspect } from "./inspection.js"
import type { Pool } from "./pool.js"
import { postgresDialect } from "./postgresDialect.js"
import * as Session from "./session.js"

/** Opens a session and checks its server. */
export const open = (terms: Session.Terms) =>
  Effect.flatMap(Session.connect(terms), (session) =>
    inspect(session, terms).pipe(
      Effect.as(session),
      Effect.onError(() => Session.end(session))
    )
  )

const mark = "SELECT set_config('florin.session', $1, false)"
const readMark = "SELECT current_setting('florin.session', true) AS mark"

/**
 * Refuses a pooler that assigns a session per transaction, in which one client sees another one's settings. A direct
 * connection is recognized by its backend pid and needs no test.
 */
const refuseSharing = Effect.fnUntraced(function* (first: Session.Session, terms: Session.Terms) {
  if (Session.isDirect(first)) return
  const entropy = yield* Entropy
  const token = entropy(8).join(".")
  const second = yield* open(terms)
  yield* Session.query(first, mark, [token])
  const [row] = yield* Effect.ensuring(Session.query(second, readMark), Session.end(second))
  if (row!.mark === token) return yield* new SettingRefused({ setting: "pooling" })
})

const typed = (error: Failure | SettingRefused): StorageError | SettingRefused =>
  error instanceof SettingRefused
    ? error
    : new StorageError({ operation: "store.open", ...postgresDialect.classify(error) })

/** Opens a first session and refuses an unusable server. */
export const tryOut = (
  { give, take }: Pool,
  terms: Session.Terms
): Effect.Effect<void, StorageError | SettingRefused> =>
  Effect.acquireUseRelease(
    take((wait) => wait),
    ({ session }) => refuseSharing(session, terms),
    give
  ).pipe(Effect.mapError(typed))
