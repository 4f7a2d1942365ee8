// An authentication that the customer would end hours later, on another device.
import { assert, describe, it } from "@effect/vitest"
import { begin } from "@florin/testing/three-d-secure/AuthenticationRequests"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Veriscope from "../src/threeDSecureServer.js"
import { serving } from "./serving.js"

const unproven = { eci: null, cavv: null, cavv_algorithm: null, ds_trans_id: null, reason: "Decoupled" }
const reply = { result: "concluded", id: "one", version: 2, trans_status: "D", ...unproven }

describe("Veriscope's decoupled authentication", () => {
  it.scopedLive("is refused: the issuer could not authenticate", () =>
    Effect.gen(function* () {
      const provider = yield* serving(async () => ({ status: 200, body: reply }))
      const request = yield* begin({ number: Redacted.make("4012000000001006"), expMonth: 12, expYear: 2099 })
      const answer = yield* Veriscope.make(provider).ask(request)
      assert(answer._tag === "Refused", answer._tag)
      assert.deepStrictEqual([answer.reference, answer.proof.transStatus, answer.proof.cavv], ["one", "U", null])
    })
  )
})
