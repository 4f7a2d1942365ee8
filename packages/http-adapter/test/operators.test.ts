/** What operators see and decide, over HTTP. Source: D4, D7, D13, D28, D29, D40. */
import { assert, describe, it } from "@effect/vitest"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Staffed from "./internal/staffed.js"
import { secrets } from "./memory.js"
import { basic, payment as cardPayment } from "./server.js"

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const nobody = "0190b6a0-0000-7000-8000-000000000000"
const other = basic("other", secrets.other!)

/** Every instant by its kind, so that documents are compared whole. */
const dated = (value: unknown): unknown => {
  if (typeof value === "string") return instant.test(value) ? "an instant" : value
  if (Array.isArray(value)) return value.map(dated)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, dated(member)]))
}

/** JSON of any form, with the members that are read, and a text in it that must not come back. */
const hostile = (canary: string) => {
  const value = fc.oneof(
    fc.constantFrom(canary, Number(canary), -1, 1.5, true, null, "", [], {}, [canary], { [canary]: canary }),
    fc.string(),
    fc.jsonValue({ maxDepth: 3 })
  )
  const members = fc.record(
    Object.fromEntries(["amount", "message", "status", "reason", "from", "to", canary].map((name) => [name, value])),
    { requiredKeys: [] }
  )
  return fc.oneof(
    members.map((one) => JSON.stringify(one)),
    value.map((one) => JSON.stringify(one)),
    fc.string()
  )
}

type Staff = Effect.Effect.Success<ReturnType<typeof Staffed.start>>

/** A payment of which nobody paid anything within its 15 minutes. */
const unpaid = ({ advance, pay }: Staff, more: object = {}, from?: Staff["shop"]) =>
  Effect.tap(pay(more, from), () => advance("PT16M"))

const proven = (staff: Staff, name = "receipt.pdf") =>
  Effect.gen(function* () {
    const payment = yield* unpaid(staff)
    return { payment, proof: yield* staff.prove(payment, { name }) }
  })

const listed = (staff: Staff, path: string) => Effect.map(staff.anna(path), ({ text }) => JSON.parse(text))

