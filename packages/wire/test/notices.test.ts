import { assert, describe, it } from "@effect/vitest"
import { type Notification, NotificationStatus } from "@florin/core/notifications/Notification"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Notices from "../src/Notices.js"
import * as Schemas from "../src/Schemas.js"

const notification: Notification = {
  shop: "shop-1" as Notification["shop"],
  id: "msg_01890a5d-ac96-774b-bcce-b302099a8057" as Notification["id"],
  subject: "01890a5d-ac96-774b-bcce-b302099a8058",
  sequence: 3,
  url: "https://shop.example/notify",
  body: `{"transaction":{}}`,
  status: "exhausted",
  attempts: 10,
  lastResult: "timeout",
  tries: [{ at: DateTime.unsafeMake("2029-01-05T03:04:05.006Z"), milliseconds: 10_002, result: "timeout" }],
  createdAt: DateTime.unsafeMake("2029-01-02T03:04:05Z"),
  updatedAt: DateTime.unsafeMake("2029-01-05T03:04:05.006Z")
}

const shown = {
  id: "msg_01890a5d-ac96-774b-bcce-b302099a8057",
  uid: "01890a5d-ac96-774b-bcce-b302099a8058",
  sequence: 3,
  url: "https://shop.example/notify",
  status: "exhausted" as const,
  attempts: 10,
  last_result: "timeout",
  tries: [{ at: "2029-01-05T03:04:05.006Z", result: "timeout", milliseconds: 10_002 }],
  created_at: "2029-01-02T03:04:05.000Z",
  updated_at: "2029-01-05T03:04:05.006Z"
}

describe("notifications", () => {
  it("D1 | notifications, list: holds each with what became of it, in the order given", () => {
    const never = { ...notification, status: "waiting", attempts: 0, lastResult: null, tries: [] } as const
    assert.deepStrictEqual(Notices.listOf([notification, never]), {
      notifications: [shown, { ...shown, status: "waiting", attempts: 0, last_result: null, tries: [] }]
    })
    assert.deepStrictEqual(Notices.listOf([]), { notifications: [] })
  })

  it("D1 | notifications, list: is as its schema describes it, whatever the status", () => {
    const describes = Schema.is(Schemas.NotificationListDocument, { onExcessProperty: "error" })
    const all = NotificationStatus.literals.map((status) => ({ ...notification, status }))
    assert.isTrue(describes(Notices.listOf(all)))
  })
})
