import type { Decision } from "@florin/core/commits/Commit"
import type { Exhausted } from "@florin/core/commits/Reads"
import { NotificationId, ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import type { Notification, NotificationStatus } from "@florin/core/notifications/Notification"
import * as ResendRules from "@florin/core/queries/ResendRules"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"

const shop = ShopId.make("361")
const now = DateTime.unsafeMake(1_000_000)
const before = DateTime.unsafeMake(1)

const idOf = (subject: string, sequence: number): NotificationId =>
  NotificationId.make(`msg_${subject.repeat(8)}-0000-4000-8000-00000000000${sequence}`)

const notification = (sequence: number, status: NotificationStatus, subject = "a"): Notification => ({
  shop,
  id: idOf(subject, sequence),
  subject,
  sequence,
  url: "https://shop.example/hook",
  body: "{}",
  status,
  attempts: 10,
  lastResult: "500",
  tries: [{ at: DateTime.unsafeMake(1), milliseconds: 9, result: "500" }],
  createdAt: before,
  updatedAt: before
})

/** The updated notifications with their status and attempts, and the subjects whose delivery is due. */
const written = (decision: Decision<unknown, never>) => {
  assert(decision._tag === "Decided")
  const moved: Array<string> = []
  const due: Array<string> = []
  for (const write of decision.writes) {
    if (write._tag === "UpdateNotification") {
      const { attempts, id, lastResult, status, tries, updatedAt } = write.notification
      assert.lengthOf(tries, 1, "what became of the earlier attempts is kept")
      moved.push(`${id} ${status} ${attempts} ${lastResult} ${updatedAt.epochMillis}`)
    } else if (write._tag === "EnqueueJob") {
      due.push(`${write.job.kind} ${write.job.subject} ${write.runAt} ${write.share}`)
    } else assert.fail(write._tag)
  }
  return { moved, due }
}

/** Reads that only lock. */
const locked = { about: undefined, work: undefined }

const delivery = (subject = "a") => `notify ${subject} 1000000 https://shop.example|361`

// Source: D34, "nothing older than what was delivered is ever sent again".
describe("one that is asked for", () => {
  it.each([
    // Its status, its subject's `Told` sequence, its next status, whether it is sent.
    ["exhausted", 0, "waiting", true],
    ["exhausted", 1, "waiting", true],
    ["exhausted", 2, "waiting", true],
    ["exhausted", 3, "superseded", false],
    ["stopped", 0, "waiting", true],
    ["stopped", 2, "waiting", true],
    ["stopped", 3, "stopped", false],
    ["delivered", 2, "waiting", true],
    ["delivered", 3, "delivered", false],
    ["superseded", 1, "waiting", true],
    ["superseded", 3, "superseded", false],
    ["waiting", 2, "waiting", true],
    ["waiting", 3, "superseded", false]
  ] as const)("%s, sequence 2 where %i was told, is %s; sent: %s", (status, reported, next, isSent) => {
    const found = notification(2, status)
    const { decide } = ResendRules.resend(shop, found.id, found.subject, now)
    assert.deepStrictEqual(written(decide({ ...locked, found, newest: reported })), {
      moved: [`${idOf("a", 2)} ${next} 0 500 1000000`],
      due: isSent ? [delivery()] : []
    })
  })

  it("and is gone writes nothing", () => {
    const { decide } = ResendRules.resend(shop, idOf("a", 2), "a", now)
    assert.deepStrictEqual(written(decide({ ...locked, found: undefined, newest: 3 })), { moved: [], due: [] })
  })

  it("is looked for in its own shop", () => {
    const { load } = ResendRules.resend(shop, idOf("a", 2), "a", now)
    assert.deepInclude(load.found, { shop, id: idOf("a", 2) })
    assert.deepInclude(load.newest, { shop, subject: "a" })
  })

  // Locking the rows of a subject in different orders would deadlock.
  it("has its subject's work locked before it is, and written before it", () => {
    const found = notification(2, "delivered")
    const { decide, load } = ResendRules.resend(shop, found.id, found.subject, now)
    assert.deepInclude(load.about, { _tag: "Transaction", shop, uid: "a" as TransactionUid })
    assert.deepInclude(load.work, { _tag: "JobLock", job: { shop, kind: "notify", subject: "a" } })
    const decision = decide({ ...locked, found, newest: 2 })
    assert(decision._tag === "Decided")
    assert.deepStrictEqual(
      decision.writes.map(({ _tag }) => _tag),
      ["EnqueueJob", "UpdateNotification"]
    )
  })
})

describe("all that are exhausted", () => {
  const page = (limit: number, ...exhausted: ReadonlyArray<Exhausted>) => {
    const decision = ResendRules.resendExhaustedPage(shop, "", limit, now).decide({ exhausted })
    assert(decision._tag === "Decided")
    return { ...written(decision), answer: decision.answer }
  }

  it.each([
    { newest: 2, next: "waiting", sent: 1 },
    { newest: 3, next: "superseded", sent: 0 }
  ])("the second one where number $newest is the newest is $next", ({ newest, next, sent }) => {
    assert.deepStrictEqual(page(500, { ...notification(2, "exhausted"), newest: idOf("a", newest) }), {
      moved: [`${idOf("a", 2)} ${next} 0 500 1000000`],
      due: sent === 1 ? [delivery()] : [],
      answer: { sent, last: undefined }
    })
  })

  it.each([
    { limit: 3, last: undefined },
    { limit: 2, last: idOf("b", 2) }
  ])("of two, in pages of $limit, the next page begins after $last", ({ last, limit }) => {
    const { answer, due } = page(
      limit,
      { ...notification(2, "exhausted"), newest: idOf("a", 2) },
      { ...notification(2, "exhausted", "b"), newest: idOf("b", 2) }
    )
    assert.deepStrictEqual(answer, { sent: 2, last })
    assert.deepStrictEqual(due, [delivery("a"), delivery("b")])
  })

  it("a page counts what is sent and not what is outdated, and goes on after the last of both", () => {
    const { answer } = page(
      2,
      { ...notification(2, "exhausted"), newest: idOf("a", 2) },
      { ...notification(2, "exhausted", "b"), newest: idOf("b", 5) }
    )
    assert.deepStrictEqual(answer, { sent: 1, last: idOf("b", 2) })
  })
})
