// Which jobs a round claims and releases, by what it has loaded and what its process knows. Source: D40.
import { assert, describe, it } from "@effect/vitest"
import type { Write } from "@florin/core/commits/Write"
import { ShopId } from "@florin/core/ids/Ids"
import * as DateTime from "effect/DateTime"
import { claimed, type Facts, type Here } from "../src/internal/claims.js"

const job = (subject: string, owner: string | null = null) => ({
  ...{ shop: ShopId.make("shop"), kind: "notify" as const, subject, share: "shop" },
  ...{ fence: 3, runAt: DateTime.unsafeMake(0), attempts: 0, owner }
})

const alone: Here = { isAlone: true, isRunning: () => false, seen: new Map(), pick: (due) => due }

const round = (here: Here, abandoned: ReadonlyArray<ReturnType<typeof job>> = []) =>
  claimed({
    wanted: { now: DateTime.unsafeMake(0), kinds: ["notify"], window: 2, perShare: 0 },
    renewal: { owner: "me", writes: [{ _tag: "Heartbeat", owner: "me" }] },
    ...{ looks: true, abandoned, shops: "any", at: 5000, here: () => here }
  })

const shown = (write: Write): string => {
  switch (write._tag) {
    case "ClaimJob":
    case "ReleaseJob":
      return `${write._tag} ${write.job.subject}`
    case "DeregisterWorker":
      return `${write._tag} ${write.owner}`
    default:
      return write._tag
  }
}

const decidedBy = (here: Partial<Here>, facts: Partial<Facts>, abandoned?: ReadonlyArray<ReturnType<typeof job>>) => {
  const whole = { ...alone, ...here }
  const decision = round(whole, abandoned).decide({ due: [], here: whole, ...facts })
  assert(decision._tag === "Decided")
  const { freed, isFull, jobs } = decision.answer
  const reply = [...(freed ? ["freed"] : []), ...(isFull ? ["full"] : [])]
  assert.deepStrictEqual(
    jobs.map(({ fence, owner }) => [fence, owner]),
    jobs.map(() => [4, "me"])
  )
  return [...decision.writes.map(shown), ...reply].join(", ")
}

const seenAt = (since: number): Here["seen"] => new Map([["you", { heartbeats: 7, since }]])
const others = [
  { owner: "me", heartbeats: 1 },
  { owner: "you", heartbeats: 7 }
]
const isRunning: Here["isRunning"] = ({ subject }) => subject === "a"

describe("a round", () => {
  it.each<readonly [string, Partial<Here>, Partial<Facts>, string]>([
    ["claims what is due", {}, { due: [job("a")] }, "Heartbeat, ClaimJob a"],
    ["says that more may be due", {}, { due: [job("a"), job("b")] }, "Heartbeat, ClaimJob a, ClaimJob b, full"],
    ["leaves what still runs here", { isRunning }, { due: [job("a"), job("b")] }, "Heartbeat, ClaimJob b, full"],
    [
      "claims what is picked of it",
      { pick: (due) => due.slice(1) },
      { due: [job("a"), job("b")] },
      "Heartbeat, ClaimJob b, full"
    ],
    ["releases what is held and idle", {}, { held: [job("a", "me")] }, "Heartbeat, ReleaseJob a, freed"],
    [
      "keeps what is held and runs",
      { isRunning },
      { held: [job("a", "me"), job("b", "me")] },
      "Heartbeat, ReleaseJob b, freed"
    ],
    ["keeps what another round may be claiming", { isAlone: false }, { held: [job("a", "me")] }, "Heartbeat"],
    ["releases orphans where it has looked", {}, { workers: others }, "Heartbeat, ReleaseOrphans"],
    [
      "keeps a process whose heartbeat stood for less than a lease",
      { seen: seenAt(1) },
      { workers: others },
      "Heartbeat, ReleaseOrphans"
    ],
    [
      "deregisters one whose heartbeat stood for a lease",
      { seen: seenAt(0) },
      { workers: others },
      "Heartbeat, DeregisterWorker you, ReleaseOrphans, freed"
    ]
  ])("%s", (_, here, facts, expected) => {
    assert.strictEqual(decidedBy(here, facts), expected)
  })

  it("releases what it has abandoned", () => {
    assert.strictEqual(decidedBy({}, {}, [job("z", "me")]), "Heartbeat, ReleaseJob z, freed")
  })

  it("decides by its facts alone, however often", () => {
    const commit = round(alone)
    const facts = { due: [job("a"), job("b")], held: [job("c", "me")], workers: others, here: alone }
    assert.deepStrictEqual(commit.decide(facts), commit.decide(facts))
    // What the process knows is looked at last, when the other facts have been loaded.
    assert.deepStrictEqual(Object.keys(commit.load), ["due", "workers", "held", "here"])
  })
})
