/** Decoders of the card routes, from parsed JSON to the requests of core's operations. */
import { CardPayoutRequest, ChargeRequest, CreditRequest, TokenizationRequest } from "@florin/core/cards/CardRequest"
import { CaptureOrVoidRequest, RefundRequest } from "@florin/core/cards/ChildRequest"
import { SavedCardChange, SavedCardRequest } from "@florin/core/cards/SavedCardRequest"
import type { FieldError } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import * as EncryptedCards from "./EncryptedCards.js"
import {
  type Decoded,
  isAbsentMember,
  isObject,
  type Members,
  objectOf,
  reading,
  refused,
  wrapped
} from "./internal/reader.js"
import { listed, type Shape, shapeOf, type UnknownMember, unknownNames, unknownTo } from "./internal/unknownMembers.js"
import type { Decoder } from "./internal/unwrapped.js"

export type {
  Decoder,
  /** An unknown member of a body. */
  UnknownMember
}

export {
  /** How many unknown members of a request are named. Source: D3. */
  listed,
  /** The unknown ones among the names of a query. */
  unknownNames
}

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

const decoder = <A, I>(
  schema: Schema.Schema<A, I>,
  inCard: (request: Members) => ReadonlyArray<string> = noFlags,
  takesEncrypted = inCard !== noFlags
): Decoder<A> => {
  const read = reading(schema)
  const known = inCard === noFlags ? {} : { credit_card: flags }
  const decode = (request: Members): Decoded<A> => {
    const moved = inCard(request)
    return Either.mapLeft(read(movedOut(request, moved)), ({ errors }) =>
      refused(errors.map((error) => pathAsSent(error, moved)))
    )
  }
  return Object.assign((body: unknown) => objectOf(body).pipe(Either.flatMap(wrapped), Either.flatMap(decode)), {
    unknownMembers: unknownTo(() => {
      const shape = shapeOf(schema.ast, known) as ReadonlyMap<string, Shape>
      return new Map([["request", takesEncrypted ? new Map([...shape, EncryptedCards.shape]) : shape]])
    })
  })
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
export const capture: Decoder<CaptureOrVoidRequest> = decoder(CaptureOrVoidRequest)

/** `POST /transactions/refunds`. Source: D10. */
export const refund: Decoder<RefundRequest> = decoder(RefundRequest)

/** `POST /transactions/credits`. Source: D11. */
export const credit: Decoder<CreditRequest> = decoder(CreditRequest)

/** `POST /transactions/payouts`. Source: D11. */
export const payout: Decoder<CardPayoutRequest> = decoder(CardPayoutRequest)

/** `POST /credit_cards`. Source: D51. */
export const savedCard: Decoder<SavedCardRequest> = decoder(SavedCardRequest, noFlags, true)

/** `POST /credit_cards/{token}`. Source: D51. */
export const savedCardChange: Decoder<SavedCardChange> = decoder(SavedCardChange)

const voidDecoder: Decoder<CaptureOrVoidRequest> = capture

export {
  /** `POST /transactions/voids`: the fields of a capture. Source: D10. */
  voidDecoder as void
}
