import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Reads from "@florin/core/commits/Reads"
import { ShopId } from "@florin/core/ids/Ids"
import * as Amount from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as AcceptanceRules from "@florin/core/operations/AcceptanceRules"
import { invalid } from "@florin/core/request/InvalidRequest"
import { VaultError } from "@florin/core/store/VaultError"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { writesOf } from "@florin/core/transfer-operations/TransferWrites"
import { DocumentVault, type SealedDocument } from "@florin/core/transfers/DocumentVault"
import type { ProofState, Transfer } from "@florin/core/transfers/Transfer"
import type { ProofRequest } from "@florin/core/transfers/TransferRequest"
import * as Effect from "effect/Effect"
import { begun, make, plan } from "../../src/transfer-operations/internal/proofCommand.js"
import { later, notification, now, renewal, reported, shopWith, shown, uid } from "../samples.js"
import { after, minutes15, rub, timePassed, transferWith } from "./given.js"

const file = Buffer.from("%PDF-1.4 of one page")
const sha256 = (of: string | Buffer): string => createHash("sha256").update(of).digest("hex")

const proofOf = (changes: Partial<ProofRequest["document"]> = {}, more: Partial<ProofRequest> = {}): ProofRequest => ({
  ...{ amount: Amount.Amount.make(90_000), currency: rub },
  document: {
    ...{ contentType: "application/pdf", fileName: "proof.pdf", fileSize: file.length },
    ...{ content: file, checksum: sha256("90000") },
    ...changes
  },
  ...more
})

const sealed: SealedDocument = { keyId: "k1", wrapped: "wrapped", content: new Uint8Array([1, 2, 3]) }
const encode = ({ status, version }: { readonly status: string; readonly version: number }) => `${version} ${status}`

const request: AcceptanceRules.Request = {
  ...{
    name: "accept-proof",
    shop: shopWith(),
    key: undefined,
    now: later(1e6),
    window: { after: later(1e6 - 30_000).epochMillis, until: later(1e6 + 5000).epochMillis },
    uid: uid("9"),
    fence: 42,
    notification
  },
  ...{ encode, writesOf, type: "proof", amount: Amount.zero, repeats: { on: uid("1"), check: true } }
}

const earlier = (status: ProofState["status"], count: number): { readonly proof: ProofState } => ({
  proof: { uid: uid("8"), status, message: "Earlier", count }
})
const failed = after(
  transferWith({ trackingId: "t-1", details: { notificationUrl: "https://shop.example/hook" } }),
  timePassed(minutes15 + 1)
)

const decide = (
  payment: Transfer | undefined,
  {
    requested = request,
    duplicate,
    refused,
    sent = proofOf(),
    vault = sealed
  }: {
    readonly requested?: AcceptanceRules.Request
    readonly duplicate?: Transfer["uid"]
    readonly refused?: ReturnType<typeof invalid>
    readonly sent?: ProofRequest
    readonly vault?: SealedDocument | undefined
  } = {}
) =>
  AcceptanceRules.acceptanceCommit(
    requested,
    { payment: Reads.transfer(requested.shop.id, uid("1")) },
    plan(sent, refused === undefined ? vault : undefined, refused, requested)
  )
    .operation(renewal)
    .decide({ key: undefined, duplicate, payment })

const written = (count: number) => [
  "Heartbeat",
  "InsertTransaction proof 1 pending",
  "AppendHistory 1 none Accepted pending",
  `ReplaceTransaction payment ${count + 2} failed unpaid`,
  `AppendHistory ${count + 2} failed ProofBegun failed`,
  `InsertDocument proof.pdf ${file.length} +1000000`
]

const pending = "A proof of this payment is being processed"
const onlyFailed = "Only a failed payment can be proven"
const onlyData = "Only an sbp_data payment can be proven"

