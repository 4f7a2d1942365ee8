/**
 * The body of a proof: JSON with one text of up to 7 MiB. That text is cut out before the rest is parsed, so that a
 * document exists neither as a string nor twice. Source: D29.
 */

import * as Turn from "@florin/core/time/Turn"
import type { ProofRequest, SentProof } from "@florin/core/transfers/TransferRequest"
import * as Errors from "@florin/wire/Errors"
import { ofTransfers } from "@florin/wire/operations/RefusalForm"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Option from "effect/Option"
import type { Ticket } from "./admission.js"
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

type Span = readonly [start: number, end: number]

/** The first string of more than `longest` bytes, without its quotes, in steps; none in most bodies. */
const longIn = function* (body: Uint8Array, from: number): Turn.Steps<Span | undefined> {
  let index = from
  // Of the string that the index is in.
  let start: number | undefined
  while (index < body.length) {
    const pause = Math.min(index + Turn.bytesPerStep, body.length)
    while (index < pause) {
      const byte = body[index]
      if (start === undefined) start = byte === quote ? index + 1 : undefined
      else if (byte === backslash) index++
      else if (byte === quote) {
        if (index - start > longest) return [start, index]
        start = undefined
      }
      index++
    }
    if (index < body.length) yield
  }
  return start !== undefined && body.length - start > longest ? [start, body.length] : undefined
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
const unescaping = function* (text: Uint8Array): Turn.Steps<Uint8Array> {
  if (!text.includes(backslash)) return text
  let size = 0
  for (let index = 0; index < text.length; index++) {
    if (size > 0 && size % Turn.bytesPerStep === 0) yield
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
export const cutting = function* (body: Uint8Array, limit: number): Turn.Steps<Cut | undefined> {
  const long = yield* longIn(body, 0)
  if (long === undefined) return body.length > limit ? undefined : { json: body, text: undefined }
  const [start, end] = long
  if (body.length - (end - start) > limit || (yield* longIn(body, end + 1)) !== undefined) return undefined
  const json = Buffer.concat([
    body.subarray(0, start),
    Buffer.from(JSON.stringify(mark).slice(1, -1)),
    body.subarray(end)
  ])
  return { json, text: body.subarray(start, end) }
}

type Decode = (body: Option.Option<unknown>) => Either.Either<SentProof, Errors.ErrorReply>

type Proven = Either.Either<ProofRequest, Errors.ErrorReply>

const proving = function* (sent: SentProof, text: Uint8Array | undefined): Turn.Steps<Proven> {
  // The text was not that of the document: the rest of a body is small.
  if (text !== undefined && sent.document.content !== mark) return Either.left(Errors.tooLarge)
  const proof = yield* TransferRequests.proving(sent, text === undefined ? undefined : yield* unescaping(text))
  return Either.mapLeft(proof, ({ errors }) => ofTransfers.invalid(errors))
}

/**
 * Reads the request of a proof from its body, which is used up, in turns of the loop. `limit`: of all but the document,
 * in bytes. `alone`: the line of long work.
 */
export const read =
  (decode: Decode, limit: number) =>
  (bytes: Uint8Array, alone: Ticket["alone"]): Effect.Effect<Proven> =>
    Effect.gen(function* () {
      const parts = yield* alone(() => cutting(bytes, limit))
      if (parts === undefined) return Either.left(Errors.tooLarge)
      const sent = decode(parsed(parts.json))
      if (Either.isLeft(sent)) return Either.left(sent.left)
      return yield* alone(() => proving(sent.right, parts.text))
    })
