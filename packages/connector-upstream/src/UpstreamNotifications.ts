/** Webhooks of the other gateway: hints to query it now instead of at the scheduled time. */
import { isUtf8 } from "node:buffer"
import { timingSafeEqual } from "node:crypto"
import { AcquirerStatus } from "@florin/core/cards/Acquirer"
import {
  AcquirerNotification,
  type AcquirerNotifications,
  type IncomingNotification
} from "@florin/core/cards/AcquirerNotifications"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { keyIn } from "./internal/operations.js"
import { basic, signature } from "./internal/secrets.js"
import type { Upstream } from "./Upstream.js"

export interface Options {
  /** `whsec_` and base64: the other gateway's signing secret for our shop. Default: HTTP Basic with our id and key. */
  readonly webhookSecret?: Redacted.Redacted<string>
}

const same = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Source: Standard Webhooks 1.0, which allows several signatures; D33. */
const isGenuine = (upstream: Upstream, { webhookSecret }: Options, { body, header }: IncomingNotification): boolean => {
  if (webhookSecret === undefined) return same(header("authorization") ?? "", basic(upstream))
  const expected = signature(webhookSecret, `${header("webhook-id")}.${header("webhook-timestamp")}.`, body)
  return (header("webhook-signature") ?? "").split(" ").some((sent) => same(sent, expected))
}

const Hint = Schema.parseJson(Schema.Struct({ transaction: Schema.Struct({ tracking_id: Schema.String }) }))
const decode = Schema.decodeOption(Hint)

const read = (body: Uint8Array): AcquirerNotification => {
  const hint = isUtf8(body) ? decode(Buffer.from(body).toString("utf8")) : Option.none()
  if (Option.isNone(hint)) return AcquirerNotification.Unreadable()
  const key = keyIn(hint.value.transaction.tracking_id) as AcquirerKey
  return AcquirerNotification.Genuine({ outcomes: [{ key, status: AcquirerStatus.Unknown() }] })
}

/**
 * Verifies webhooks. Their content is not trusted: it only names the transaction whose status is then queried. A replayed
 * webhook is harmless, so timestamps are not checked.
 */
export const make = (upstream: Upstream, options: Options): AcquirerNotifications => ({
  formerPath: "/upstream/notifications",
  receive: (incoming) =>
    Effect.sync(() =>
      isGenuine(upstream, options, incoming) ? read(incoming.body) : AcquirerNotification.NotGenuine()
    )
})
