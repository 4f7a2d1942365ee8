import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { TransactionUid } from "../../ids/Ids.js"
import * as Deadlines from "../../time/Deadlines.js"
import { challengeLimit } from "../ChargeMachine.js"

interface Kept {
  readonly code: Redacted.Redacted<string>
  readonly disarm: () => void
}

/** Beyond this number of open challenges the oldest code is dropped. */
const mostKept = 10_000

/**
 * The security codes of charges whose customer is on the issuer's page: in memory only, for at most 15 minutes of real
 * time, even while the sandbox's clock stands still. A restart loses them.
 *
 * Source: D15.
 */
export const make = Effect.gen(function* () {
  const deadline = yield* Effect.withClock(Deadlines.make, Clock.make())
  const kept = new Map<TransactionUid, Kept>()

  const forget = (uid: TransactionUid): void => {
    kept.get(uid)?.disarm()
    kept.delete(uid)
  }

  return {
    forget,
    find: (uid: TransactionUid): Redacted.Redacted<string> | undefined => kept.get(uid)?.code,
    /** A code that is kept already is kept no longer for it: the next step of the customer is one of the same wait. */
    keep: (uid: TransactionUid, code: Redacted.Redacted<string>): void => {
      if (kept.has(uid)) return
      if (kept.size >= mostKept) forget(kept.keys().next().value!)
      kept.set(uid, { code, disarm: deadline(challengeLimit, () => void kept.delete(uid)) })
    }
  }
})

export type SecurityCodes = Effect.Effect.Success<typeof make>
