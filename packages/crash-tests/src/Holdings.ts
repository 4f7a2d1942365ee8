/** Which jobs a process held when it was killed or made to stand still. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Process } from "./Process.js"
import type { Store } from "./Protocol.js"
import * as Rows from "./Rows.js"

/** What a process held when it was gone: the subjects of its jobs. `at` is in milliseconds since 1970. */
export interface Left {
  readonly pid: number
  readonly at: number
  readonly subjects: ReadonlyArray<string>
}

/** The subjects of jobs that are held under some names. */
const statement = (names: ReadonlyArray<string>): string =>
  `SELECT subject FROM florin_jobs WHERE lease_owner IN (${names.map((name) => `'${name}'`).join(", ")})`

/**
 * What is held under the names of a process that is gone, within the time in which no other one takes it for dead (D40).
 * Nothing where the store is gone, too.
 */
const heldIn = (store: Store, names: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.tryPromise(async () => {
    if (names.length === 0) return []
    return (await Rows.of(store, statement(names))).map(({ subject }) => String(subject))
  }).pipe(Effect.orElseSucceed(() => []))

/** Notes what a process that is gone has left held. */
export const noting =
  (left: Array<Left>, store: Store) =>
  ({ owners, pid }: Pick<Process, "owners" | "pid">): Effect.Effect<void> =>
    Effect.zipWith(Clock.currentTimeMillis, heldIn(store, owners()), (at, subjects) => {
      left.push({ pid, at, subjects })
    })
