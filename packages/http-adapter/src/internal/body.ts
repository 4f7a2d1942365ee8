/**
 * Bodies: what is accepted, and what is answered otherwise.
 */
import { isUtf8 } from "node:buffer"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { BodyProblem } from "../Incoming.js"
import { type Exchange, Refused, type Reply } from "./exchange.js"
import { incomplete, tooSlow } from "./replies.js"

const json = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i

const problem = (what: BodyProblem): Reply => {
  switch (what) {
    case "too-large":
      return { ...Errors.tooLarge, close: true }
    case "too-slow":
      return tooSlow
    case "broken":
      return incomplete
  }
}

const isJson = ({ incoming }: Exchange): boolean => {
  const coding = incoming.header("content-encoding")
  return json.test(incoming.header("content-type") ?? "") && (coding === undefined || /^identity$/i.test(coding))
}

const unsupported = Effect.fail(new Refused(Errors.unsupportedMediaType))

const bytes = (exchange: Exchange, limit: number): Effect.Effect<Uint8Array, Refused> =>
  Effect.mapError(exchange.incoming.body(limit), (what) => new Refused(problem(what)))

/** The body of a route that needs one. Source: D3. */
export const required = (exchange: Exchange, limit: number): Effect.Effect<Uint8Array, Refused> =>
  isJson(exchange) ? bytes(exchange, limit) : unsupported

/** The body of a route that needs none: only an empty one goes without a media type. */
export const optional = (exchange: Exchange, limit: number): Effect.Effect<Uint8Array, Refused> =>
  isJson(exchange)
    ? bytes(exchange, limit)
    : Effect.filterOrElse(
        bytes(exchange, limit),
        (body) => body.length === 0,
        () => unsupported
      )

const read: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

/** Nothing when the bytes are not UTF-8. */
export const text = (body: Uint8Array): Option.Option<string> =>
  isUtf8(body)
    ? Option.some(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"))
    : Option.none()

/** Nothing when the bytes are not JSON in UTF-8. */
export const parse = (body: Uint8Array): Option.Option<unknown> => Option.flatMap(text(body), read)
