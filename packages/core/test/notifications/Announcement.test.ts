import { NotificationId, ShopId } from "@florin/core/ids/Ids"
import * as OutboxMessage from "@florin/core/operations/OutboxMessage"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"

describe("what is announced", () => {
  // Locking the rows of a subject in different orders would deadlock.
  it("has its subject's work written before it, as a recorded attempt has", () => {
    const writes = OutboxMessage.writes({
      shop: ShopId.make("361"),
      id: NotificationId.make(`msg_${crypto.randomUUID()}`),
      subject: "a",
      sequence: 2,
      url: "https://shop.example/hook",
      body: "{}",
      now: DateTime.unsafeMake(1)
    })
    assert.deepStrictEqual(
      writes.map(({ _tag }) => _tag),
      ["EnqueueJob", "InsertNotification"]
    )
  })
})
