// What the handlers of webhooks in the gateway's process act on. Source: D33a.
import { assert, describe, it } from "@effect/vitest"
import { type Commit, CommitStore, commit, decided } from "@florin/core/commits/Commit"
import { type NotificationId, newNotificationId, newTransactionUid, ShopId, withSequence } from "@florin/core/ids/Ids"
import { temporaryFile } from "@florin/storage-sqlite/testing/files"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Florin } from "florin/effect"
import * as WebhookSeen from "../src/receiver/webhookSeen.js"

const shop = ShopId.make("shop")

const inSandbox = <A, E>(test: Effect.Effect<A, E, Florin.Florin>) =>
  Effect.flatMap(temporaryFile, (filename) => {
    const place = { database: `sqlite:${filename}`, sandbox: true as const, baseUrl: "https://shop.example/pay" }
    return Effect.provide(test, Florin.layer({ ...place, shops: [{ id: shop, secretKey: "a-long-random-secret" }] }))
  }).pipe(Effect.scoped)

/** A notification of 0.1, which is delivered before there is any work for it. */
const stored = Effect.fnUntraced(function* (id: NotificationId, subject: string, sequence: number) {
  const now = DateTime.unsafeMake(yield* Clock.currentTimeMillis)
  const notification = {
    ...{ shop, id, subject, sequence, url: "https://shop.example/hook", body: "{}", status: "delivered" as const },
    ...{ attempts: 1, lastResult: "204", tries: [], createdAt: now, updatedAt: now }
  }
  const write: Commit<object, undefined, never> = {
    name: "record",
    load: {},
    decide: () => decided([{ _tag: "InsertNotification", notification }], undefined)
  }
  yield* Effect.flatMap(CommitStore, (store) => commit(store)(write))
})

describe("what a shop's handlers have acted on", () => {
  it.live("D33a: a repeated message of 0.1 has the sequence that was announced, whatever its header says", () =>
    Effect.gen(function* () {
      const seen = WebhookSeen.make(yield* Effect.runtime<Florin.Florin>())(shop)
      const [id, subject] = [yield* newNotificationId, yield* newTransactionUid]
      yield* stored(id, subject, 1)
      let acted = 0
      const tell = (id: NotificationId, sequence: number) =>
        Effect.promise(async () => seen.claim({ id, sequence, subject }, () => void acted++))

      yield* tell(id, 1)
      yield* tell(id, 999)
      assert.strictEqual(acted, 1)
      yield* tell(withSequence(yield* newNotificationId, 2), 2)
      assert.strictEqual(acted, 2)
    }).pipe(inSandbox)
  )
})
