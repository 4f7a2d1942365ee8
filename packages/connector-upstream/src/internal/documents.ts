/** Transaction documents of the other gateway, validated strictly. */
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import type { AcquirerReport } from "@florin/core/cards/AcquirerReport"
import { CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import { Unclear } from "@florin/exchange/Exchange"
import * as Codes from "@florin/wire/Codes"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { keyIn, trackingIdOf } from "./operations.js"
import { label, reference, resultCode, sentence } from "./texts.js"

/** For display only: an invalid value is dropped and doesn't invalidate the document. */
const shown = Schema.optional(Schema.Unknown)

const Result = Schema.Struct({
  status: TransactionStatus,
  auth_code: shown,
  bank_code: shown,
  rrn: shown,
  ref_id: shown,
  message: shown,
  billing_descriptor: shown
})

const result = Schema.optional(Result)

/** Used in paths and tracking ids. */
export const Uid = Schema.String.pipe(Schema.pattern(/^\w[\w.:-]{0,63}$/))

export const isUid = Schema.is(Uid)

/** The members that form an acquirer's answer. All others are ignored. */
const Document = Schema.Struct({
  uid: Uid,
  parent_uid: Schema.NullishOr(Uid),
  type: CardTransactionType,
  status: TransactionStatus,
  amount: Schema.Number,
  currency: Schema.String,
  tracking_id: Schema.String,
  code: shown,
  redirect_url: shown,
  avs_cvc_verification: shown,
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

const decodeAnswer = Schema.decodeEither(Schema.parseJson(Schema.Struct({ transaction: Schema.Unknown })))
const decodeDocument = Schema.decodeUnknownEither(Document)

// Drops the decoder's error, because it quotes its input.
export const unreadable = () => new Unclear({ because: "the answer is not a transaction document" })

/** The parent of a capture, void or refund. Ignores `parent_uid` on a charge. */
const followed = ({ parent_uid, type }: Document): string | undefined =>
  type === "capture" || type === "void" || type === "refund" ? (parent_uid ?? undefined) : undefined

/** Whether a document matches the request in its tracking id: type, amount, currency and parent. */
const fits = (document: Document): boolean =>
  document.uid !== document.parent_uid &&
  document.tracking_id === trackingIdOf(keyIn(document.tracking_id), { ...document, parentUid: followed(document) })

const consistent = (document: Document): Either.Either<Document, Unclear> =>
  fits(document)
    ? Either.right(document)
    : Either.left(new Unclear({ because: "the document does not match the request", isAlarm: true }))

export const ofUnknown = (section: unknown): Either.Either<Document, Unclear> =>
  Either.flatMap(Either.mapLeft(decodeDocument(section), unreadable), consistent)

/** The single transaction in an answer, not yet validated. */
export const transactionIn = (body: string): Either.Either<unknown, Unclear> =>
  Either.mapBoth(decodeAnswer(body), { onLeft: unreadable, onRight: ({ transaction }) => transaction })

/** Decodes the answer to an operation. */
export const ofAnswer = (body: string): Either.Either<Document, Unclear> =>
  Either.flatMap(transactionIn(body), ofUnknown)

const isDeclineCode = Schema.is(Codes.DeclineCode)

const reasonOf = ({ code }: Document): DeclineReason => (isDeclineCode(code) ? Codes.reasonOf(code) : "unspecified")

const checked = ({ avs_cvc_verification: checks }: Document, name: "avs_verification" | "cvc_verification") => {
  const check = Predicate.hasProperty(checks, name) ? checks[name] : undefined
  return Predicate.hasProperty(check, "result_code") ? resultCode(check.result_code) : null
}

const reportOf = (document: Document, section: typeof Result.Type): AcquirerReport => ({
  authCode: reference(section.auth_code),
  bankCode: reference(section.bank_code),
  rrn: reference(section.rrn),
  refId: reference(section.ref_id),
  message: sentence(section.message),
  billingDescriptor: label(section.billing_descriptor),
  avsResult: checked(document, "avs_verification"),
  cvcResult: checked(document, "cvc_verification")
})

/** Where the customer runs 3-D Secure at the other gateway, which leads back to us. */
const isPage = Schema.is(Schema.String.pipe(Schema.pattern(/^https?:\/\/[^\s"'<>]{1,2000}$/)))

/** Only a charge waits for its customer. Source: interface, "Transaction | redirect_url"; D53. */
const actionIn = ({ redirect_url: url, type, uid }: Document): Either.Either<Word, Unclear> =>
  isPage(url) && (type === "authorization" || type === "payment" || type === "tokenization")
    ? Either.right(AcquirerAnswer.ActionNeeded({ reference: uid, action: { _tag: "Redirect", url } }))
    : Either.left(new Unclear({ because: "it waits for a customer, and does not say where", isAlarm: true }))

/** What a document says of its operation. */
export type Word = Extract<AcquirerAnswer, { readonly _tag: "Approved" | "Declined" | "ActionNeeded" }>

/** The answer in a document: what is decided, or where the customer has to go first. */
export const answerIn = (document: Document): Either.Either<Word, Unclear> => {
  const section = document[document.type]
  if (section?.status !== document.status) {
    return Either.left(new Unclear({ because: "the document contradicts itself", isAlarm: true }))
  }
  const report = reportOf(document, section)
  switch (document.status) {
    case "successful":
      return Either.right(AcquirerAnswer.Approved({ report }))
    case "failed":
      return Either.right(AcquirerAnswer.Declined({ reason: reasonOf(document), report }))
    case "expired":
      return Either.right(AcquirerAnswer.Declined({ reason: "order-expired", report }))
    case "pending":
      return Either.left(new Unclear({ because: "the outcome is still unknown there" }))
    case "incomplete":
      return actionIn(document)
  }
}
