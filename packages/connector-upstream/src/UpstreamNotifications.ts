/** Webhooks of the other gateway: hints to query it now instead of at the scheduled time. */
import { timingSafeEqual } from "node:crypto"
import { TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { keyIn } from "./internal/operations.js"
import { basic, signature } from "./internal/secrets.js"
import type { Upstream } from "./Upstream.js"

/** A received webhook. A transaction's body is a few KiB: stop reading at 64 KiB. */
export interface Incoming {
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly body: string
}

export interface Options {
  readonly upstream: Upstream
  /** `whsec_` and base64: the other gateway's signing secret for our shop. Default: HTTP Basic with our id and key. */
  readonly webhookSecret?: Redacted.Redacted<string>
}

/**
 * Processes a webhook and returns the status to reply with: `200`, `401` when it is not authentic, `400` when it is not
 * a document, `503` when the other gateway should retry.
 *
 * The content is not trusted: it only triggers a status query for a pending transaction of ours. A replayed webhook is
 * harmless, so timestamps are not checked.
 */
export class UpstreamNotifications extends Context.Tag("@florin/connector-upstream/UpstreamNotifications")<
  UpstreamNotifications,
  { readonly receive: (incoming: Incoming) => Effect.Effect<200 | 400 | 401 | 503> }
>() {}

const same = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Source: Standard Webhooks 1.0, which allows several signatures; D33. */
const isGenuine = ({ upstream, webhookSecret }: Options, { body, header }: Incoming): boolean => {
  if (webhookSecret === undefined) return same(header("authorization") ?? "", basic(upstream))
  const expected = signature(webhookSecret, `${header("webhook-id")}.${header("webhook-timestamp")}.${body}`)
  return (header("webhook-signature") ?? "").split(" ").some((sent) => same(sent, expected))
}

const Hint = Schema.parseJson(Schema.Struct({ transaction: Schema.Struct({ tracking_id: Schema.String }) }))
const decode = Schema.decodeEither(Hint)
const isUid = Schema.is(TransactionUid)

export const make = (options: Options) =>
  Effect.gen(function* () {
    const transactions = yield* Transactions
    const shops = yield* ShopDirectory

    const askAbout = Effect.fnUntraced(function* (uid: TransactionUid) {
      const transaction = yield* transactions.findPublic(uid)
      const shop = yield* shops.find(transaction.shop)
      if (Option.isSome(shop)) yield* transactions.recover(shop.value, uid)
    })

    return UpstreamNotifications.of({
      receive: Effect.fn("UpstreamNotifications.receive")(function* (incoming) {
        if (!isGenuine(options, incoming)) return 401
        const hint = decode(incoming.body)
        if (Either.isLeft(hint)) return 400
        const key = keyIn(hint.right.transaction.tracking_id)
        // Other systems may use the same shop there, and a reversal does its own status queries.
        if (!isUid(key)) return 200
        return yield* askAbout(key).pipe(
          Effect.as(200 as const),
          Effect.catchTags({
            NotFound: () => Effect.succeed(200 as const),
            NotInsideTransaction: () => Effect.succeed(503 as const),
            StorageError: () => Effect.succeed(503 as const)
          })
        )
      })
    })
  })

export const layer = (options: Options): Layer.Layer<UpstreamNotifications, never, Transactions | ShopDirectory> =>
  Layer.effect(UpstreamNotifications, make(options))
