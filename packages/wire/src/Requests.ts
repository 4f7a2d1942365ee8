/** Decoders of the card routes, from parsed JSON to the requests of core's operations. */
import { CardPayoutRequest, ChargeRequest, CreditRequest, TokenizationRequest } from "@florin/core/cards/CardRequest"
import { ChildRequest, RefundRequest } from "@florin/core/cards/ChildRequest"
import { type FieldError, InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import { kindOf } from "./internal/expectations.js"
import { Findings, isAbsent, isAbsentMember, isObject, nestsTooDeep, readerOf, wrong } from "./internal/reader.js"
import { shapeOf, type UnknownMember, unknownTo } from "./internal/unknownMembers.js"

/**
 * Decodes the body of one operation: an object named `request`.
 *
 * Members that are null, empty texts, or empty arrays or objects count as absent; unknown members are ignored. The cost
 * is linear in the size of the body.
 *
 * Errors: `InvalidRequest` with at most 100 invalid fields, under the interface's names and without their values.
 *
 * Source: interface, "Conventions | wrapped in request"; D3, D4, D5.
 */
export interface Decoder<Request> {
  (body: unknown): Either.Either<Request, InvalidRequest>
  /** Unknown members of a body: the first 10 whose names are at most 64 letters and underscores. Source: D3. */
  readonly unknownMembers: (body: unknown) => ReadonlyArray<UnknownMember>
}

export type {
  /** An unknown member of a body. */
  UnknownMember
}

type Members = Readonly<Record<string, unknown>>

const flags = ["skip_three_d_secure_verification", "force_three_d_secure_verification"]

/** The flags sent inside `credit_card` and not beside it. Source: D3. */
const flagsOfCard = (request: Members): ReadonlyArray<string> => {
  const card = request.credit_card
  if (!isObject(card)) return []
  return flags.filter((flag) => !isAbsentMember(card[flag]) && isAbsentMember(request[flag]))
}

const noFlags = (): ReadonlyArray<string> => []

/** Moves members of the card beside it. */
const movedOut = (request: Members, moved: ReadonlyArray<string>): Members => {
  if (moved.length === 0) return request
  const card = request.credit_card as Members
  return { ...request, ...Object.fromEntries(moved.map((flag) => [flag, card[flag]])) }
}

const pathAsSent = ({ path, sentence }: FieldError, moved: ReadonlyArray<string>): FieldError =>
  moved.includes(path[0] ?? "") ? { path: ["credit_card", ...path], sentence } : { path, sentence }

const unreadable = (body: unknown): InvalidRequest | undefined => {
  if (!isObject(body)) return invalid([], "Request body must be a JSON object")
  if (nestsTooDeep(body)) return invalid([], "Request body is nested too deeply")
  const { request } = body
  if (isObject(request)) return undefined
  return invalid("request", isAbsent(request) ? "is missing" : `is invalid: expected an object, got ${kindOf(request)}`)
}

const decoder = <A, I>(
  schema: Schema.Schema<A, I>,
  inCard: (request: Members) => ReadonlyArray<string> = noFlags
): Decoder<A> => {
  const read = readerOf(schema.ast)
  const known = inCard === noFlags ? {} : { credit_card: flags }
  const decode = (body: unknown): Either.Either<A, InvalidRequest> => {
    const refusal = unreadable(body)
    if (refusal !== undefined) return Either.left(refusal)
    const request = (body as { readonly request: Members }).request
    const moved = inCard(request)
    const findings = new Findings()
    const value = read(movedOut(request, moved), findings)
    if (value !== wrong) return Either.right(value as A)
    const errors = findings.errors.map((error) => pathAsSent(error, moved))
    return Either.left(new InvalidRequest({ errors: errors as [FieldError, ...Array<FieldError>] }))
  }
  return Object.assign(decode, { unknownMembers: unknownTo(() => new Map([["request", shapeOf(schema.ast, known)]])) })
}

/**
 * `POST /transactions/authorizations`.
 *
 * Source: interface, "Authorization request".
 */
export const authorization: Decoder<ChargeRequest> = decoder(ChargeRequest, flagsOfCard)

/** `POST /transactions/payments`: the fields of an authorization. Source: D11. */
export const payment: Decoder<ChargeRequest> = authorization

/**
 * `POST /transactions/tokenizations`.
 *
 * Source: interface, "Tokenization request".
 */
export const tokenization: Decoder<TokenizationRequest> = decoder(TokenizationRequest, flagsOfCard)

/** `POST /transactions/captures`. Source: D10. */
export const capture: Decoder<ChildRequest> = decoder(ChildRequest)

/** `POST /transactions/refunds`. Source: D10. */
export const refund: Decoder<RefundRequest> = decoder(RefundRequest)

/** `POST /transactions/credits`. Source: D11. */
export const credit: Decoder<CreditRequest> = decoder(CreditRequest)

/** `POST /transactions/payouts`. Source: D11. */
export const payout: Decoder<CardPayoutRequest> = decoder(CardPayoutRequest)

const voidDecoder: Decoder<ChildRequest> = capture

export {
  /** `POST /transactions/voids`: the fields of a capture. Source: D10. */
  voidDecoder as void
}
