/** People sign in and act, and the audit says what they did. */
import { assert, it } from "@effect/vitest"
import { CurrentAction } from "@florin/core/commits/CurrentAction"
import { Audit } from "@florin/core/people-operations/Audit"
import { SignIn } from "@florin/core/people-operations/SignIn"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { anna, audited, home, peopled, settled } from "./internal/people.js"
import { charge, child, morning, movements, pay, refund, shop } from "./internal/world.js"

const reason = { reason: "Goods came back" }

describeOnContract("a person who is signed in", () => {
  it.effect("D75: refunds, and who did it is kept in the same commit", () =>
    Effect.gen(function* () {
      yield* morning
      const { signedIn } = yield* settled()
      const parent = yield* pay(charge())
      const found = yield* (yield* SignIn).session(signedIn.token, home)
      const { actor } = Option.getOrThrow(found)
      const audit = yield* Audit
      const own = yield* shop()
      const act = { actor, kind: "action", operation: "refund", shop: own.id, subject: parent.uid } as const
      const before = (yield* audited).length
      const refunded = yield* audit.acting(act, refund(child(parent, 400, reason)))
      assert.strictEqual(refunded.status, "successful")
      const entries = (yield* audited).slice(before)
      assert.deepStrictEqual(
        entries.map(({ id: _, at: __, ...entry }): object => entry),
        [
          {
            ...{ kind: "action", actor: anna, entrance: "session", address: home.address, operation: "refund" },
            ...{ shop: own.id, subject: parent.uid, detail: null }
          }
        ]
      )

      // An entry that the store refuses takes the refund with it: they are one commit.
      const entry = { ...(yield* audit.entryOf(act)), kind: "nonsense" as "action" }
      const failed = yield* Effect.flip(
        Effect.provideService(refund(child(parent, 100, reason)), CurrentAction, { entry, uses: [], isKept: false })
      )
      assert.strictEqual(failed._tag, "StorageError")
      const kinds = (yield* movements).map(({ amount, kind }) => [kind, amount])
      assert.deepStrictEqual(kinds, [
        ["payment", 1000],
        ["refund", 400]
      ])
    }).pipe(Effect.provide(peopled()))
  )

  it.effect("D75: a refused action leaves no entry, and a look that is answered has one", () =>
    Effect.gen(function* () {
      yield* morning
      const { signedIn } = yield* settled()
      const { actor } = Option.getOrThrow(yield* (yield* SignIn).session(signedIn.token, home))
      const parent = yield* pay(charge())
      const audit = yield* Audit
      const before = (yield* audited).length
      const act = { actor, operation: "x", subject: parent.uid } as const
      yield* Effect.flip(audit.acting({ ...act, kind: "action" }, refund(child(parent, 1001, reason))))
      assert.strictEqual((yield* audited).length, before)
      yield* audit.acting({ ...act, kind: "look" }, Effect.void)
      assert.deepStrictEqual(
        (yield* audited).slice(before).map(({ kind }) => kind),
        ["look"]
      )
    }).pipe(Effect.provide(peopled()))
  )
})
