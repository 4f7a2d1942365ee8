import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { TransactionUid } from "../../ids/Ids.js"
import * as Deadlines from "../../time/Deadlines.js"
import { challengeLimit } from "../ChargeMachine.js"

interface Kept {
  readonly code: Redacted.Redacted<string>
  readonly forget: () => void
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

  /** Hands a code out once. */
  const take = (uid: TransactionUid): Redacted.Redacted<string> | undefined => {
    const found = kept.get(uid)
    if (found === undefined) return undefined
    kept.delete(uid)
    found.forget()
    return found.code
  }

  return {
    take,
    keep: (uid: TransactionUid, code: Redacted.Redacted<string>): void => {
      take(uid)
      if (kept.size >= mostKept) take(kept.keys().next().value!)
      kept.set(uid, { code, forget: deadline(challengeLimit, () => void kept.delete(uid)) })
    }
  }
})

export type SecurityCodes = Effect.Effect.Success<typeof make>