describeOnStores("operators", () => {
  it.scopedLive("see the proofs of all shops with their payments, and decide one once (D29)", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      const theirs = staff.as(other)
      const { payment, proof } = yield* proven(staff)
      const second = yield* unpaid(staff, { tracking_id: "order-43" }, theirs)
      const secondProof = yield* staff.prove(second, { from: theirs, amount: 90_000, name: "чек.pdf" })
      const { proofs } = yield* listed(staff, "/operator/proofs")
      assert.strictEqual(proofs.length, 2)
      const { bank_type, mark, ref_id, target_card, ...shown } = proofs[0].payment
      for (const text of [bank_type, mark, ref_id, target_card]) assert.isString(text)
      assert.deepStrictEqual(dated({ ...proofs[0], payment: shown }), {
        uid: proof,
        shop: "shop",
        payment_uid: payment,
        amount: 100_000,
        currency: "RUB",
        test: false,
        claimed_at: "an instant",
        number: 1,
        document: { file_name: "receipt.pdf", file_size: Staffed.pdf.length },
        payment: {
          amount: 100_000,
          description: "Order 42",
          tracking_id: "order-42",
          created_at: "an instant",
          pay_by: "an instant",
          evidence: []
        }
      })
      assert.deepInclude(proofs[1], { uid: secondProof, shop: "other", payment_uid: second, amount: 90_000 })

      const approve = staff.posting(staff.anna)
      const paid = yield* approve(`/operator/proofs/${proof}/approve`, { amount: 95_000, message: "Seen" })
      assert.strictEqual(paid.status, 200)
      const { transaction } = JSON.parse(paid.text)
      assert.deepInclude(transaction, { uid: payment, status: "successful", amount: 95_000 })
      assert.deepInclude(transaction.proof, { ref_id: proof, status: "successful", message: "Seen" })
      assert.strictEqual((yield* staff.shop(`/beyag/transactions/${payment}`)).text, paid.text)
      assert.deepStrictEqual((yield* staff.history(payment)).at(-1), ["ProofApproved", "failed", "successful", "anna"])
      assert.deepStrictEqual((yield* staff.history(proof)).at(-1), ["ProofApproved", "pending", "successful", "anna"])

      const again = yield* approve(`/operator/proofs/${payment}/decline`)
      assert.deepStrictEqual(
        [again.status, again.text],
        [422, '{"message":"The proof is decided already.","errors":{"base":["The proof is decided already"]}}']
      )
      const left = yield* listed(staff, "/operator/proofs")
      assert.deepStrictEqual(
        left.proofs.map(({ uid }: { uid: string }) => uid),
        [secondProof]
      )
      const declined = yield* approve(`/operator/proofs/${second}/decline`, { message: "No such payment" })
      assert.deepInclude(JSON.parse(declined.text).transaction, { uid: second, status: "failed" })
      assert.deepInclude(JSON.parse(declined.text).transaction.proof, { status: "failed", message: "No such payment" })
      assert.deepStrictEqual((yield* staff.history(second, "other")).at(-1), [
        "ProofDeclined",
        "failed",
        "failed",
        "anna"
      ])
    })
  )

  it.scopedLive("get the document of a proof as it was sent, and shops get it nowhere (D29)", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      const { payment, proof } = yield* proven(staff, "счёт (1).pdf")
      const path = `/operator/proofs/${proof}/document`
      const answer = yield* staff.anna(path)
      assert.strictEqual(answer.status, 200)
      assert.isTrue(answer.bytes.equals(Staffed.pdf))
      const { "x-request-id": _, connection: __, date: ___, "keep-alive": ____, ...headers } = answer.headers
      assert.deepStrictEqual(headers, {
        "cache-control": "no-store",
        "content-disposition": `attachment; filename="____ (1).pdf"; filename*=UTF-8''%D1%81%D1%87%D1%91%D1%82%20%281%29.pdf`,
        "content-length": String(Staffed.pdf.length),
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "content-type": "application/pdf",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY"
      })
      const head = yield* staff.anna(path, { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.bytes.length], [200, 0])
      assert.strictEqual(head.headers["content-length"], String(Staffed.pdf.length))
      for (const uid of [payment, nobody, "x"]) {
        const missing = yield* staff.anna(`/operator/proofs/${uid}/document`)
        assert.deepStrictEqual([missing.status, missing.text], [404, '{"message":"Not found."}'])
      }
      assert.strictEqual((yield* staff.shop(path)).status, 401)
      for (const uid of [payment, proof]) {
        const { text } = yield* staff.shop(`/beyag/transactions/${uid}`)
        assert.notInclude(text, Staffed.pdf.toString("base64"))
      }
      yield* staff.done(`/operator/proofs/${proof}/decline`, {}, staff.anna)
      assert.isTrue((yield* staff.anna(path)).bytes.equals(Staffed.pdf), "it is kept after the decision")
    })
  )

  it.scopedLive("see late payments and correct what they are about, with a reason that is kept (D7, D28)", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      const payment = yield* unpaid(staff)
      yield* staff.done(`/sandbox/transfers/${payment}/pay`, { amount: 70_000 })
      const { transfers } = yield* listed(staff, "/operator/evidence")
      const [{ evidence, ...shown }] = transfers
      assert.deepStrictEqual(dated(shown), {
        uid: payment,
        shop: "shop",
        type: "payment",
        status: "failed",
        amount: 100_000,
        currency: "RUB",
        test: false,
        tracking_id: "order-42",
        gateway_id: shown.gateway_id,
        created_at: "an instant",
        pay_by: "an instant",
        paid_at: null
      })
      const [{ ref_id, ...late }] = evidence
      assert.isString(ref_id)
      assert.deepStrictEqual(dated(late), {
        said: "paid",
        amount: 70_000,
        paid_at: "an instant",
        reported_at: "an instant"
      })
      assert.isTrue(late.paid_at > shown.pay_by)

      const correct = staff.posting(staff.as(basic("boris", Staffed.operatorKeys.boris)))
      const path = `/operator/transactions/${payment}/correct`
      const reason = "It arrived at 12:16"
      const corrected = yield* correct(path, { status: "successful", amount: 70_000, reason })
      assert.strictEqual(corrected.status, 200, corrected.text)
      const { transaction } = JSON.parse(corrected.text)
      assert.deepInclude(transaction, { uid: payment, status: "successful", amount: 70_000 })
      assert.match(transaction.manually_corrected_at, /Z$/)
      assert.notInclude((yield* staff.shop(`/beyag/transactions/${payment}`)).text, reason)
      assert.deepStrictEqual((yield* staff.history(payment)).at(-1), [
        "Corrected",
        "failed",
        "successful",
        `boris: ${reason}`
      ])
      assert.deepStrictEqual(yield* listed(staff, "/operator/evidence"), { transfers: [] })
      const repeated = yield* correct(path, { status: "successful", reason })
      assert.strictEqual(repeated.status, 422)
      assert.deepStrictEqual(JSON.parse(repeated.text).errors, { status: ["is that of the transfer already"] })
      assert.strictEqual((yield* correct(path, { status: "failed", reason: "It was another one" })).status, 200)
    })
  )

  it.scopedLive("see what is in doubt and for how long, but not what waits for a customer (D40)", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      yield* staff.pay()
      assert.deepStrictEqual(yield* listed(staff, "/operator/doubts"), { doubts: [] })
      const doubtful = yield* staff.pay({ description: "TIMEOUT" })
      const doubts = listed(staff, "/operator/doubts")
      const [{ next_at, seconds, since, ...shown }] = (yield* doubts).doubts
      assert.deepStrictEqual(shown, {
        uid: doubtful,
        shop: "shop",
        type: "payment",
        about: "outcome",
        amount: 100_000,
        currency: "RUB",
        test: false,
        gateway_id: shown.gateway_id,
        attempts: 1
      })
      assert.isTrue(instant.test(next_at) && instant.test(since) && seconds >= 0 && seconds < 600)
      yield* staff.advance("PT10S")
      assert.deepStrictEqual(yield* doubts, { doubts: [] }, "the request was sent again, and the bank has answered")
    })
  )

  it.scopedLive("compare the books, and find what they have corrected against the bank", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      const paid = yield* staff.pay()
      yield* staff.done(`/sandbox/transfers/${paid}/pay`, {})
      const corrected = yield* staff.pay({ description: "Order 43", amount: 60_000 })
      const reason = "By mistake"
      yield* staff.done(`/operator/transactions/${corrected}/correct`, { status: "successful", reason }, staff.anna)
      const { now } = yield* staff.advance("PT1H")
      const compare = staff.posting(staff.anna)
      const from = new Date(Date.parse(now) - 86_400_000).toISOString()
      const answer = yield* compare("/operator/reconciliation", { from })
      assert.strictEqual(answer.status, 200)
      const { checked, differences, to, ...rest } = JSON.parse(answer.text)
      assert.isAtLeast(checked, 2)
      assert.isTrue(to >= now)
      assert.deepStrictEqual(rest, { from, in_doubt: 0, not_compared: [], difference_count: 1 })
      const [{ gateway_id, ...difference }] = differences
      assert.isNumber(gateway_id)
      assert.deepStrictEqual(difference, {
        kind: "missing_there",
        uid: corrected,
        key: corrected,
        ours: { kind: "transfer", amount: 60_000, currency: "RUB", status: "successful" },
        theirs: null
      })
      const yesterday = yield* compare("/operator/reconciliation")
      const day = JSON.parse(yesterday.text)
      assert.match(day.from, /T00:00:00\.000Z$/)
      assert.strictEqual(Date.parse(day.to) - Date.parse(day.from), 86_400_000)
    })
  )

  it.scopedLive("get pages with a link to the next one", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      const payments = yield* Effect.forEach([1, 2, 3], (n) => staff.pay({ description: `Order ${n}` }))
      yield* staff.advance("PT16M")
      const proofs = yield* Effect.forEach(payments, (payment) => staff.prove(payment))
      const page = (query: string) =>
        Effect.map(staff.anna(`/operator/proofs${query}`), ({ headers, text }) => ({
          uids: JSON.parse(text).proofs.map(({ uid }: { uid: string }) => uid),
          link: headers.link
        }))
      const [first, second, third] = proofs
      const next = `<?limit=2&after=${second}>; rel="next"`
      assert.deepStrictEqual(yield* page("?limit=2"), { uids: [first, second], link: next })
      assert.deepStrictEqual(yield* page(`?limit=2&after=${second}`), { uids: [third], link: undefined })
      assert.deepStrictEqual(yield* page(""), { uids: proofs, link: undefined })
      assert.deepStrictEqual(yield* page(`?after=${third}`), { uids: [], link: undefined })
      for (const after of [nobody, "x"]) assert.deepStrictEqual((yield* page(`?after=${after}`)).uids, [])
      yield* staff.done(`/operator/proofs/${first}/decline`, {}, staff.anna)
      assert.deepStrictEqual((yield* page(`?after=${first}`)).uids, [second, third])
    })
  )
})

