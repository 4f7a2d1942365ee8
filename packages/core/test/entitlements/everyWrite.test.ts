/** Whatever writes a subscription says how the entitlements of its customer follow. Source: D66. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const src = fileURLToPath(new URL("../../src", import.meta.url))

/** The only functions that make such a write, and those that call them for another module. */
const writes = /\bSubscriptionWriter\.(?:settled|replaced|inserted)\b|\bcharging\.written\b/g

/** Begins a charge for another module that writes with it. */
const charges = /\bcharging\.charge\b/g

/** The calls that bring the entitlements up to date in the same commit. */
const follows = /\bcharging\.(?:entitling|charge)\b|\bEntitling\.following\b/g

interface Place {
  /** How many writes there are. */
  readonly writes: number
  /** How many commits and charges bring them up to date. */
  readonly follows: number
  /** Why one of the writes needs nothing: it leaves state, plan, end of the period and pause as they are. */
  readonly without?: string
}

const places: Readonly<Record<string, Place>> = {
  "billing/SubscriptionHook.ts": { writes: 4, follows: 1 },
  "billing/Renewals.ts": { writes: 1, follows: 0, without: "the claim moves when it is charged, to now" },
  "billing/internal/decided.ts": { writes: 1, follows: 1 },
  "billing/internal/dueChange.ts": { writes: 2, follows: 2 },
  "billing/internal/dueEnd.ts": { writes: 2, follows: 1, without: "its charge is begun by another module" },
  "billing/internal/dueCharge.ts": { writes: 0, follows: 1 },
  "billing/internal/dueRenewal.ts": { writes: 1, follows: 0, without: "its charge is begun by another module" },
  "billing/internal/newSubscription.ts": {
    ...{ writes: 4, follows: 2 },
    without: "a subscription that waits for its card gives nothing yet"
  },
  "billing/internal/recurringCharge.ts": { writes: 3, follows: 1 },
  "billing/internal/subscriptionChanges.ts": { writes: 1, follows: 1 },
  "billing/internal/unchargedRenewal.ts": {
    ...{ writes: 3, follows: 3 }
  },
  "saved-cards/internal/erasure.ts": { writes: 1, follows: 0, without: "an erased card ends nothing" }
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const found = (): Readonly<Record<string, Pick<Place, "writes" | "follows">>> =>
  Object.fromEntries(
    readdirSync(src, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && path !== join("billing", "SubscriptionWriter.ts"))
      .map((path) => [path.replaceAll("\\", "/"), readFileSync(join(src, path), "utf8")] as const)
      .filter(([, text]) => countOf(text, writes) > 0 || countOf(text, charges) > 0)
      .map(([path, text]) => [path, { writes: countOf(text, writes), follows: countOf(text, follows) }])
  )

describe("a write of a subscription", () => {
  it("D66: is followed by the entitlements of its customer, or stands here with the reason why it need not be", () => {
    const known = Object.entries(places).map(([path, { follows, writes }]) => [path, { writes, follows }])
    assert.deepStrictEqual(found(), Object.fromEntries(known))
  })

  it("D66: is made by one module", () => {
    const others = readdirSync(src, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .filter((path) => /_tag: "(?:Insert|Replace)Subscription"/.test(readFileSync(join(src, path), "utf8")))
    assert.deepStrictEqual(others, [join("billing", "SubscriptionWriter.ts")])
  })
})
