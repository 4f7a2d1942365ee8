/**
 * The body of a proof: JSON with one text of up to 7 MiB. That text is cut out before the rest is parsed, so that a
 * document exists neither as a string nor twice. Source: D29.
 */
import { nextTurn } from "@florin/core/time/Turn"
import type { ProofRequest, SentProof } from "@florin/core/transfers/TransferRequest"
import * as Errors from "@florin/wire/Errors"
import * as TransferErrors from "@florin/wire/TransferErrors"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Option from "effect/Option"
import { parsed } from "./exchange.js"

/** Longer strings are cut out. Unit: bytes. */
const longest = 16 * 1024

const quote = 0x22
const backslash = 0x5c

/** What an escape of one character stands for. */
const escapes = new Map([
  [0x2f, 0x2f],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [0x66, 0x0c]
])

/** A text in the place of the one that was cut out. No client sends it. */
const mark = "\u0000florin cut out\u0000"

/** The index of the quote that ends a string, or the length of the body. */
const endOf = (body: Uint8Array, from: number): number => {
  let index = from
  while (index < body.length && body[index] !== quote) index += body[index] === backslash ? 2 : 1
  return Math.min(index, body.length)
}

/** The first string of more than `longest` bytes, without its quotes; none in most bodies. */
const longIn = (body: Uint8Array, from: number): readonly [start: number, end: number] | undefined => {
  for (let index = from; index < body.length; index++) {
    if (body[index] !== quote) continue
    const end = endOf(body, index + 1)
    if (end - (index + 1) > longest) return [index + 1, end]
    index = end
  }
  return undefined
}

const ascii = (digits: Uint8Array): number | undefined => {
  const code = /^00[0-7][\da-f]$/i.test(String.fromCharCode(...digits))
    ? Number.parseInt(String.fromCharCode(...digits), 16)
    : undefined
  return code
}

/**
 * The text without escapes, in the place of the text. Encoders escape the slash (`\/`), the plus sign (`\u002B`) and the
 * line breaks (`\r\n`) of base64; anything else stays, and is no base64.
 */
const unescaped = (text: Uint8Array): Uint8Array => {
  if (!text.includes(backslash)) return text
  let size = 0
  for (let index = 0; index < text.length; index++) {
    let byte = text[index]!
    const code = byte === backslash && text[index + 1] === 0x75 ? ascii(text.subarray(index + 2, index + 6)) : undefined
    if (code !== undefined) {
      byte = code
      index += 5
    } else if (byte === backslash) {
      const meant = escapes.get(text[index + 1] ?? 0)
      byte = meant ?? byte
      if (meant !== undefined) index += 1
    }
    text[size++] = byte
  }
  return text.subarray(0, size)
}

/** A body in two parts. */
export interface Cut {
  /** The JSON, with `mark` in the place of the text. */
  readonly json: Uint8Array
  readonly text: Uint8Array | undefined
}

/** Undefined if more than one string is long, or if the rest is longer than `limit` bytes. */
export const cut = (body: Uint8Array, limit: number): Cut | undefined => {
  const long = longIn(body, 0)
  if (long === undefined) return body.length > limit ? undefined : { json: body, text: undefined }
  const [start, end] = long
  if (body.length - (end - start) > limit || longIn(body, end + 1) !== undefined) return undefined
  const json = Buffer.concat([
    body.subarray(0, start),
    Buffer.from(JSON.stringify(mark).slice(1, -1)),
    body.subarray(end)
  ])
  return { json, text: body.subarray(start, end) }
}

type Decode = (body: Option.Option<unknown>) => Either.Either<SentProof, Errors.ErrorReply>

const proven = (sent: SentProof, text: Uint8Array | undefined): Either.Either<ProofRequest, Errors.ErrorReply> => {
  // The text was not that of the document: the rest of a body is small.
  if (text !== undefined && sent.document.content !== mark) return Either.left(Errors.tooLarge)
  const proof = TransferRequests.proven(sent, text === undefined ? undefined : unescaped(text))
  return Either.mapLeft(proof, ({ errors }) => TransferErrors.invalidRequest(errors))
}

/** Reads the request of a proof from its body, which is used up. `limit`: of all but the document, in bytes. */
export const read =
  (decode: Decode, limit: number) =>
  (bytes: Uint8Array): Effect.Effect<Either.Either<ProofRequest, Errors.ErrorReply>> =>
    Effect.gen(function* () {
      const parts = cut(bytes, limit)
      if (parts === undefined) return Either.left(Errors.tooLarge)
      const sent = decode(parsed(parts.json))
      if (Either.isLeft(sent)) return Either.left(sent.left)
      yield* nextTurn
      const proof = proven(sent.right, parts.text)
      yield* nextTurn
      return proof
    })
