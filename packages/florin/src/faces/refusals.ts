/** Why a call in process was not carried out, or Florin did not start. */
import { thrownIn } from "@florin/core/store/Thrown"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { withHostLines } from "../host/hostLines.js"
import {
  type CodedError,
  docsOf,
  type ErrorCode,
  type ErrorFields,
  errorCodes,
  isErrorCode,
  noFields,
  sentenceOf,
  statusOf
} from "./errorCodes.js"

/** One fault of a request. `path` names the member as the host spells it; empty: the request as a whole. */
const Fault = Schema.Struct({ path: Schema.Array(Schema.String), sentence: Schema.String })

type Faults = ReadonlyArray<typeof Fault.Type>

const fieldsOf = (faults: Faults): ErrorFields => {
  const fields = new Map<string, ReadonlyArray<string>>()
  for (const { path, sentence } of faults) {
    const name = path.join(".")
    if (name !== "") fields.set(name, [...(fields.get(name) ?? []), sentence])
  }
  return Object.fromEntries(fields)
}

const messageOf = (faults: Faults): string =>
  faults.map(({ path, sentence }) => `${path.join(".")} ${sentence}`.trim()).join("; ")

/** What the interface says of an equal request, for the request as a whole. Source: D4, D12. */
export const duplicate = "Duplicate transaction"

const isDuplicate = ([first, ...others]: Faults): boolean => first?.sentence === duplicate && others.length === 0

/** The request was refused: nothing was charged or written. The message never contains a value that was sent. */
export class RequestRefused
  extends Schema.TaggedError<RequestRefused>("florin/RequestRefused")("RequestRefused", {
    errors: Schema.NonEmptyArray(Fault),
    /**
     * What to tell the customer, in the language of the request: what is wrong with the card, else that the shop cannot take
     * the payment. Never repeats a value that was sent. Source: D47.
     */
    friendlyMessage: Schema.String
  })
  implements CodedError
{
  readonly code: "duplicate-request" | "invalid-request" = isDuplicate(this.errors)
    ? "duplicate-request"
    : "invalid-request"
  readonly fields = fieldsOf(this.errors)
  readonly docs = docsOf(this.code)
  readonly status = statusOf(this.code)

  override get message(): string {
    return sentenceOf(this.code, { faults: messageOf(this.errors) })
  }
}

/** The idempotency key cannot be used now. Nothing was charged or written. Source: D13. */
export class KeyRefused
  extends Schema.TaggedError<KeyRefused>("florin/KeyRefused")("KeyRefused", {
    reason: Schema.Literal("another-request", "in-flight")
  })
  implements CodedError
{
  readonly code: "key-in-flight" | "key-for-another-request" =
    this.reason === "in-flight" ? "key-in-flight" : "key-for-another-request"
  readonly fields = noFields
  readonly docs = docsOf(this.code)
  readonly status = statusOf(this.code)

  override get message(): string {
    return sentenceOf(this.code)
  }
}

/** The call came after the end of `close`. Nothing was charged or written. */
export class FlorinClosed
  extends Schema.TaggedError<FlorinClosed>("florin/FlorinClosed")("FlorinClosed", {})
  implements CodedError
{
  readonly code = "closed"
  readonly fields = noFields
  readonly docs = docsOf(this.code)
  readonly status = statusOf(this.code)

  override get message(): string {
    return sentenceOf(this.code)
  }
}

/** There is no such shop, or no such record in it; for an operator, in no shop. */
export class RecordMissing
  extends Schema.TaggedError<RecordMissing>("florin/RecordMissing")("RecordMissing", {
    kind: Schema.Literal(
      "shop",
      "plan",
      "customer",
      "subscription",
      "transfer",
      "transaction",
      "notification",
      "checkout",
      "card",
      "product",
      "approval",
      "coupon"
    )
  })
  implements CodedError
{
  readonly code: "no-such-shop" | "no-such-record" = this.kind === "shop" ? "no-such-shop" : "no-such-record"
  readonly fields = noFields
  readonly docs = docsOf(this.code)
  readonly status = statusOf(this.code)

  override get message(): string {
    // An operator's call is about those of all shops.
    const record = this.kind === "transaction" ? "transaction, or nothing of it to decide" : `${this.kind} in this shop`
    return sentenceOf(this.code, { record })
  }
}

/** An error of one of Florin's parts, as an Effect app gets it. */
export interface Failure extends Error {
  readonly _tag: string
  readonly code: ErrorCode
}

/**
 * Florin did not start, or did not carry out a call, for a reason that is not the request's: of the storage, the key ring
 * or the vault. `cause` is the part's own error, and `_tag` its tag; of an `onCommit` that has failed, `cause` is what it has
 * thrown.
 */
export class FlorinFailed extends Error implements CodedError {
  override readonly name = "FlorinFailed"
  /** The part's own error, or what `onCommit` has thrown. */
  declare readonly cause: unknown
  readonly _tag: string
  readonly code: ErrorCode
  readonly fields = noFields
  readonly docs: string
  readonly status: number

  constructor(cause: Failure) {
    super(sentenceOf(cause.code, { cause: cause.message }), {
      cause: Option.getOrElse(thrownIn(cause), (): unknown => cause)
    })
    withHostLines(this)
    this._tag = cause._tag
    this.code = cause.code
    this.docs = docsOf(cause.code)
    this.status = statusOf(cause.code)
  }
}

// What has an address in the documentation is a host's error already. Other specifics than the cause are a class's own.
const isFailure = (error: unknown): error is Failure =>
  error instanceof Error &&
  "code" in error &&
  isErrorCode(error.code) &&
  !("docs" in error) &&
  !/\{(?!cause\})/.test(errorCodes[error.code])

/** An error as hosts without Effect get it. */
export const failureOf = (error: unknown): unknown => (isFailure(error) ? new FlorinFailed(error) : error)
