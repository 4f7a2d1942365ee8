import { documentedFetch } from "@florin/http-adapter/testing/documented"
// Instant bank transfers and the operator's work in process. Source: D1 (one set of operations), D7, D27 to D32, D40.
import { RecordMissing, RequestRefused } from "florin"
import { assert, describe, it } from "vitest"
import { listed, twoShops } from "./internal/twoShops.js"

const operators = [{ id: "anna", key: "0f6c1d7be2a94c53a8b04f7d9e6132c5" }]
const florin = twoShops({ operators })

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n")
/** Bytes that are no text, as those of most documents. */
const binary = Buffer.concat([pdf, Buffer.from([0, 255, 254, 128])])
const document = { fileName: "receipt.pdf", content: new Uint8Array(pdf) }
const nobody = "0190b6a0-0000-7000-8000-000000000000"

const order = {
  amount: 100_000,
  currency: "RUB",
  description: "Order 42",
  returnUrl: "https://shop.example/done",
  method: { type: "sbp_data", channel: "SBP" }
} as const

const transfers = () => florin().shop("books").transfers

const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason
  )
  assert.instanceOf(error, Error)
  return error
}

/** A payment that nobody has paid within its 15 minutes, and its proof. */
const proven = async (amount = 100_000) => {
  const { uid } = await transfers().pay({ ...order, amount })
  await florin().sandbox.advance({ minutes: 16 })
  const proof = await transfers().prove(uid, { amount, currency: "RUB", document })
  return { uid, proof }
}