describe("a correction", () => {
  it.scopedLive("to what can't follow is refused, not answered as if it had been made (D7)", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      const { now } = JSON.parse((yield* staff.shop("/sandbox/clock")).text)
      const expired_at = new Date(Date.parse(now) + 60_000).toISOString()
      const payment = yield* staff.pay({ method: { type: "sbp" }, expired_at })
      yield* staff.advance("PT2M")
      const path = `/operator/transactions/${payment}/correct`
      const refused = yield* staff.posting(staff.anna)(path, { status: "failed", reason: "Nobody paid" })
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(JSON.parse(refused.text).errors, { status: ["can't follow expired"] })
      assert.notInclude((yield* staff.history(payment)).flat(), "Corrected")
      const paid = yield* staff.posting(staff.anna)(path, { status: "successful", reason: "It was paid" })
      assert.strictEqual(JSON.parse(paid.text).transaction.status, "successful")
    })
  )

  it.scopedLive("waits for the decision on a pending proof, and no card is corrected (D7, D29)", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      const { payment, proof } = yield* proven(staff)
      const correct = (uid: string) =>
        staff.posting(staff.anna)(`/operator/transactions/${uid}/correct`, { status: "successful", reason: "x" })
      for (const [uid, says] of [
        [payment, "A proof is pending. Approve or decline it."],
        [proof, "A proof is approved or declined."]
      ] as const) {
        const refused = yield* correct(uid)
        assert.deepStrictEqual([refused.status, JSON.parse(refused.text).message], [422, says])
      }
      const charged = yield* staff.shop("/transactions/payments", { method: "POST", body: cardPayment() })
      const card = yield* correct(JSON.parse(charged.text).transaction.uid)
      assert.strictEqual(card.status, 404)
    })
  )
})

