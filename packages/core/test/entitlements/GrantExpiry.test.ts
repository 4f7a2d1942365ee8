// The due work that ends what was given until an instant (D66).
import { assert, describe, it } from "@effect/vitest"
import * as GrantExpiry from "@florin/core/billing/GrantExpiry"
import type * as Entitlements from "@florin/core/entitlements/Entitlements"
import { CustomerId, ShopId, SubscriptionId } from "@florin/core/ids/Ids"
import type * as DateTime from "effect/DateTime"
import { claimed, later, notification, now, shopWith } from "../samples.js"

const customer = CustomerId.make("cst_0000000000000001")
const job = claimed("lapse", { subject: customer })
const url = "https://shop.example/hook"

const context = (notificationUrl: string | undefined) => ({
  ...{ now, notification, of: { shop: ShopId.make("shop"), customer } },
  shop: shopWith({ notificationUrl: notificationUrl as never }),
  encode: (_: Entitlements.OfCustomer, { features }: Entitlements.Entitlements) => JSON.stringify(features)
})

const given = (...ends: ReadonlyArray<DateTime.Utc | null>): Entitlements.Entitlements => {
  const grants = ends.map((until, index) => ({
    subscription: SubscriptionId.make(`sbs_000000000000000${index}`),
    features: { seats: 1 },
    until
  }))
  return { grants, features: grants.length === 0 ? {} : { seats: grants.length }, version: 4 }
}

const decided = (entitled: Entitlements.Entitlements | undefined, to: string | undefined) => {
  const decision = GrantExpiry.expireGrants(job, now, to === "no shop" ? undefined : context(to)).decide({ entitled })
  if (decision._tag === "Refused") return "refused"
  const shown = decision.writes.map((write) => {
    switch (write._tag) {
      case "InsertNotification":
        return `told ${write.notification.sequence} ${write.notification.body}`
      case "ReplaceEntitlements":
        return `${write.entitlements.version} ${JSON.stringify(write.entitlements.features)} from ${JSON.stringify(write.from)}`
      case "PostponeJob":
        return `again in ${write.runAt - now.epochMillis}`
      default:
        return write._tag
    }
  })
  return [...shown, decision.wakeAt === undefined ? "sleeps" : `wakes in ${decision.wakeAt - now.epochMillis}`]
}

describe("D66: when what was given until an instant", () => {
  it.each<[string, Entitlements.Entitlements | undefined, string | undefined, Array<string>]>([
    [
      "ends, it is told",
      given(now),
      url,
      ["EnqueueJob", "told 5 {}", '5 {} from {"seats":1}', "FinishJob", "wakes in 0"]
    ],
    [
      "ends where the shop has no address, listeners hear of it",
      given(now),
      undefined,
      ['5 {} from {"seats":1}', "FinishJob", "wakes in 0"]
    ],
    [
      "ends, what others give stays",
      given(now, null),
      url,
      ["EnqueueJob", 'told 5 {"seats":1}', '5 {"seats":1} from {"seats":2}', "FinishJob", "wakes in 0"]
    ],
    [
      "ends, the work waits for the next end",
      given(now, later(7)),
      url,
      ["EnqueueJob", 'told 5 {"seats":1}', '5 {"seats":1} from {"seats":2}', "again in 7", "wakes in 0"]
    ],
    [
      "lies ahead, because a clock was set back, it is waited for",
      given(later(9), later(7)),
      url,
      ["again in 7", "wakes in 7"]
    ],
    ["has been given without an end since, nothing happens", given(null), url, ["FinishJob", "sleeps"]],
    ["has ended in another commit, nothing happens", given(), url, ["FinishJob", "sleeps"]],
    ["was of a customer that is not there, nothing happens", undefined, url, ["FinishJob", "sleeps"]],
    ["was of a shop that is not known any more, nothing is told", given(now), "no shop", ["FinishJob", "sleeps"]]
  ])("%s", (_, entitled, to, expected) => {
    assert.deepStrictEqual(decided(entitled, to), expected)
  })
})
