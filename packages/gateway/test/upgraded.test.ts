/** The gateway continues the unfinished work in a database of 0.1.0, until nothing is left to do. */
import { assert, it } from "@effect/vitest"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as Reads from "@florin/core/commits/Reads"
import { ShopId } from "@florin/core/ids/Ids"
import { NotificationStore } from "@florin/core/notifications/Notification"
import * as Ledger from "@florin/sandbox/Ledger"
import type { Entry } from "@florin/sandbox/Movement"
import { describeOnStores, upgradedStore } from "@florin/storage-postgres/testing/eitherStore"
import { diedAt, type OldRow, rowsOf } from "@florin/testing/stores/OldDatabase"
import { look } from "@florin/testing/stores/StoreUnderTest"
import { Resolver } from "@florin/webhook-dispatcher/Resolver"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { receiver } from "./internal/receiver.js"
import { find, movements, pass, world } from "./internal/world.js"

const text = (row: OldRow, column: string): string => String(row[column])
const rows = rowsOf("transactions")
const oldKinds = [...new Set(rowsOf("jobs").map((row) => text(row, "kind")))]
const all = Effect.forEach(rows, (row) => find(text(row, "uid"), text(row, "shop_id")))

/** Sent and approved, but not recorded before the last process died. */
const approvedUnheard = new Set([31_000, 31_001])

/** What the acquirer's ledger holds: everything announced as successful, and the approvals to reverse. */
const isBooked = ({ amount, reason, status }: CardTransaction): boolean =>
  status === "successful" || reason === "avs-cvc" || (status === "pending" && approvedUnheard.has(amount))

const entryOf = (transaction: CardTransaction): Entry => {
  const { acquirerKey: key, amount, card, currency, parentUid, type } = transaction
  const parent = parentUid === undefined ? {} : { parent: parentUid as string as Entry["key"] }
  const masked = card === undefined ? {} : { card: `${card.facts.bin}xxxxxx${card.facts.last4}` }
  return { key, kind: type, amount, currency, ...parent, ...masked }
}

const book = Effect.gen(function* () {
  const books = yield* Ledger.Ledger
  const approved = () => Ledger.Verdict.Booked({ answer: { _tag: "Approved", report: noReport }, manner: "prompt" })
  for (const transaction of yield* all) {
    if (isBooked(transaction)) yield* books.record(entryOf(transaction), approved)
  }
})

/** The statuses of the notifications of the old and the new process, by id. */
const announced = Effect.gen(function* () {
  const { list } = yield* NotificationStore
  const shops = rowsOf("shops").map((row) => ShopId.make(text(row, "id")))
  const found = yield* Effect.forEach(shops, (shop) => list(shop, { limit: 1000 }))
  return new Map(found.flat().map(({ id, status }) => [String(id), status]))
})

const waitingBefore = rowsOf("notifications").filter(({ status }) => status === "waiting")

/** The acquirer's ledger has every successful movement, once and with its amount, and no others. */
const assertAgreement = Effect.gen(function* () {
  const moved = yield* movements
  for (const { acquirerKey, amount, reason, status, type, uid } of yield* all) {
    const found = moved.filter(({ reference }) => reference === acquirerKey).map((_) => _.amount)
    const isMoved = type !== "tokenization" && (status === "successful" || reason === "avs-cvc")
    assert.deepStrictEqual(found, isMoved ? [amount] : [], uid)
  }
})

const movedByRecovery = ["capture 201", "refund 201", "refund 202", "void 201", "payout 24201", "credit 25201"]

/** Authorizations, with their remainder: neither captured nor voided. */
const holdsReleased = [
  [20_100, 12_100],
  [20_300, 20_300],
  [21_000, 20_799],
  [23_100, 22_899],
  [30_000, 30_000],
  [31_000, 31_000]
] as const

/** Transactions without `expired_at` stay incomplete. */
const decided = [
  "authorization 31000: successful",
  "payment 31001: successful",
  "tokenization 31002: failed",
  "authorization 31100: failed",
  "authorization 32000: failed",
  ...movedByRecovery.map((movement) => `${movement}: successful`),
  "authorization 31200: expired",
  "payment 31201: expired",
  "tokenization 12006: incomplete",
  "tokenization 31202: incomplete"
]

/** The deliveries to the shops' receivers: every change of transactions that name no URL. */
const reported = [
  ...movedByRecovery.map((movement) => `${movement}: Successfully processed`),
  "authorization 31100: Authorization was declined",
  "authorization 31200: Authorization has expired",
  "payment 31201: Payment has expired",
  "authorization 20300: The hold was released",
  "authorization 21000: The hold was released",
  "authorization 23100: The hold was released"
]

const spoken = ({ amount, message, type }: { type: string; amount: number; message: string }): string =>
  `${type} ${amount}: ${message}`

// The receivers named by the old transactions are unreachable; those of the shops are reachable.
const outside = Layer.succeed(Resolver, () => Effect.succeed([]))

describeOnStores("a gateway on a database of 0.1.0", () => {
  it.scoped("has done all that was due 9 days later: nothing is in doubt, and its books are the acquirer's", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(diedAt.epochMillis + 60_000)
      const { deliveries, url } = yield* receiver
      const shops = ["demo", "north", "south"].map((id) => ({
        id,
        secret_key: `${id}-secret-0000001`,
        name: id,
        notification_url: url
      }))
      yield* Effect.gen(function* () {
        yield* book
        const before = (yield* movements).length
        yield* pass("9 days")
        assert.sameMembers(
          (yield* movements).slice(before).map(({ amount, kind }) => `${kind} ${amount}`),
          [...movedByRecovery, "void 31301", ...holdsReleased.map(([, left]) => `void ${left}`)]
        )
        yield* assertAgreement
        const after = yield* all
        const undecided = after.filter((_, index) => ["pending", "incomplete"].includes(text(rows[index]!, "status")))
        assert.sameMembers(
          undecided.map(({ amount, status, type }) => `${type} ${amount}: ${status}`),
          decided
        )
        const held = after.filter(({ status, type }) => type === "authorization" && status === "successful")
        assert.deepStrictEqual(
          held.filter(({ closedAt }) => closedAt === null),
          []
        )
        const lapsed = held.filter(({ closedBy }) => closedBy === "HoldLapsed").map(({ amount }): number => amount)
        assert.sameMembers(
          lapsed,
          holdsReleased.map(([amount]) => amount)
        )
        assert.sameMembers(
          deliveries.map(({ body }) => spoken(JSON.parse(body).transaction)),
          reported
        )
        const statuses = yield* announced
        for (const { id } of waitingBefore) assert.strictEqual(statuses.get(String(id)), "exhausted")
        // The releases' notifications to unreachable receivers were first attempted two days ago.
        yield* pass("2 days")
        assert.notInclude([...(yield* announced).values()], "waiting")
        const left = yield* look(
          Reads.dueJobs({ now: Number.MAX_SAFE_INTEGER, kinds: oldKinds, limit: 100, perShare: 100 })
        )
        assert.deepStrictEqual(
          left.map(({ kind }) => kind),
          ["sweep"]
        )
      }).pipe(Effect.provide(world({ store: upgradedStore, shops, settings: outside })))
    })
  )
})
