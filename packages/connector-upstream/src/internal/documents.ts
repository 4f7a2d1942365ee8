/** What the other gateway says of a transaction, read with suspicion. */
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import type { AcquirerReport } from "@florin/core/cards/AcquirerReport"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { TransactionStatus, TransactionType } from "@florin/core/transactions/Transaction"
import * as Codes from "@florin/wire/Codes"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Unclear } from "./exchange.js"
import { keyIn, trackingIdOf } from "./operations.js"

/** Longer texts are no reference and no code. */
const textLimit = 255

const text = Schema.optionalWith(Schema.NullOr(Schema.String.pipe(Schema.maxLength(textLimit))), {
  default: () => null
})

const Result = Schema.Struct({
  status: TransactionStatus,
  auth_code: text,
  bank_code: text,
  rrn: text,
  ref_id: text,
  message: text,
  billing_descriptor: text
})

const Checked = Schema.optional(Schema.Struct({ result_code: text }))
const Checks = Schema.NullishOr(Schema.Struct({ avs_verification: Checked, cvc_verification: Checked }))

const result = Schema.optional(Result)

/** The members that an acquirer's word is made of. All others are ignored. */
const Document = Schema.Struct({
  uid: Schema.NonEmptyString.pipe(Schema.maxLength(textLimit)),
  type: TransactionType,
  status: TransactionStatus,
  amount: Schema.Number,
  currency: Schema.String,
  tracking_id: Schema.String,
  code: text,
  avs_cvc_verification: Schema.optional(Checks),
  authorization: result,
  payment: result,
  tokenization: result,
  capture: result,
  void: result,
  refund: result,
  credit: result,
  payout: result
})

export type Document = typeof Document.Type

const decodeAnswer = Schema.decodeEither(Schema.parseJson(Schema.Struct({ transaction: Document })))
const decodeList = Schema.decodeEither(Schema.parseJson(Schema.Struct({ transactions: Schema.Array(Schema.Unknown) })))
const decodeDocument = Schema.decodeUnknownEither(Document)

// What a decoder complains about holds what it was given.
const unreadable = () => new Unclear({ because: "the answer is no document of a transaction" })

/** A transaction of ours that is what its own tracking id says was asked for. */
const consistent = (document: Document): Either.Either<Document, Unclear> =>
  document.tracking_id === trackingIdOf(keyIn(document.tracking_id), document)
    ? Either.right(document)
    : Either.left(new Unclear({ because: "the document is not what was asked for", isAlarm: true }))

/** What an operation is answered. */
export const ofAnswer = (body: string): Either.Either<Document, Unclear> =>
  Either.flatMap(Either.mapLeft(decodeAnswer(body), unreadable), ({ transaction }) => consistent(transaction))

const hasKey = (key: string) => (transaction: unknown) =>
  Predicate.hasProperty(transaction, "tracking_id") && keyIn(String(transaction.tracking_id)) === key

/** What a query by our key is answered. */
export const ofList = (body: string, key: string): Either.Either<Option.Option<Document>, Unclear> =>
  Either.gen(function* () {
    const { transactions } = yield* Either.mapLeft(decodeList(body), unreadable)
    const ours = transactions.filter(hasKey(key))
    if (ours.length > 1) return yield* Either.left(new Unclear({ because: "several have our key", isAlarm: true }))
    if (ours.length === 0) return Option.none()
    return Option.some(yield* consistent(yield* Either.mapLeft(decodeDocument(ours[0]), unreadable)))
  })

/** The acquirer's own words are shown to merchants: none that could hold a card number. */
const words = (said: string | null): string | null =>
  said === null || /\d{12}/.test(said.replace(/[^\p{L}\p{N}]/gu, "")) ? null : said

const isDeclineCode = Schema.is(Codes.DeclineCode)

const reasonOf = ({ code }: Document): DeclineReason => (isDeclineCode(code) ? Codes.reasonOf(code) : "unspecified")

const reportOf = (document: Document, said: typeof Result.Type): AcquirerReport => ({
  authCode: said.auth_code,
  bankCode: said.bank_code,
  rrn: said.rrn,
  refId: said.ref_id,
  message: words(said.message),
  billingDescriptor: words(said.billing_descriptor),
  avsResult: document.avs_cvc_verification?.avs_verification?.result_code ?? null,
  cvcResult: document.avs_cvc_verification?.cvc_verification?.result_code ?? null
})

/** The final word in a document, if it holds one. */
export const final = (
  document: Document
): Either.Either<Extract<AcquirerAnswer, { readonly _tag: "Approved" | "Declined" }>, Unclear> => {
  const said = document[document.type]
  if (said?.status !== document.status) {
    return Either.left(new Unclear({ because: "the document contradicts itself", isAlarm: true }))
  }
  const report = reportOf(document, said)
  switch (document.status) {
    case "successful":
      return Either.right(AcquirerAnswer.Approved({ report }))
    case "failed":
      return Either.right(AcquirerAnswer.Declined({ reason: reasonOf(document), report }))
    case "expired":
      return Either.right(AcquirerAnswer.Declined({ reason: "order-expired", report }))
    case "pending":
      return Either.left(new Unclear({ because: "its outcome is not known there either" }))
    case "incomplete":
      return Either.left(new Unclear({ because: "it wants 3-D Secure, to which nobody is sent", isAlarm: true }))
  }
}
