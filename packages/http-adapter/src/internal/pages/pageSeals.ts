/** Seals by which the gateway knows again what it put into a page of its own. Source: D47. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { CardVault } from "@florin/core/cards/CardVault"
import type { PlanId, SubscriptionId } from "@florin/core/ids/Ids"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

// Card numbers are digits only, so the stamp of this text is never the stamp of a card.
const purpose = {
  digits: Redacted.make("plan-page-seals"),
  facts: { brand: null, first1: "", last4: "", bin: "", bin8: null }
}

const shape = /^[\w-]{43}$/

/** An id that a plan's page has given out, before anything is stored under it, and the seal that says so. */
export interface Sealed {
  readonly id: SubscriptionId
  /** Shape: 43 characters of base64url. */
  readonly seal: string
}

export interface PageSeals {
  readonly seal: (plan: PlanId, id: SubscriptionId) => Effect.Effect<Sealed, VaultError>
  /** The id with its seal, if the gateway gave it out for that plan; undefined: whoever sent it made it up. */
  readonly opened: (
    plan: PlanId,
    id: SubscriptionId,
    seal: string | undefined
  ) => Effect.Effect<Sealed | undefined, VaultError>
}

/**
 * The key is derived from the vault's stamp key, so that each process of a deployment knows the seals of the others, and a
 * seal outlives a restart.
 */
export const make: Effect.Effect<PageSeals, never, CardVault> = Effect.map(CardVault, (vault) => {
  let secret: string | undefined
  const derived = Effect.tap(vault.stamp(purpose), (made) => {
    secret = made
  })
  const seal = (plan: PlanId, id: SubscriptionId) =>
    Effect.map(secret === undefined ? derived : Effect.succeed(secret), (key) => ({
      id,
      seal: createHmac("sha256", key).update(`${plan}\n${id}`).digest("base64url")
    }))
  return {
    seal,
    opened: (plan, id, sent) =>
      sent === undefined || !shape.test(sent)
        ? Effect.succeed(undefined)
        : Effect.map(seal(plan, id), (sealed) =>
            timingSafeEqual(Buffer.from(sealed.seal), Buffer.from(sent)) ? sealed : undefined
          )
  }
})
