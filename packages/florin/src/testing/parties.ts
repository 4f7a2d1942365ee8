/** Who is told something: the receiver of webhooks and the customers, as lists. */
import { type Mail, Mailer, MailOutcome } from "@florin/core/mail/Mailer"
import { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { WebhookEvent } from "../receiver/events.js"
import { verify } from "../receiver/verify.js"
import { unheard } from "./hostWebhooks.js"

/**
 * Verifies each webhook as a host's receiver does, keeps what it tells once, and then posts it to the host's own handler.
 * A request to verify a payment is allowed, and neither kept nor posted.
 */
export const receiver = (
  secret: string,
  events: Array<WebhookEvent>,
  post: Sender["Type"]["post"]
): Layer.Layer<Sender> =>
  Layer.succeed(
    Sender,
    Sender.of({
      post: (request) =>
        Effect.gen(function* () {
          if (request.fresh === true) return unheard
          const event = yield* Effect.promise(() => verify(secret, request))
          if (!events.some(({ id }) => id === event.id)) events.push(event)
          return yield* post(request)
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