describe("an operator's request", () => {
  it.scopedLive("is answered once under a key of the operator's own, in no shop's space (D13)", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      const { payment, proof } = yield* proven(staff)
      const key = { "idempotency-key": "k-1" }
      const path = `/operator/proofs/${proof}/approve`
      const first = yield* staff.posting(staff.anna)(path, { message: "Seen" }, key)
      assert.strictEqual(first.status, 200)
      assert.isUndefined(first.headers["idempotency-replayed"])
      const again = yield* staff.posting(staff.anna)(path, { message: "Seen" }, key)
      assert.deepStrictEqual([again.status, again.text], [200, first.text])
      assert.strictEqual(again.headers["idempotency-replayed"], "true")
      const otherwise = yield* staff.posting(staff.anna)(path, { message: "Other" }, key)
      assert.deepStrictEqual(
        [otherwise.status, otherwise.text],
        [422, '{"message":"The idempotency key was used for another request"}']
      )
      const boris = staff.as(basic("boris", Staffed.operatorKeys.boris))
      const theirs = yield* staff.posting(boris)(path, { message: "Seen" }, key)
      assert.strictEqual(theirs.status, 422)
      assert.include(theirs.text, "decided already")
      const refused = yield* staff.posting(boris)(path, { message: "Seen" }, key)
      assert.deepStrictEqual([refused.text, refused.headers["idempotency-replayed"]], [theirs.text, undefined])
      const shops = yield* staff.posting(staff.shop)(`/beyag/transactions/${payment}/confirm`, {}, key)
      assert.strictEqual(shops.status, 200)
    })
  )

  const uid = nobody
  const correct = `/operator/transactions/${uid}/correct`
  const approve = `/operator/proofs/${uid}/approve`
  const compare = "/operator/reconciliation"
  const errors = (member: string, sentence: string, reply: string) =>
    JSON.stringify({ message: reply, errors: { [member]: [sentence] } })

  it.scopedLive.each([
    ["of no proof", approve, "{}", 404, '{"message":"Not found."}'],
    ["of an ill-formed uid", "/operator/proofs/x/decline", "", 404, '{"message":"Not found."}'],
    ["to correct nothing", correct, '{"status":"failed","reason":"x"}', 404, '{"message":"Not found."}'],
    [
      "that is not JSON",
      approve,
      "{",
      400,
      errors("base", "Request body is not valid JSON", "Request body is not valid JSON")
    ],
    [
      "that is no object",
      approve,
      "[1]",
      422,
      errors("base", "Request body must be a JSON object", "Request body must be a JSON object.")
    ],
    [
      "for no amount",
      approve,
      '{"amount":0}',
      422,
      errors("amount", "must be greater than 0", "Amount must be greater than 0.")
    ],
    ["with a text for an amount", approve, '{"amount":"5411111111111111 kopecks"}', 422, undefined],
    [
      "with a message of 256 characters",
      approve,
      JSON.stringify({ message: "x".repeat(256) }),
      422,
      errors("message", "is too long (maximum is 255 characters)", "Message is too long (maximum is 255 characters).")
    ],
    [
      "to correct without a reason",
      correct,
      '{"status":"failed"}',
      422,
      errors("reason", "can't be blank", "Reason can't be blank.")
    ],
    [
      "to correct with a blank reason",
      correct,
      '{"status":"failed","reason":" "}',
      422,
      errors("reason", "can't be blank", "Reason can't be blank.")
    ],
    ["to correct to what no transfer becomes", correct, '{"status":"pending","reason":"x"}', 422, undefined],
    ["without a body, to correct", correct, "", 422, undefined],
    [
      "for a period backwards",
      compare,
      '{"from":"2030-01-02T00:00:00Z","to":"2030-01-02T00:00:00Z"}',
      422,
      errors("from", "must be earlier than to", "From must be earlier than to.")
    ],
    [
      "for 31 days and a millisecond",
      compare,
      '{"from":"2030-01-01T00:00:00Z","to":"2030-02-01T00:00:00.001Z"}',
      422,
      errors("from", "can't be more than 31 days before to", "From can't be more than 31 days before to.")
    ],
    ["for 31 days", compare, '{"from":"2030-01-01T00:00:00Z","to":"2030-02-01T00:00:00Z"}', 200, undefined],
    ["for an instant without an offset", compare, '{"from":"2030-01-01T00:00:00"}', 422, undefined]
  ] as const)("%s is answered in the form of transfers (D4)", ([, path, body, status, text]) =>
    Effect.gen(function* () {
      const { anna } = yield* Staffed.start()
      const answer = yield* anna(path, { method: "POST", body })
      assert.strictEqual(answer.status, status, answer.text)
      if (text !== undefined) assert.strictEqual(answer.text, text)
      assert.notInclude(answer.text, "5411111111111111")
    })
  )

  it.scopedLive.each([
    ["a page of none", "/operator/proofs?limit=0", "limit"],
    ["a page of 101", "/operator/evidence?limit=101", "limit"],
    ["a page in words", "/operator/doubts?limit=ten", "limit"],
    ["two pages at once", "/operator/proofs?after=a&after=b", "after"]
  ] as const)("for %s is refused (D4)", ([, path, expected]) =>
    Effect.gen(function* () {
      const { anna } = yield* Staffed.start()
      const answer = yield* anna(path)
      assert.strictEqual(answer.status, 422)
      assert.deepStrictEqual(Object.keys(JSON.parse(answer.text).errors), [expected])
    })
  )

  it.scopedLive("may hold anything: nothing fails, and nothing comes back", () =>
    Effect.gen(function* () {
      const staff = yield* Staffed.start()
      const { proof } = yield* proven(staff)
      const canary = "4111111111111111"
      const bodies = fc.sample(hostile(canary), { numRuns: 200, seed: 13 })
      const paths = [`/operator/proofs/${proof}/approve`, correct, compare, `/operator/proofs/${canary}/decline`]
      for (const [index, body] of bodies.entries()) {
        const path = paths[index % paths.length]!
        const answer = yield* staff.anna(path, { method: "POST", body })
        assert.isBelow(answer.status, 500, `${path} ${body}`)
        assert.notInclude(answer.text, canary, `${path} ${body}`)
      }
      for (const query of [
        `?after=${canary}`,
        `?limit=${canary}`,
        `?limit=${canary}&limit=1`,
        `?${canary}=1`,
        "?%zz=%00"
      ]) {
        for (const path of ["/operator/proofs", "/operator/evidence", "/operator/doubts"]) {
          const answer = yield* staff.anna(`${path}${query}`)
          assert.isBelow(answer.status, 500, `${path}${query}`)
          assert.notInclude(answer.text, canary, `${path}${query}`)
        }
      }
    })
  )

  it.scopedLive("is refused for its method, media type, size and key as everybody's (D3, D4, D13)", () =>
    Effect.gen(function* () {
      const { anna } = yield* Staffed.start()
      const post = { method: "POST", body: "{}" }
      for (const [path, sent, status] of [
        ["/operator/proofs", post, 405],
        [approve, { method: "GET" }, 405],
        [approve, { ...post, headers: { "content-type": "text/plain" } }, 415],
        [approve, { ...post, body: `{"message":"${"x".repeat(65_536)}"}` }, 413],
        [approve, { ...post, headers: { "idempotency-key": "a key" } }, 422],
        ["/operator", post, 404],
        ["/operator/proofs/", { method: "GET" }, 200]
      ] as const) {
        assert.strictEqual((yield* anna(path, sent)).status, status, `${sent.method} ${path}`)
      }
    })
  )
})