describe("a shop's transfers in process", () => {
  it("pays, and finds the payment as HTTP does", async () => {
    const payment = await transfers().pay({ ...order, trackingId: "order-42" })
    assert.deepInclude(payment, { type: "payment", status: "pending", amount: 100_000, trackingId: "order-42" })
    assert.match(payment.sbpData?.expiredAt ?? "", /^\d{4}-.*Z$/)
    assert.deepStrictEqual(await transfers().find(payment.uid), payment)
    const authorization = `Basic ${btoa(`books:${listed.secretKey}`)}`
    const found = await documentedFetch(
      florin().fetch,
      "/pay"
    )(new Request(`http://127.0.0.1:8080/pay/beyag/transactions/${payment.uid}`, { headers: { authorization } }))
    const { transaction } = (await found.json()) as { transaction: { uid: string; tracking_id: string } }
    assert.deepStrictEqual([transaction.uid, transaction.tracking_id], [payment.uid, "order-42"])
  })

  it("shows the page of a code, and takes a payout by the phone number as people write it", async () => {
    const { form } = await transfers().pay({ ...order, method: { type: "sbp" } })
    assert.match(form?.action ?? "", /^http:\/\/127\.0\.0\.1:8080\/pay\/transfers\//)
    const payout = await transfers().payOut({
      ...order,
      amount: 500_000,
      method: { type: "sbp", accountNumber: "+7 (000) 123-45-67", bankCode: "100000000004" }
    })
    assert.deepInclude(payout, { type: "payout", amount: 500_000 })
  })

  it("confirms nothing that is not paid", async () => {
    const { uid } = await transfers().pay(order)
    const confirmed = await transfers().confirm(uid)
    assert.deepInclude(confirmed, { parentUid: uid, type: "confirm", status: "failed", amount: 100_000 })
    assert.include((await refusal(transfers().confirm(uid))).message, "Duplicate transaction")
    assert.strictEqual((await transfers().confirm(uid, { skipDuplicateCheck: true })).status, "failed")
  })

  it("refunds what an operator has approved, up to its amount", async () => {
    const { uid } = await proven()
    await florin().operator.approve(uid, { by: "anna" })
    const refund = await transfers().refund({ parentUid: uid, reason: "Returned goods", amount: 40_000 })
    assert.deepInclude(refund, { type: "refund", parentUid: uid, amount: 40_000 })
    const tooMuch = transfers().refund({ parentUid: uid, reason: "Returned goods", amount: 100_001 })
    assert.include((await refusal(tooMuch)).message, "amount")
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ["a payment without what it needs", () => transfers().pay({ ...order, amount: 49_999 }), "amount"],
    [
      "a member by the name that the host knows",
      () => transfers().payOut({ ...order, amount: 500_000, method: { type: "sbp", accountNumber: "1" } as never }),
      "method.bankCode can't be blank"
    ],
    ["a refund of nothing", () => transfers().refund({ parentUid: nobody, reason: "x" }), "parentUid"],
    [
      "a proof that is no PDF",
      async () => {
        const { uid } = await transfers().pay(order)
        return transfers().prove(uid, {
          amount: 100,
          currency: "RUB",
          document: { ...document, content: Buffer.from("x") }
        })
      },
      "document.content is not a PDF"
    ],
    [
      "a proof whose file has a path",
      async () => {
        const { uid } = await transfers().pay(order)
        return transfers().prove(uid, { amount: 100, currency: "RUB", document: { ...document, fileName: "../a.pdf" } })
      },
      "document.fileName must be"
    ],
    [
      "a proof of what may still be paid",
      async () => {
        const { uid } = await transfers().pay(order)
        return transfers().prove(uid, { amount: 100_000, currency: "RUB", document })
      },
      "Only a failed payment can be proven"
    ]
  ])("refuses %s", async (_, call, says) => {
    const error = await refusal(call())
    assert.instanceOf(error, RequestRefused)
    assert.include(error.message, says)
  })

  it("has none under an unknown or ill-formed uid, nor one of another shop", async () => {
    const { uid } = await transfers().pay(order)
    for (const call of [
      () => transfers().find(nobody),
      () => transfers().find("x"),
      () => florin().shop("other").transfers.find(uid),
      () => florin().shop("other").transfers.confirm(uid),
      () => florin().shop("other").transfers.prove(uid, { amount: 100, currency: "RUB", document })
    ]) {
      const error = await refusal(call())
      assert.instanceOf(error, RecordMissing)
      assert.strictEqual(error.message, "there is no such transfer in this shop")
    }
    assert.match((await refusal(florin().shop("nobody").transfers.find(uid))).message, /^there is no shop with this id/)
  })
})

describe("the operator in process", () => {
  it("sees a proof and its document, approves it with an amount, and the payment is paid (D29)", async () => {
    const { uid, proof } = await proven()
    const waiting = (await florin().operator.proofs()).find((one) => one.uid === proof.uid)
    assert.deepInclude(waiting, { shop: "books", paymentUid: uid, amount: 100_000, number: 1 })
    assert.deepStrictEqual(waiting?.document, { fileName: "receipt.pdf", fileSize: pdf.length })
    const opened = await florin().operator.document(proof.uid)
    assert.strictEqual(opened.fileName, "receipt.pdf")
    assert.isTrue(pdf.equals(opened.content))
    const paid = await florin().operator.approve(proof.uid, { by: "anna", amount: 90_000, message: "Seen" })
    assert.deepInclude(paid, { uid, status: "successful", amount: 90_000 })
    assert.deepInclude(paid.proof, { refId: proof.uid, status: "successful", message: "Seen" })
    assert.deepStrictEqual(await transfers().find(uid), paid)
    assert.notInclude(
      (await florin().operator.proofs()).map((one) => one.uid),
      proof.uid
    )
  })

  it("has the routes of the operators that the host lists, also for servers of the web (D2, D29)", async () => {
    const { uid } = await transfers().pay(order)
    await florin().sandbox.advance({ minutes: 16 })
    const content = new Uint8Array(binary)
    const proof = await transfers().prove(uid, { amount: 100_000, currency: "RUB", document: { ...document, content } })
    const get = (who: string) =>
      documentedFetch(
        florin().fetch,
        "/pay"
      )(
        new Request(`http://127.0.0.1:8080/pay/operator/proofs/${proof.uid}/document`, {
          headers: { authorization: `Basic ${btoa(who)}` }
        })
      )
    const answer = await get(`anna:${operators[0]!.key}`)
    assert.strictEqual(answer.headers.get("content-type"), "application/pdf")
    assert.isTrue(binary.equals(Buffer.from(await answer.arrayBuffer())))
    assert.strictEqual((await get(`books:${listed.secretKey}`)).status, 401)
  })

  it("declines by the uid of the payment, and only once (D29)", async () => {
    const { uid } = await proven()
    const declined = await florin().operator.decline(uid, { by: "anna" })
    assert.deepInclude(declined, { uid, status: "failed" })
    assert.strictEqual(declined.proof?.status, "failed")
    assert.include((await refusal(florin().operator.approve(uid, { by: "anna" }))).message, "decided already")
  })

  it("corrects a transfer, also a final one (D7)", async () => {
    const { uid } = await transfers().pay(order)
    const paid = await florin().operator.correct(uid, { by: "anna", status: "successful", reason: "Statement 7" })
    assert.deepInclude(paid, { status: "successful", amount: 100_000 })
    assert.isNotNull(paid.manuallyCorrectedAt)
    const unpaid = await florin().operator.correct(uid, { by: "anna", status: "failed", reason: "Wrong statement" })
    assert.strictEqual(unpaid.status, "failed")
  })

  it("lists pages, doubts and late reports, and reconciles (D28, D40)", async () => {
    const [first, second] = [(await proven()).proof, (await proven()).proof]
    const all = (await florin().operator.proofs()).map(({ uid }) => uid)
    assert.isBelow(all.indexOf(first.uid), all.indexOf(second.uid))
    const rest = await florin().operator.proofs({ limit: 1, after: first.uid })
    assert.deepStrictEqual(
      rest.map(({ uid }) => uid),
      [second.uid]
    )
    assert.deepStrictEqual(await florin().operator.proofs({ after: "no such proof" }), [])
    assert.deepStrictEqual(await florin().operator.inDoubt(), [])
    assert.deepStrictEqual(await florin().operator.evidence(), [])
    const { now } = await florin().sandbox.advance({ minutes: 1 })
    const report = await florin().operator.reconcile({ from: "2000-01-01T00:00:00Z", to: "2000-01-02T00:00:00Z" })
    assert.deepInclude(report, { checked: 0, differences: [], from: "2000-01-01T00:00:00.000Z" })
    assert.isTrue((await florin().operator.reconcile()).to! <= now)
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ["nobody's decision", () => florin().operator.approve(nobody, { by: " " }), "by must be"],
    ["an amount of nothing", () => florin().operator.approve(nobody, { by: "anna", amount: 0 }), "amount"],
    [
      "no reason",
      () => florin().operator.correct(nobody, { by: "anna", status: "failed", reason: "" }),
      "reason can't be blank"
    ],
    ["a page", () => florin().operator.proofs({ limit: 0 }), "limit must be greater than 0"],
    [
      "a period backwards",
      () => florin().operator.reconcile({ from: "2030-01-02T00:00:00Z", to: "2030-01-01T00:00:00Z" }),
      "from must be earlier than to"
    ]
  ])("refuses %s", async (_, call, says) => {
    const error = await refusal(call())
    assert.instanceOf(error, RequestRefused)
    assert.include(error.message, says)
  })

  it("finds nothing under an unknown or ill-formed uid, nor a document of a payment", async () => {
    const { uid } = await transfers().pay(order)
    for (const call of [
      () => florin().operator.document(nobody),
      () => florin().operator.document("x"),
      () => florin().operator.document(uid),
      () => florin().operator.approve(uid, { by: "anna" }),
      () => florin().operator.decline("x", { by: "anna" }),
      () => florin().operator.correct(nobody, { by: "anna", status: "failed", reason: "x" })
    ]) {
      const error = await refusal(call())
      assert.instanceOf(error, RecordMissing)
      assert.strictEqual(error.message, "there is no such transaction, or nothing of it to decide")
    }
  })
})
