/** Who is told something: the receiver of webhooks and the customers, as lists. */
import { type Mail, Mailer, MailOutcome } from "@florin/core/mail/Mailer"
import { Outcome, Sender } from "@florin/webhook-dispatcher/Sender"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { WebhookEvent } from "../receiver/events.js"
import { verify } from "../receiver/verify.js"

const acknowledged = Outcome.Acknowledged({ status: 204, answer: Option.some("") })

/**
 * Verifies each webhook as a host's receiver does, and keeps what it tells. A request to verify a payment is allowed,
 * and not kept.
 */
export const receiver = (secret: string, told: Array<WebhookEvent>): Layer.Layer<Sender> =>
  Layer.succeed(
    Sender,
    Sender.of({
      post: ({ body, fresh, headers }) =>
        Effect.gen(function* () {
          if (fresh === true) return acknowledged
          const now = yield* Clock.currentTimeMillis
          told.push(yield* Effect.promise(() => verify(secret, { headers, body }, { now: () => now })))
          return acknowledged
        })
    })
  )

export const customers = (mails: Array<Mail>): Layer.Layer<never> =>
  Layer.succeed(Mailer, {
    send: (mail) =>
      Effect.sync(() => {
        mails.push(mail)
        return MailOutcome.Accepted()
      })
  })
