/** Addresses of the page on which a customer gives a subscription another card. Source: D65. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { CardVault } from "@florin/core/cards/CardVault"
import type { SubscriptionId } from "@florin/core/ids/Ids"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { under } from "./CheckoutDocuments.js"

/** How long an address can be used, counted from when it was made. Source: D65. */
export const usableFor = Duration.days(7)

// Card numbers are digits only, so the stamp of this text is never the stamp of a card.
const purpose = {
  digits: Redacted.make("card-page-seals"),
  facts: { brand: null, first1: "", last4: "", bin: "", bin8: null }
}

const sealShape = /^[\w-]{43}$/
const untilShape = /^\d{1,15}$/

/**
 * Whether an address is one of ours.
 *
 * - `open`: it can be used
 * - `over`: its time is over
 * - `unknown`: the gateway has not made it
 */
export type Capability = "open" | "over" | "unknown"

/** What a request says of the address that it came by, as it was sent. */
export interface Sent {
  readonly until?: string | undefined
  readonly seal?: string | undefined
}

/** The page on which a customer gives another card. Whoever has the address may use it: it is a capability. */
export class CardPages extends Context.Tag("@florin/wire/CardPages")<
  CardPages,
  {
    /** An address for that subscription alone, usable for seven days from `now`. */
    readonly urlOf: (id: SubscriptionId, now: DateTime.Utc) => Effect.Effect<string, VaultError>
    /** The address that a request came by, in full: where a bank sends the customer back to. */
    readonly fullUrl: (id: SubscriptionId, sent: Sent) => string
    readonly check: (id: SubscriptionId, sent: Sent, now: DateTime.Utc) => Effect.Effect<Capability, VaultError>
  }
>() {}

/**
 * The key is derived from the vault's stamp key, so that each process of a deployment knows the addresses of the others,
 * and an address outlives a restart.
 */
export const make = (options: { readonly baseUrl: string }) =>
  Effect.map(CardVault, (vault) => {
    let secret: string | undefined
    const derived = Effect.tap(vault.stamp(purpose), (made) => {
      secret = made
    })
    const sealOf = (id: SubscriptionId, until: string) =>
      Effect.map(secret === undefined ? derived : Effect.succeed(secret), (key) =>
        createHmac("sha256", key).update(`${id}\n${until}`).digest("base64url")
      )
    const fullUrl = (id: SubscriptionId, { seal = "", until = "" }: Sent) =>
      under(options, `subscriptions/${id}/new-card?until=${until}&seal=${seal}`)
    return CardPages.of({
      urlOf: (id, now) => {
        const until = String(DateTime.addDuration(now, usableFor).epochMillis)
        return Effect.map(sealOf(id, until), (seal) => fullUrl(id, { until, seal }))
      },
      fullUrl,
      check: (id, { seal, until }, now) =>
        seal === undefined || until === undefined || !sealShape.test(seal) || !untilShape.test(until)
          ? Effect.succeed("unknown")
          : Effect.map(sealOf(id, until), (expected) => {
              if (!timingSafeEqual(Buffer.from(expected), Buffer.from(seal))) return "unknown"
              return now.epochMillis < Number(until) ? "open" : "over"
            })
    })
  })
