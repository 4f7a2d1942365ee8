/** Calls to a hostile gateway, and the results on both sides. */
import type { AcquirerCard, AcquirerRequest, AcquirerService } from "@florin/core/cards/Acquirer"
import { about, charge } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as UpstreamAcquirer from "../../src/UpstreamAcquirer.js"
import { type Behaviour, hostile } from "./hostile.js"
import { upstreamAt } from "./otherGateway.js"

export const card: AcquirerCard = {
  number: Redacted.make("4200000000000000"),
  securityCode: Redacted.make("739"),
  holder: "Jane Doe",
  expMonth: 2,
  expYear: 2099
}

export const payment = charge("payment", card, { amount: 1000 })

/** The connector to a port on this machine. */
export const connected = (port: number, options: Partial<UpstreamAcquirer.Options> = {}, scheme = "http") =>
  UpstreamAcquirer.make({ upstream: upstreamAt(port, scheme), ...options })

/** An answer or a status as one word, with the reason of a decline. */
export const word = (reply: Effect.Effect.Success<ReturnType<AcquirerService["perform" | "status"]>>): string =>
  reply._tag === "Declined" ? `Declined ${reply.reason}` : reply._tag

/** Long enough for an open connection, short enough for a test. */
export const soon = "1 second"

export interface Reported {
  readonly post: Behaviour
  readonly get?: Behaviour
  readonly limit?: typeof soon
}

/** Sends a payment, or `request`, then queries without that limit. `did`: how often the other side executed it. */
export const outcome = Effect.fnUntraced(function* ({ get, limit, post }: Reported, request?: AcquirerRequest) {
  const { effects, port, posts } = yield* hostile(post, get)
  const acquirer = yield* connected(port, limit === undefined ? {} : { callLimit: limit })
  const put = request ?? (yield* payment)
  const answer = word(yield* acquirer.perform(put))
  const { status } = yield* connected(port)
  return { answer, status: word(yield* status(put.key, about)), did: effects.length, reported: posts().length }
})

/** For tests that check only the answer. */
export const quietly = Effect.provide(Logger.remove(Logger.defaultLogger))