describe("the proof of a payment", () => {
  it("Payment proof | Proof request, payment status is failed: begins with its document and its payment in one commit (D29)", () => {
    const decision = decide(failed)
    assert.deepStrictEqual(shown(decision), written(1))
    assert.deepStrictEqual(reported(decision), ["proof none Accepted pending"])
    assert(decision._tag === "Decided" && decision.answer._tag === "Concluded")
    const { document, transaction } = decision.answer.answer
    assert.strictEqual(document, "1 pending")
    const { parentUid, gatewayId, method, report } = transaction
    assert.deepStrictEqual([parentUid, gatewayId, method], [failed.uid, failed.gatewayId, failed.method])
    assert.deepStrictEqual(report, { refId: null, message: begun })
    assert.deepInclude(transaction, {
      amount: Amount.Amount.make(90_000),
      status: "pending",
      details: {},
      evidence: []
    })
    assert.deepInclude(transaction, { trackingId: "t-1", trackingIdFrom: "parent" })
  })

  it("Limits | Proof processing time: is told with the proof", () => {
    assert.strictEqual(begun, "The proof was initialized. Processing takes 1 hour to 2 business days")
  })

  it("D29: raises the payment's version by one, and changes no more of it than its proof", () => {
    const decision = decide(failed)
    assert(decision._tag === "Decided")
    const [replaced] = decision.writes.flatMap((write) =>
      write._tag === "ReplaceTransaction" ? [write.transaction] : []
    )
    assert.deepStrictEqual(replaced as unknown, {
      ...{ ...failed, version: failed.version + 1, updatedAt: later(1e6) },
      proof: { uid: uid("9"), status: "pending", message: begun, count: 1 }
    })
  })

  it("D29: stores the sealed document under the proof, and nothing of what was sent", () => {
    const decision = decide(failed)
    assert(decision._tag === "Decided")
    const documents = decision.writes.flatMap((write) => (write._tag === "InsertDocument" ? [write.document] : []))
    assert.deepStrictEqual(documents, [
      {
        ...{ shop: failed.shop, proof: uid("9"), fileName: "proof.pdf", size: file.length },
        ...{ sealed, createdAt: later(1e6) }
      }
    ])
    assert.notInclude(JSON.stringify(decision.writes), file.toString("base64"))
    assert.notInclude(JSON.stringify(decision.writes), "%PDF")
  })

  it.each([
    ["the first", {}, 1],
    ["the second", earlier("failed", 1), 2],
    ["the third", earlier("failed", 2), 3]
  ] as const)("Limits | Proof requests per payment: %s is accepted (D29)", (_, proof, count) => {
    const decision = decide({ ...failed, ...proof })
    assert.deepStrictEqual(shown(decision), written(1))
    assert(decision._tag === "Decided")
    const counts = decision.writes.flatMap((write) =>
      write._tag === "ReplaceTransaction" && "proof" in write.transaction ? [write.transaction.proof?.count] : []
    )
    assert.deepStrictEqual(counts, [count])
  })

  // Source: interface, "Payment proof", "Errors | Proof request for a payment with status pending or successful".
  it.each<readonly [string, Transfer | undefined, string]>([
    ["no payment", undefined, "NotFound"],
    ["a pending payment", transferWith(), onlyFailed],
    ["a successful payment", transferWith({ status: "successful" }), onlyFailed],
    ["an expired payment", transferWith({ status: "expired" }), onlyFailed],
    ["a failed payment by code", { ...failed, method: "sbp" }, onlyData],
    ["a failed payout", { ...failed, type: "payout", method: "sbp" }, onlyData],
    ["a proof", { ...failed, type: "proof" }, onlyData],
    ["a payment whose proof is pending", { ...failed, ...earlier("pending", 1) }, pending],
    [
      "a payment with three declined proofs",
      { ...failed, ...earlier("failed", 3) },
      "No more than 3 proofs are accepted"
    ]
  ])(
    "Errors | Proof request for a payment with status pending or successful: of %s, is refused (D29)",
    (_, payment, expected) => {
      assert.strictEqual(shown(decide(payment)), expected)
    }
  )

  // Precedence: the key, the payment that must exist, what was sent, how the payment stands, the duplicate window.
  const refused = invalid(["document", "content"], "is not a PDF")
  it.each<readonly [string, Transfer | undefined, Parameters<typeof decide>[1], string]>([
    ["a bad document, of no payment", undefined, { refused }, "NotFound"],
    ["a bad document", failed, { refused }, "document.content is not a PDF"],
    ["a bad document, of a pending payment", transferWith(), { refused }, "document.content is not a PDF"],
    ["a bad document, within 30 seconds", failed, { refused, duplicate: uid("8") }, "document.content is not a PDF"],
    ["a pending payment, within 30 seconds", transferWith(), { duplicate: uid("8") }, onlyFailed],
    [
      "while another is pending, within 30 seconds",
      { ...failed, ...earlier("pending", 1) },
      { duplicate: uid("8") },
      pending
    ],
    [
      "after a declined one, within 30 seconds",
      { ...failed, ...earlier("failed", 1) },
      { duplicate: uid("8") },
      "DuplicateRequest"
    ],
    [
      "the fourth, within 30 seconds",
      { ...failed, ...earlier("failed", 3) },
      { duplicate: uid("8") },
      "No more than 3 proofs are accepted"
    ]
  ])("D4, D12, D29: of several faults, the first is told: %s", (_, payment, given, expected) => {
    assert.strictEqual(shown(decide(payment, given)), expected)
  })
})

