/** Webhooks of the other gateway: hints to ask it now instead of when it is due. */
import { timingSafeEqual } from "node:crypto"
import { TransactionUid } from "@florin/core/ids/Ids"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { Transactions } from "@florin/core/transactions/Transactions"
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

/** A webhook as it came. A body of a transaction is a few KiB: stop reading at 64 KiB. */
export interface Incoming {
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly body: string
}

export interface Options {
  readonly upstream: Upstream
  /** `whsec_` and base64, as the other gateway signs for our shop. Without it, webhooks carry our id and key. */
  readonly webhookSecret?: Redacted.Redacted<string>
}

/**
 * Takes a webhook and answers the status to reply with: `200`, `401` when it is not the other gateway's, `400` when it
 * is no document, `503` when it shall come again.
 *
 * Nothing it says is believed: a transaction of ours that is pending is asked about, and that answer counts. So an old
 * webhook does no harm, and no timestamp is checked.
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
        // Other systems may use the same shop there, and what takes an approval back asks again by itself.
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
