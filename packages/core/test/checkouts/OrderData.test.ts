// What the attempts at an order say of it again. Source: D45, D49.
import { assert, describe, it } from "vitest"
import { orderDataOf } from "../../src/checkout-operations/internal/checkoutPayment.js"

type Order = Parameters<typeof orderDataOf>[0]

const reply = (additionalData: object | undefined) =>
  orderDataOf({ details: { order: { additionalData } } } as unknown as Order)

describe("what an order is sent with", () => {
  it.each<readonly [additional_data: object | undefined, again: object | undefined]>([
    [undefined, undefined],
    [{}, undefined],
    [{ meta: { orderId: 7, lines: ["a"] } }, { meta: { orderId: 7, lines: ["a"] } }],
    // PHP writes an object without members as a list.
    [{ meta: [] }, undefined],
    [{ meta: {} }, undefined],
    [{ meta: "order 7" }, undefined],
    [
      { platform_data: "A shop system 4.1", integration_data: "A plugin 1.0" },
      { platformData: "A shop system 4.1", integrationData: "A plugin 1.0" }
    ],
    [{ platform_data: "", integration_data: 7 }, undefined],
    [{ contract: ["recurring"], receipt_text: ["Thanks"], vendor: { name: "somebody" } }, undefined]
  ])("D49: of %j its webhooks say %j", (sent, again) => {
    assert.deepStrictEqual(reply(sent), again)
  })
})
