/**
 * Requests of the card routes, from parsed JSON to what core's operations take.
 *
 * @since 0.1.0
 */
import { CardPayoutRequest, ChargeRequest, CreditRequest, TokenizationRequest } from "@florin/core/cards/CardRequest"
import { type FieldError, InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import { ChildRequest, RefundRequest } from "@florin/core/transactions/ChildRequest"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { nestsTooDeep, pathAsSent, presentMembers } from "./internal/present.js"
import { fieldErrors } from "./internal/sentences.js"
import { singlePass } from "./internal/singlePass.js"

/**
 * Reads the body of one operation: an object named `request`.
 *
 * Members that are null, or empty arrays or objects, count as absent; unknown members are ignored.
 *
 * Errors: `InvalidRequest` with every field that is wrong, in the interface's names, never with a value that was sent.
 *
 * Source: interface, Conventions, "Gateway request bodies"; D3, D5.
 *
 * @since 0.1.0
 * @category models
 */
export type Decoder<Request> = (body: unknown) => Either.Either<Request, InvalidRequest>

type Members = Record<string, unknown>

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const flags = ["skip_three_d_secure_verification", "force_three_d_secure_verification"]

/** The flags that came inside `credit_card` are put beside it, unless one is there already. Source: D3. */
const withFlagsOfCard = (request: Members): ReadonlyArray<string> => {
  const card = request.credit_card
  if (!isObject(card)) return []
  const moved = flags.filter((flag) => flag in card && !(flag in request))
  for (const flag of moved) request[flag] = (card as Members)[flag]
  return moved
}

const noneMoved = (): ReadonlyArray<string> => []

const decoder = <A, I>(
  schema: Schema.Schema<A, I>,
  move: (request: Members) => ReadonlyArray<string> = noneMoved
): Decoder<A> => {
  const decode = ParseResult.decodeUnknownEither(Schema.make<A, I>(singlePass(schema.ast)), { errors: "all" })
  return (body) => {
    if (!isObject(body)) return Either.left(invalid([], "Request body must be a JSON object"))
    if (nestsTooDeep(body)) return Either.left(invalid([], "Request body is nested too deeply"))
    const sent = presentMembers({ request: (body as Members).request })
    if (sent.request === undefined && !isObject((body as Members).request)) {
      return Either.left(invalid("request", "is missing"))
    }
    const request = sent.request ?? {}
    if (!isObject(request)) return Either.left(invalid("request", "is invalid"))
    const moved = move(request as Members)
    return Either.mapLeft(decode(request), (issue) => {
      const asSent = (path: ReadonlyArray<PropertyKey>) =>
        pathAsSent((body as Members).request, moved.includes(String(path[0])) ? ["credit_card", ...path] : path)
      return new InvalidRequest({ errors: fieldErrors(issue, asSent) as [FieldError, ...Array<FieldError>] })
    })
  }
}

/**
 * `POST /transactions/authorizations`.
 *
 * Source: interface, "Authorization request".
 *
 * @since 0.1.0
 * @category decoders
 */
export const authorization: Decoder<ChargeRequest> = decoder(ChargeRequest, withFlagsOfCard)

/**
 * `POST /transactions/payments`: the fields of an authorization. Source: D11.
 *
 * @since 0.1.0
 * @category decoders
 */
export const payment: Decoder<ChargeRequest> = authorization

/**
 * `POST /transactions/tokenizations`.
 *
 * Source: interface, "Tokenization request".
 *
 * @since 0.1.0
 * @category decoders
 */
export const tokenization: Decoder<TokenizationRequest> = decoder(TokenizationRequest, withFlagsOfCard)

/**
 * `POST /transactions/captures`. Source: D10.
 *
 * @since 0.1.0
 * @category decoders
 */
export const capture: Decoder<ChildRequest> = decoder(ChildRequest)

/**
 * `POST /transactions/refunds`. Source: D10.
 *
 * @since 0.1.0
 * @category decoders
 */
export const refund: Decoder<RefundRequest> = decoder(RefundRequest)

/**
 * `POST /transactions/credits`. Source: D11.
 *
 * @since 0.1.0
 * @category decoders
 */
export const credit: Decoder<CreditRequest> = decoder(CreditRequest)

/**
 * `POST /transactions/payouts`. Source: D11.
 *
 * @since 0.1.0
 * @category decoders
 */
export const payout: Decoder<CardPayoutRequest> = decoder(CardPayoutRequest)

const voidDecoder: Decoder<ChildRequest> = capture

export {
  /**
   * `POST /transactions/voids`: the fields of a capture. Source: D10.
   *
   * @since 0.1.0
   * @category decoders
   */
  voidDecoder as void
}
