import { assert, describe, it } from "@effect/vitest"
import { type FaultPoint, points } from "@florin/core/store/FaultPoints"
import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import { invariants } from "../src/Invariants.js"
import { report, run, shortest } from "../src/Run.js"
import { chosenSeeds, estrangedSeeds } from "./internal/chosenSeeds.js"
import { others } from "./internal/others.js"

// At length: npm run simulation -- --count 2000
const image = Effect.runSync(Disk.image)

// HTTP, wallets, mails, rotated keys and migrations are not in a simulation.
// Products, cards that are kept without a charge, and proofs, whose documents are digested in real time, are not there
// either: the crash tests come to their commits. Subscriptions have simulations of their own.
const elsewhere: ReadonlySet<FaultPoint> = new Set([
  "commit.mail-begin",
  "commit.mail-result",
  "mail.send",
  "wallet.save",
  "commit.accept-proof",
  "commit.proof-decide",
  "commit.note",
  "commit.key-claim",
  "commit.key-answer",
  "commit.audit",
  "commit.person-change",
  "commit.approval-change",
  "commit.rotate",
  "commit.migrate",
  "commit.demo-shop",
  "commit.accept-subscription",
  "commit.accept-renewal",
  "commit.accept-change",
  "commit.plan-create",
  "commit.product-create",
  "commit.product-change",
  "commit.card-create",
  "commit.card-change",
  "commit.card-delete",
  "commit.customer-create",
  "commit.coupon-create",
  "commit.coupon-give",
  "commit.usage-record",
  "commit.subscription-create",
  "commit.subscription-change",
  "commit.renew-claim",
  "commit.renew-free",
  "commit.renew-nothing",
  "commit.renew-refused",
  "commit.entitlements-lapse"
])

describe(`${chosenSeeds.length} simulations that reach most of what 1,100 do`, () => {
  it(`hold all ${Object.keys(invariants).length} invariants and come to every fault point, before and after`, async () => {
    const passed = new Set<string>()
    for (const seed of chosenSeeds) {
      await others()
      const result = run(image, seed)
      if (result.violation !== undefined) assert.fail(report(shortest(image, result)))
      for (const { what } of result.notes) if (what.startsWith("go ")) passed.add(what)
    }
    const expected = points.filter((point) => !elsewhere.has(point))
    assert.sameMembers(
      [...passed],
      expected.flatMap((point) => [`go before ${point}`, `go after ${point}`])
    )
  }, 300_000)
})

const cards = ["authorization", "capture", "credit", "payment", "payout", "refund", "tokenization"]
const types = [...cards, "transfer-payment", "transfer-payout", "transfer-refund", "void"]

// At length: npm run simulation -- --stops 10000
const stops = 200

// Source: D40. No state that was told as final is contradicted by the acquirer's ledger, whatever was under way.
describe("processes that stand still for 6 to 60 s, with clocks up to 20 minutes apart", () => {
  it(`${stops} times, with operations of every type under way: all invariants hold`, async () => {
    const stood: Array<ReadonlyArray<string>> = []
    for (const seed of estrangedSeeds) {
      await others()
      const result = run(image, seed, { planKind: "estranged" })
      if (result.violation !== undefined) assert.fail(report(shortest(image, result)))
      stood.push(...result.stops)
    }
    assert.isAtLeast(stood.length, stops)
    assert.deepStrictEqual([...new Set(stood.flat())].sort(), types)
  }, 240_000)
})