interface Seals {
  readonly seals: Array<readonly [shop: string, proof: string, size: number]>
}

const vaultOf = ({ seals }: Seals) =>
  DocumentVault.of({
    seal: (shop, proof, content) =>
      Effect.sync(() => {
        seals.push([shop, proof, content.length])
        return sealed
      }),
    open: () => Effect.fail(new VaultError({ reason: "altered" })),
    rewrap: (_, __, key) => Effect.succeed(key)
  })

const acceptOf = (sent: ProofRequest, seen: Seals = { seals: [] }) =>
  Effect.flatMap(make, (prove) => prove({ shop: shopWith(), key: undefined, now }, uid("1"), sent)).pipe(
    Effect.provideService(DocumentVault, vaultOf(seen)),
    Effect.provideService(TransactionDocuments, { encode, returnUrl: () => "" })
  )

describe("a document before its commit", () => {
  const eur = Currency.make("EUR")
  it.effect.each<readonly [string, ProofRequest, string | undefined]>([
    ["the sum of its amount", proofOf(), undefined],
    ["the sum of its file", proofOf({ checksum: sha256(file) }), undefined],
    ["another sum", proofOf({ checksum: sha256("90001") }), "document.checksum is wrong"],
    ["a sum in capitals", proofOf({ checksum: sha256("90000").toUpperCase() }), "document.checksum is wrong"],
    ["another size", proofOf({ fileSize: 1 }), "document.file_size is not the size of the content"],
    [
      "another size and another sum",
      proofOf({ fileSize: 1, checksum: "" }),
      "document.file_size is not the size of the content"
    ],
    ["another currency", proofOf({}, { currency: eur }), "currency is not supported. Only RUB is"],
    ["a path for a name", proofOf({ fileName: "a/b.pdf" }), "document.file_name must be a file name with an extension"]
  ])("D29: with %s is sealed, or it is refused and no vault sees it", ([, sent, expected]) =>
    Effect.gen(function* () {
      const seen: Seals = { seals: [] }
      const { operation } = yield* acceptOf(sent, seen)
      const decision = operation(renewal).decide({ key: undefined, duplicate: undefined, payment: failed })
      const reply = shown(decision)
      assert.strictEqual(typeof reply === "string" ? reply : undefined, expected)
      if (expected !== undefined) return assert.deepStrictEqual(seen.seals, [])
      assert(decision._tag === "Decided" && decision.answer._tag === "Concluded")
      const { uid: proof } = decision.answer.answer.transaction
      assert.deepStrictEqual(seen.seals, [["shop", proof, file.length]])
    })
  )

  it.effect("D12: is looked for as a repeat of any proof of the payment, unless it asks to skip that", () =>
    Effect.gen(function* () {
      const payment = Reads.transfer(ShopId.make("shop"), uid("1"))
      const loadOf = (sent: ProofRequest) => Effect.map(acceptOf(sent), ({ operation }) => operation(renewal).load)
      const duplicate = Reads.duplicate(ShopId.make("shop"), `proof:0:${uid("1")}`, now.epochMillis - 30_000, {
        other: `proof:0:${uid("1")}:keyed`
      })
      for (const amount of [100, 90_000]) {
        const sent = proofOf({ checksum: sha256(file) }, { amount: Amount.Amount.make(amount) })
        assert.deepStrictEqual((yield* loadOf(sent)) as object, { duplicate, payment })
      }
      assert.deepStrictEqual((yield* loadOf(proofOf({}, { skipDuplicateCheck: false }))) as object, {
        duplicate,
        payment
      })
      assert.deepStrictEqual((yield* loadOf(proofOf({}, { skipDuplicateCheck: true }))) as object, { payment })
    })
  )
})
