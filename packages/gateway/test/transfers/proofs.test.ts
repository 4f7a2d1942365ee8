/** Journeys of proofs. Source: interface, "Payment proof"; D29. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Journey, stories } from "./internal/journey.js"
import { code } from "./internal/merchant.js"
import { checksumOf, documentOf, pdf, proof } from "./internal/proof.js"

/** A payment that nobody has paid in time, and of which everything has been told. */
const unpaid = Effect.gen(function* () {
  const { pass, pay, reported } = yield* Journey
  const payment = yield* pay()
  yield* pass("PT16M")
  yield* reported(payment)
  return payment
})

const initialized = "The proof was initialized. Processing takes 1 hour to 2 business days"

const refusal = (sentence: string) => [422, { message: `${sentence}.`, errors: { base: [sentence] } }] as const

stories("a proof", (it) => {
  it.effect(
    "Payment proof | Proof request, Payment status is `failed`: is pending and says so, without a webhook",
    () =>
      Effect.gen(function* () {
        const { find, prove, reported } = yield* Journey
        const payment = yield* unpaid
        const sent = yield* prove(payment, proof({ amount: 90_000 }))
        const { amount, message, parent_uid, proof: own, status, type } = sent
        assert.deepStrictEqual(
          { type, status, message, parent_uid, amount },
          { type: "proof", status: "pending", message: initialized, parent_uid: payment.uid, amount: 90_000 }
        )
        const expected = { ref_id: sent.uid, gateway_id: 2, status: "pending", message: initialized }
        assert.deepStrictEqual(own, expected)
        const shown = yield* find(payment.uid)
        assert.deepStrictEqual([shown.status, shown.amount, shown.proof], ["failed", 100_000, expected])
        assert.deepStrictEqual([yield* reported(payment), yield* reported(sent)], [[], []])
        assert.deepStrictEqual((yield* find(sent.uid)).proof, expected)
      })
  )

  it.effect.each([
    { what: "as claimed", body: undefined, claimed: 90_000, amount: 90_000, message: "The proof was approved" },
    {
      what: "of the operator",
      body: { amount: 80_000, message: "Seen" },
      claimed: 90_000,
      amount: 80_000,
      message: "Seen"
    }
  ])(
    "Payment proof | `pending`, Proof approved: payment and proof are successful with the amount $what, told once",
    (_) =>
      Effect.gen(function* () {
        const { documents, find, history, operator, prove } = yield* Journey
        const payment = yield* unpaid
        const sent = yield* prove(payment, proof({ amount: _.claimed }))
        const paid = yield* operator.approve(payment.uid, _.body)
        assert.deepStrictEqual([paid.status, paid.code, paid.amount], ["successful", "S.0000", _.amount])
        assert.isNotNull(paid.paid_at)
        const [document, ...more] = yield* documents(payment)
        assert.deepStrictEqual([document?.transaction, more.length], [yield* find(payment.uid), 0])
        const expected = { ref_id: sent.uid, gateway_id: 2, status: "successful", message: _.message }
        assert.deepStrictEqual(paid.proof, expected)
        const proven = yield* find(sent.uid)
        assert.deepStrictEqual([proven.status, proven.proof], ["successful", expected])
        assert.deepStrictEqual((yield* history(payment.uid)).slice(2), [
          "pending → failed, TimePassed",
          "failed → failed, ProofBegun",
          "failed → successful, ProofApproved, sandbox"
        ])
        assert.deepStrictEqual(yield* documents(sent), [])
      })
  )

  it.effect("Payment proof | `pending`, Proof declined: payment and proof are failed, told once", () =>
    Effect.gen(function* () {
      const { find, operator, prove, reported } = yield* Journey
      const payment = yield* unpaid
      const sent = yield* prove(payment)
      const shown = yield* operator.decline(sent.uid, { message: "Another shop's" })
      assert.deepStrictEqual([shown.uid, shown.status], [sent.uid, "failed"])
      assert.deepStrictEqual(yield* reported(payment), ["5 payment failed 100000, proof failed"])
      const { code: ended, proof: own, status } = yield* find(payment.uid)
      assert.deepStrictEqual(
        [status, ended, own?.status, own?.message],
        ["failed", "F.0205", "failed", "Another shop's"]
      )
      assert.deepStrictEqual(yield* reported(sent), [])
    })
  )

  it.effect("D13: under its key is answered byte for byte after its payment has changed", () =>
    Effect.gen(function* () {
      const { operator, pass, post } = yield* Journey
      const payment = yield* unpaid
      const path = `/beyag/transactions/${payment.uid}/proof`
      const send = post(path, { request: proof() }, { key: `proof-${payment.uid}` })
      const first = yield* send
      assert.strictEqual(first.status, 200, first.text)
      yield* operator.approve(payment.uid)
      yield* pass("P1D")
      const second = yield* send
      assert.deepStrictEqual([second.status, second.text], [200, first.text])
      assert.deepStrictEqual(
        [first, second].map(({ headers }) => headers.get("idempotency-replayed")),
        [null, "true"]
      )
    })
  )

  it.effect("D2: about another shop's payment is told what one about no payment is told", () =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      const payment = yield* unpaid
      const answers = yield* Effect.forEach([payment.uid, "0190b6a0-0000-7000-8000-000000000000", "none"], (uid) =>
        tries(`${uid}/proof`, proof(), { as: "other" })
      )
      assert.deepStrictEqual(
        answers,
        answers.map(() => [404, answers[0]![1]] as const)
      )
    })
  )

  it.effect("Payment proof | Proof request, Payment status is `pending` or `successful`: is declined", () =>
    Effect.gen(function* () {
      const { bank, pay, reported, tries } = yield* Journey
      const payment = yield* pay()
      const expected = refusal("Only a failed payment can be proven")
      assert.deepStrictEqual(yield* tries(`${payment.uid}/proof`, proof()), expected)
      yield* bank.pay(payment.uid)
      assert.deepStrictEqual(yield* tries(`${payment.uid}/proof`, proof()), expected)
      assert.deepStrictEqual(yield* reported(payment), ["3 payment successful 100000"])
    })
  )

  it.effect("Endpoints | Payment proof: is for payments by sbp_data only (D29)", () =>
    Effect.gen(function* () {
      const { ahead, bank, pass, pay, payOut, prove, tries } = yield* Journey
      const byCode = yield* pay({ method: code, description: "DECLINE" })
      const expired = yield* pay({ expired_at: yield* ahead({ minutes: 1 }) })
      const paidOut = yield* payOut({ description: "DECLINE" })
      yield* pass("PT1M")
      const none = refusal("Only an sbp_data payment can be proven")
      assert.deepStrictEqual(yield* tries(`${byCode.uid}/proof`, proof()), none)
      assert.deepStrictEqual(yield* tries(`${paidOut.uid}/proof`, proof()), none)
      assert.deepStrictEqual(
        yield* tries(`${expired.uid}/proof`, proof()),
        refusal("Only a failed payment can be proven")
      )
      const sent = yield* prove(yield* unpaid)
      assert.deepStrictEqual(yield* tries(`${sent.uid}/proof`, proof()), none)
      const unknown = yield* tries("01dedcc0-f280-7182-8bb8-7662372ab02a/proof", proof())
      assert.deepStrictEqual(unknown, [404, { message: "Not found." }])
      yield* bank.pay(expired.uid)
    })
  )

  it.effect("Endpoints | rule 3: no new one is taken before the webhook of the last", () =>
    Effect.gen(function* () {
      const { operator, pass, prove, reported, tries } = yield* Journey
      const payment = yield* unpaid
      yield* prove(payment)
      yield* pass("PT1H")
      const again = proof({ skip_duplicate_check: true })
      assert.deepStrictEqual(
        yield* tries(`${payment.uid}/proof`, again),
        refusal("A proof of this payment is being processed")
      )
      yield* operator.decline(payment.uid)
      assert.deepStrictEqual(yield* reported(payment), ["5 payment failed 100000, proof failed"])
      yield* prove(payment, again)
    })
  )

  it.effect("Limits | Proof requests per payment: the fourth is refused, and refused ones do not count", () =>
    Effect.gen(function* () {
      const { find, operator, prove, reported, tries } = yield* Journey
      const payment = yield* unpaid
      const next = proof({ skip_duplicate_check: true })
      const uids: Array<string> = []
      for (const sequence of [5, 7, 9]) {
        yield* tries(`${payment.uid}/proof`, proof({ amount: 50, skip_duplicate_check: true }))
        uids.push((yield* prove(payment, next)).uid)
        yield* operator.decline(payment.uid)
        assert.deepStrictEqual(yield* reported(payment), [`${sequence} payment failed 100000, proof failed`])
      }
      assert.deepStrictEqual(yield* tries(`${payment.uid}/proof`, next), refusal("No more than 3 proofs are accepted"))
      assert.strictEqual((yield* find(payment.uid)).proof?.ref_id, uids[2])
    })
  )

  it.effect.each([
    { after: "PT29.999S", skips: false, status: 422 },
    { after: "PT30S", skips: false, status: 200 },
    { after: "PT29.999S", skips: true, status: 200 }
  ])(
    "Limits | Duplicate-check window of proof and confirm: a second proof after $after, skip_duplicate_check $skips: $status",
    ({ after, skips, status }) =>
      Effect.gen(function* () {
        const { operator, pass, prove, tries } = yield* Journey
        const payment = yield* unpaid
        yield* prove(payment)
        yield* operator.decline(payment.uid)
        yield* pass(after)
        const second = proof({ amount: 200, skip_duplicate_check: skips })
        const [answered, body] = yield* tries(`${payment.uid}/proof`, second)
        assert.strictEqual(answered, status)
        if (status === 422) assert.deepStrictEqual(body.errors, { base: ["Duplicate transaction"] })
      })
  )

  it.effect(
    "Payment proof request | skip_duplicate_check: does not hide a proof from the check of the next (D12)",
    () =>
      Effect.gen(function* () {
        const { operator, prove, tries } = yield* Journey
        const payment = yield* unpaid
        yield* prove(payment, proof({ skip_duplicate_check: true }))
        yield* operator.decline(payment.uid)
        assert.strictEqual((yield* tries(`${payment.uid}/proof`, proof()))[0], 422)
      })
  )

  it.effect(
    "Payment proof | While proof is being processed: money that arrives is evidence, and the proof is decided (D28)",
    () =>
      Effect.gen(function* () {
        const { ahead, bank, evidence, operator, prove, reported } = yield* Journey
        const payment = yield* unpaid
        yield* prove(payment)
        const paidAt = yield* ahead({})
        yield* bank.pay(payment.uid)
        assert.deepStrictEqual(yield* evidence(payment.uid), [`paid 100000 ${paidAt}`])
        assert.deepStrictEqual(yield* reported(payment), [])
        yield* operator.approve(payment.uid)
        assert.deepStrictEqual(yield* reported(payment), ["6 payment successful 100000, proof successful"])
      })
  )

  it.effect("Events | Proof webhook: comes once, because a proof is decided once (D29)", () =>
    Effect.gen(function* () {
      const { operator, post, prove, reported } = yield* Journey
      const payment = yield* unpaid
      const sent = yield* prove(payment)
      yield* operator.approve(payment.uid)
      yield* reported(payment)
      for (const uid of [payment.uid, sent.uid]) {
        for (const how of ["approve", "decline"]) {
          const { body, status } = yield* post(`/sandbox/transfers/${uid}/proof/${how}`)
          assert.deepStrictEqual([status, body.response.message], [400, "The proof is decided already."])
        }
      }
      assert.deepStrictEqual(yield* reported(payment), [])
    })
  )

  it.effect.each([
    { what: "the amount's", amount: 100_000, checksum: checksumOf(100_000) },
    { what: "the file's", amount: 100_000, checksum: undefined }
  ])("Payment proof request | document.checksum: $what is taken", ({ amount, checksum }) =>
    Effect.gen(function* () {
      const { prove } = yield* Journey
      const document = documentOf(pdf(), checksum === undefined ? {} : { checksum })
      assert.strictEqual((yield* prove(yield* unpaid, proof({ amount, document }))).status, "pending")
    })
  )
})
