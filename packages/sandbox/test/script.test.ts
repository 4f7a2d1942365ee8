// What a script says in the place of test cards and triggers. Source: D37.
import { assert, describe, it } from "@effect/vitest"
import { charge, child } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ledger from "../src/Ledger.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import { Behaviour } from "../src/TestTriggers.js"
import { approving, card, declining, looksAtAmount } from "./paying.js"

const { Approve, Decline } = Behaviour

const scripted = (behaviour: Behaviour) =>
  Layer.provideMerge(SandboxAcquirer.layer({ script: () => behaviour }), Ledger.layerMemory)

const perform = (request: Parameters<SandboxAcquirer.SandboxAcquirer["Type"]["perform"]>[0]) =>
  Effect.flatMap(SandboxAcquirer.SandboxAcquirer, (acquirer) => acquirer.perform(request))

const unknown = "4000000000000002"

describe("a script", () => {
  it.effect.each([
    [declining, "Jane Doe", Approve({}), "Approved"],
    [approving, "FUNDS", Approve({}), "Approved"],
    [approving, "Jane Doe", Decline({ reason: "funds" }), "Declined"],
    [approving, "Jane Doe", Behaviour.ApproveLate(), "NoAnswer"],
    [unknown, "Jane Doe", Approve({}), "Declined"]
  ] as const)("decides on card %s of %s, if it is a test card: %j (D37)", ([number, holder, behaviour, answer]) =>
    Effect.gen(function* () {
      const request = yield* charge("payment", card(number, { holder }), { amount: 1000 })
      assert.strictEqual((yield* perform(request))._tag, answer)
    }).pipe(Effect.provide(scripted(behaviour)))
  )

  it.effect.each([
    [8000, "Approved"],
    [8001, "Declined"]
  ] as const)("approves a capture of %i of 8000, if the books allow it: %s (D37)", ([amount, answer]) =>
    Effect.gen(function* () {
      const held = yield* charge("authorization", card(looksAtAmount), { amount: 8000 })
      yield* perform(held)
      const capture = yield* child("Capture", held.key, { amount })
      assert.strictEqual((yield* perform(capture))._tag, answer)
    }).pipe(Effect.provide(scripted(Approve({}))))
  )
})
