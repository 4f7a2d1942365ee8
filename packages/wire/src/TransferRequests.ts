/** Decoders of the transfer routes, from parsed JSON to the requests of core. */
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Turn from "@florin/core/time/Turn"
import { greatestDocument } from "@florin/core/transfer-operations/ProofRules"
import {
  ConfirmRequest,
  type ProofRequest,
  SentProof,
  TransferPaymentRequest,
  TransferPayoutRequest,
  TransferRefundRequest
} from "@florin/core/transfers/TransferRequest"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import * as Base64 from "./internal/base64.js"
import { type Decoded, isAbsent, type Members, objectOf, reading, wrapped } from "./internal/reader.js"
import { type Shape, shapeOf, unknownTo } from "./internal/unknownMembers.js"
import type { Decoder } from "./Requests.js"

/** The object named `request`, or the body itself. Source: D3. */
const bareOrWrapped = (body: Members): Decoded<Members> => (isAbsent(body.request) ? Either.right(body) : wrapped(body))

const decoder = <A, I>(schema: Schema.Schema<A, I>, unwrap = wrapped): Decoder<A> => {
  const read = reading(schema)
  return Object.assign((body: unknown) => objectOf(body).pipe(Either.flatMap(unwrap), Either.flatMap(read)), {
    unknownMembers: unknownTo(() => {
      const own = shapeOf(schema.ast) as ReadonlyMap<string, Shape>
      return new Map([...(unwrap === wrapped ? [] : own), ["request", own] as const])
    })
  })
}

/** `POST /beyag/transactions/payments`. Source: shapes, "Transfer". */
export const payment: Decoder<TransferPaymentRequest> = decoder(TransferPaymentRequest)

/** `POST /beyag/transactions/refunds`. Source: D32. */
export const refund: Decoder<TransferRefundRequest> = decoder(TransferRefundRequest)

/** `POST /beyag/transactions/payouts`. Source: interface, "Payout request"; D31. */
export const payout: Decoder<TransferPayoutRequest> = decoder(TransferPayoutRequest)

/** `POST /beyag/transactions/{uid}/proof`. Source: interface, "Payment proof request"; D29. */
export const proof: Decoder<SentProof> = decoder(SentProof)

const content = ["document", "content"]

/** The longest base64 of a document. Unit: characters. */
const longestContent = Math.ceil(greatestDocument / 3) * 4

/**
 * The proof with the bytes of its file, in steps. `text`: the base64 that was sent, in UTF-8, if it was cut out of the
 * body.
 *
 * Errors: the text is not base64, or that of more than 5 MiB.
 */
export const proving = function* (
  sent: SentProof,
  text: Uint8Array = Buffer.from(sent.document.content, "utf8")
): Turn.Steps<Either.Either<ProofRequest, InvalidRequest>> {
  const whole = yield* Base64.withoutWhiteSpace(text)
  if (whole.length > longestContent) return Either.left(invalid(content, "is too long (maximum is 5 MiB)"))
  const bytes = yield* Base64.decoding(whole)
  return bytes === undefined
    ? Either.left(invalid(content, "is not base64"))
    : Either.right({ ...sent, document: { ...sent.document, content: bytes } })
}

/** `proving` at once. */
export const proven = (...of: Parameters<typeof proving>): Either.Either<ProofRequest, InvalidRequest> =>
  Turn.atOnce(proving(...of))

/** `POST /beyag/transactions/{uid}/confirm`, bare or wrapped. Source: interface, "Confirm request"; D3. */
export const confirm: Decoder<ConfirmRequest> = decoder(ConfirmRequest, bareOrWrapped)
