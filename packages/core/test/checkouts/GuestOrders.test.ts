import * as GuestOrders from "@florin/core/checkouts/GuestOrders"
import { assert, describe, it } from "vitest"

const own = "https://shop.example/webhooks"
const refused = ["settings.notification_url"]

describe("an order by the public key", () => {
  it.each([
    ["says no address", own, {}, []],
    ["says an address of the shop's own", own, { notificationUrl: "https://SHOP.example:443/other?x=1" }, []],
    ["says another host", own, { notificationUrl: "https://thief.example/" }, refused],
    ["says a host that only begins like it", own, { notificationUrl: "https://shop.example.thief.example/" }, refused],
    ["says another port", own, { notificationUrl: "https://shop.example:8443/" }, refused],
    ["says another scheme", own, { notificationUrl: "http://shop.example/" }, refused],
    ["says one where the shop has none", undefined, { notificationUrl: own }, refused],
    ["says who decides", own, { verificationUrl: "https://thief.example/" }, ["settings.verification_url"]],
    [
      "says both",
      undefined,
      { notificationUrl: own, verificationUrl: own },
      ["settings.notification_url", "settings.verification_url"]
    ],
    ["says where the customer goes", own, { successUrl: "https://other.example/", returnUrl: own }, []]
  ] as const)("D45: %s", (_, notificationUrl, settings, expected) => {
    const shop = notificationUrl === undefined ? {} : { notificationUrl }
    const errors = GuestOrders.refusal(shop, { settings })?.errors ?? []
    assert.deepStrictEqual(
      errors.map(({ path }) => path.join(".")),
      expected
    )
  })

  it("D45: says nothing of its settings", () => {
    assert.isUndefined(GuestOrders.refusal({ notificationUrl: own }, {}))
  })
})
