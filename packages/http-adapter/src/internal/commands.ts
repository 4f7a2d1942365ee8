/** POSTs that create no transaction. Each runs once per idempotency key. */
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import * as Fingerprints from "../Fingerprints.js"
import { HttpSettings } from "../HttpSettings.js"
import * as Idempotent from "../Idempotent.js"
import { type Failure, type Handler, optionalBody, type Reply, type Visit } from "./exchange.js"
import * as Merchant from "./merchant.js"

/** `done`: what it answers once it has had its effect. Absent: it may run again. Source: D13. */
export type Command = (
  work: (visit: Visit, body: Uint8Array) => Effect.Effect<Reply, Failure>,
  done?: (visit: Visit) => Reply
) => Handler

export const make = Effect.gen(function* () {
  const { sending } = yield* Merchant.Merchant
  const fingerprint = yield* Fingerprints.make
  const idempotent = yield* Idempotent.make
  const { bodyLimit } = yield* HttpSettings

  const command: Command = (work, done) => {
    const once = Effect.fnUntraced(function* (visit: Visit, header: string | undefined, body: Uint8Array) {
      const key = yield* fingerprint(visit, header, body)
      const answered = work(visit, body).pipe(
        Effect.catchTag("Refused", ({ reply }) => Effect.succeed(reply)),
        Effect.catchTag("NotFound", (error) => Effect.succeed(Errors.errorReply(error, visit.requestId)))
      )
      return yield* idempotent.once(visit.shop, key, ({ made }) =>
        made === undefined || done === undefined ? answered : Effect.succeed(done(visit))
      )
    })
    return sending((visit) =>
      Effect.flatMap(Merchant.keyOf(visit.incoming), (header) =>
        Effect.flatMap(optionalBody(visit, bodyLimit), (body) =>
          Merchant.working(visit, () => once(visit, header, body))
        )
      )
    )
  }

  return command
})
