import type { CommandClaim } from "@florin/core/commits/CommandKey"
import { type Commit, decided, marking, refuse } from "@florin/core/commits/Commit"
import type { Write } from "@florin/core/commits/Write"
import type { KeyRecord } from "@florin/core/idempotency/IdempotencyKey"
import { ShopId } from "@florin/core/ids/Ids"
import { assert, describe, it } from "vitest"
import { shown } from "../samples.js"

const claim: CommandClaim = {
  shop: ShopId.make("shop"),
  key: "k",
  fingerprint: "f",
  claimedAt: 7,
  subject: "0123456789abcdef"
}

const heartbeat: Write = { _tag: "Heartbeat", owner: "one" }

const operation = (writes: ReadonlyArray<Write>): Commit<object, string, { _tag: "No"; message: string }> => ({
  name: "subscription-change",
  load: {},
  decide: () => decided(writes, "done")
})

const ours: KeyRecord = { fingerprint: "f", claimedAt: 7, subject: claim.subject, answer: undefined }

describe("the commit of a command under a key", () => {
  // Source: D13: a command that died before its answer was kept answers what it did.
  it.each([
    { name: "its own claim", command: ours, writes: [heartbeat], expected: ["Heartbeat", "MarkKey"] },
    { name: "its own claim, and writes nothing", command: ours, writes: [], expected: [] },
    {
      name: "its own claim, marked before",
      command: { ...ours, made: "" },
      writes: [heartbeat],
      expected: ["Heartbeat"]
    },
    { name: "a later claim", command: { ...ours, claimedAt: 8 }, writes: [heartbeat], expected: "ClaimLost" },
    { name: "a later claim, and writes nothing", command: { ...ours, claimedAt: 8 }, writes: [], expected: [] },
    { name: "another request's", command: { ...ours, fingerprint: "g" }, writes: [heartbeat], expected: "ClaimLost" },
    {
      name: "an answer",
      command: { ...ours, answer: { document: "" } },
      writes: [heartbeat],
      expected: "ClaimLost"
    },
    { name: "nothing", command: undefined, writes: [heartbeat], expected: "ClaimLost" }
  ])("D13: that finds $name writes $expected", ({ command, expected, writes }) => {
    assert.deepStrictEqual(shown(marking(claim, operation(writes), "a uid").decide({ command })), expected)
  })

  it("D13: that is refused marks nothing", () => {
    const refused = { ...operation([]), decide: () => refuse({ _tag: "No" as const, message: "no" }) }
    assert.strictEqual(shown(marking(claim, refused).decide({ command: ours })), "No")
  })

  it.each([
    { before: undefined, made: "3" },
    { before: "", made: "3" },
    { before: "4", made: "7" }
  ])("D13: that is a step of a command says what was made so far: $made after $before", ({ before, made }) => {
    const makes = (before: string | undefined) => String(Number(before ?? "") + 3)
    const stepOf = (writes: ReadonlyArray<Write>) => ({
      ...operation([]),
      decide: () => decided(writes, "", { makes })
    })
    const command = before === undefined ? ours : { ...ours, made: before }
    const decision = marking(claim, stepOf([heartbeat])).decide({ command })
    assert(decision._tag === "Decided")
    assert.deepInclude(decision.writes[1], { _tag: "MarkKey", made })
    assert.deepStrictEqual(shown(marking(claim, stepOf([])).decide({ command })), [])
  })

  it("D13: says what it makes", () => {
    const decision = marking(claim, operation([heartbeat]), "a uid").decide({ command: ours })
    assert(decision._tag === "Decided")
    const { key, shop, subject } = claim
    assert.deepStrictEqual(decision.writes[1], { _tag: "MarkKey", shop, key, subject, made: "a uid" })
  })
})
