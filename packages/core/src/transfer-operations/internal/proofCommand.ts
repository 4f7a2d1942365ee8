import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import * as Amount from "../../money/Amount.js"
import * as AcceptanceRules from "../../operations/AcceptanceRules.js"
import { type InvalidRequest, NotFound } from "../../request/InvalidRequest.js"
import { trackedAs } from "../../transaction-base/TransactionBase.js"
import { DocumentVault, type SealedDocument } from "../../transfers/DocumentVault.js"
import { noReport } from "../../transfers/ProviderReport.js"
import type { Transfer } from "../../transfers/Transfer.js"
import { apply } from "../../transfers/TransferChange.js"
import { TransferEvent } from "../../transfers/TransferEvent.js"
import type { ProofRequest } from "../../transfers/TransferRequest.js"
import * as ProofRules from "../ProofRules.js"
import { writesOf } from "../TransferWrites.js"

/** The proof's own message while it is processed. Source: interface, "Payment proof". */
export const begun = "The proof was initialized. Processing takes 1 hour to 2 business days"

const sha256 = (bytes: Uint8Array): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", bytes)),
    (sum) => Encoding.encodeHex(new Uint8Array(sum))
  )

const checksumsOf = ({ amount, document }: ProofRequest): Effect.Effect<ProofRules.Checksums> =>
  Effect.all({
    ofAmount: sha256(new TextEncoder().encode(ProofRules.amountChecksumText(amount))),
    ofFile: sha256(document.content)
  })

const draftOf = (
  payment: Transfer,
  { amount, currency }: ProofRequest
): AcceptanceRules.TransactionDraft<Transfer> => ({
  type: "proof",
  method: payment.method,
  amount,
  currency,
  test: payment.test,
  language: payment.language,
  // The webhook of its decision is that of the payment.
  details: {},
  parentUid: payment.uid,
  ...trackedAs(undefined, payment),
  gatewayId: payment.gatewayId,
  report: { ...noReport, message: begun },
  order: null,
  payBy: null,
  expiredAt: null,
  evidence: []
})

const initial: AcceptanceRules.InitialState<Transfer> = {
  trigger: "Accepted",
  status: "pending",
  effects: [],
  reason: null,
  detail: null
}

const replaced = (payment: Transfer, { now, uid }: AcceptanceRules.Request): ReadonlyArray<Write> => {
  const { transaction, transition } = Either.getOrThrow(
    apply(payment, TransferEvent.ProofBegun({ uid, message: begun }), now)
  )
  return [
    // It may have failed before: it is found by its reason no more.
    { _tag: "ReplaceTransaction", transaction, isFoundOtherwise: true },
    { _tag: "AppendHistory", shop: payment.shop, uid: payment.uid, transition }
  ]
}

interface Facts {
  readonly payment: Transfer | undefined
}

/** The proof and its document, and the payment that it begins to prove. Source: D29. */
export const plan =
  (
    sent: ProofRequest,
    sealed: SealedDocument | undefined,
    refused: InvalidRequest | undefined,
    request: AcceptanceRules.Request
  ) =>
  ({ payment }: Facts): Either.Either<AcceptanceRules.NewTransaction<Transfer>, InvalidRequest | NotFound> => {
    if (payment === undefined) return Either.left(new NotFound())
    const refusal = refused ?? ProofRules.paymentStateRefusal(payment)
    if (refusal !== undefined || sealed === undefined) return Either.left(refusal ?? new NotFound())
    const { content, fileName } = sent.document
    const { now: createdAt, uid: proof } = request
    const document = { shop: payment.shop, proof, fileName, size: content.length, sealed, createdAt }
    const besides: ReadonlyArray<Write> = [...replaced(payment, request), { _tag: "InsertDocument", document }]
    return Either.right({ draft: draftOf(payment, sent), initial, besides })
  }

/** Builds the accepting commits of proofs: checks the document and seals it, before the unit of work. */
export const make = Effect.gen(function* () {
  const vault = yield* DocumentVault
  const requestOf = yield* AcceptanceRules.requesting(writesOf)

  const refusalOf = (sent: ProofRequest) => {
    const refusal = ProofRules.refusal(sent)
    return refusal === undefined
      ? Effect.map(checksumsOf(sent), (sums) => ProofRules.checksumRefusal(sent, sums))
      : Effect.succeed(refusal)
  }

  return Effect.fnUntraced(function* (
    requested: AcceptanceRules.OrderedBy,
    payment: Transfer["uid"],
    sent: ProofRequest
  ) {
    const repeats = { on: payment, check: sent.skipDuplicateCheck !== true }
    // Proofs of one payment repeat each other whatever their amounts. Source: D12.
    const request = requestOf(requested, { name: "accept-proof", type: "proof", amount: Amount.zero, repeats })
    const refusal = yield* refusalOf(sent)
    const sealed =
      refusal === undefined ? yield* vault.seal(requested.shop.id, request.uid, sent.document.content) : undefined
    return AcceptanceRules.acceptanceCommit<Facts, InvalidRequest | NotFound, Transfer>(
      request,
      { payment: Reads.transfer(requested.shop.id, payment) },
      plan(sent, sealed, refusal, request)
    )
  })
})
