import { assert, describe, it } from "@effect/vitest"
import { ShopId } from "@florin/core/ids/Ids"
import * as PartitionKey from "@florin/core/jobs/PartitionKey"
import * as Loop from "../src/internal/loop.js"

const jobOf = (shop: string, resource: string, subject: number) => {
  const id = ShopId.make(shop)
  const share = resource === "" ? PartitionKey.ofInternalWork(id) : PartitionKey.ofReceiver(id, `https://${resource}/`)
  return { shop: id, kind: "notify", subject: String(subject), share }
}

type Line = readonly [shop: string, resource: string, count: number]

const jobs = (...lines: ReadonlyArray<Line>) =>
  lines.flatMap(([shop, resource, count]) =>
    Array.from({ length: count }, (_, subject) => jobOf(shop, resource, subject))
  )

const running = (...lines: ReadonlyArray<Line>) => {
  const tally = Loop.tallying()
  jobs(...lines).forEach(tally.begin)
  return tally.running()
}

const started = (picked: ReadonlyArray<Loop.Candidate>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { share, shop } of picked) {
    const name = `${shop} ${PartitionKey.resourceOf(share).replace("https://", "")}`.trim()
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const places = (size: number, guaranteed = 0, perResource = Number.POSITIVE_INFINITY): Loop.Places => ({
  size,
  guaranteed,
  perResource: () => perResource
})

// Source: D42; both sides of every boundary.
describe("what starts", () => {
  it.each<{
    readonly name: string
    readonly running: ReadonlyArray<Line>
    readonly due: ReadonlyArray<Line>
    readonly places: Loop.Places
    readonly expected: Readonly<Record<string, number>>
  }>([
    { name: "half of an empty lane", running: [], due: [["a", "", 100]], places: places(16), expected: { a: 8 } },
    {
      name: "all that is due where it is less",
      running: [],
      due: [["a", "", 7]],
      places: places(16),
      expected: { a: 7 }
    },
    {
      name: "one more up to half",
      running: [["a", "", 7]],
      due: [["a", "", 2]],
      places: places(16),
      expected: { a: 1 }
    },
    { name: "none beyond half", running: [["a", "", 8]], due: [["a", "", 2]], places: places(16), expected: {} },
    {
      name: "half of what the others leave",
      running: [["a", "", 8]],
      due: [["b", "", 100]],
      places: places(16),
      expected: { b: 4 }
    },
    {
      name: "half of what those before it in the round leave",
      running: [],
      due: [
        ["a", "", 100],
        ["b", "", 100],
        ["c", "", 100]
      ],
      places: places(16),
      expected: { a: 8, b: 4, c: 2 }
    },
    {
      name: "of an odd rest, the smaller half",
      running: [["a", "", 9]],
      due: [["b", "", 100]],
      places: places(16),
      expected: { b: 3 }
    },
    {
      name: "the guaranteed places where half is less",
      running: [["a", "", 14]],
      due: [["b", "", 100]],
      places: places(16, 2),
      expected: { b: 2 }
    },
    {
      name: "the guaranteed places even where all are taken",
      running: [["a", "", 16]],
      due: [["b", "", 100]],
      places: places(16, 2),
      expected: { b: 2 }
    },
    {
      name: "one guaranteed place that is left",
      running: [
        ["a", "", 16],
        ["b", "", 1]
      ],
      due: [["b", "", 100]],
      places: places(16, 2),
      expected: { b: 1 }
    },
    {
      name: "nothing more of a shop that has its guaranteed places, where all are taken",
      running: [
        ["a", "", 14],
        ["b", "", 2]
      ],
      due: [["b", "", 100]],
      places: places(16, 2),
      expected: {}
    },
    {
      name: "of one receiver, half of its shop's half",
      running: [],
      due: [
        ["a", "x", 100],
        ["a", "y", 100]
      ],
      places: places(16),
      expected: { "a x": 4, "a y": 2 }
    },
    {
      name: "of one receiver what it may have, and the rest for another of its shop",
      running: [],
      due: [
        ["a", "x", 100],
        ["a", "y", 100]
      ],
      places: places(32, 0, 3),
      expected: { "a x": 3, "a y": 3 }
    },
    {
      name: "one more up to half of its shop's half",
      running: [["a", "x", 7]],
      due: [["a", "x", 100]],
      places: places(32),
      expected: { "a x": 1 }
    },
    {
      name: "none of one receiver beyond half of its shop's half",
      running: [["a", "x", 8]],
      due: [["a", "x", 100]],
      places: places(32),
      expected: {}
    },
    {
      name: "of a second receiver, half of what the first one leaves of its shop's half",
      running: [["a", "x", 8]],
      due: [
        ["a", "x", 100],
        ["a", "y", 100]
      ],
      places: places(32),
      expected: { "a y": 4 }
    },
    {
      name: "the guaranteed places of a receiver where its shop's others have all of its shop's",
      running: [
        ["a", "x", 8],
        ["b", "y", 20]
      ],
      due: [
        ["a", "x", 100],
        ["a", "z", 100]
      ],
      places: places(32, 2),
      expected: { "a z": 2 }
    },
    {
      name: "none of them where its shop has half of the lane, however many receivers it has",
      running: [],
      due: ["s", "t", "u", "v", "w", "x", "y", "z"].map((receiver) => ["a", receiver, 100] as const),
      places: places(32, 2),
      expected: { "a s": 8, "a t": 4, "a u": 2, "a v": 2 }
    },
    {
      name: "none of them where all places are taken",
      running: [
        ["a", "x", 16],
        ["b", "y", 16]
      ],
      due: [["a", "z", 100]],
      places: places(32, 2),
      expected: {}
    },
    {
      name: "the last one a receiver may have",
      running: [["a", "x", 2]],
      due: [["a", "x", 2]],
      places: places(16, 0, 3),
      expected: { "a x": 1 }
    },
    {
      name: "none more than a receiver may have, guaranteed or not",
      running: [["a", "x", 3]],
      due: [["a", "x", 2]],
      places: places(16, 8, 3),
      expected: {}
    },
    {
      name: "of two shops at one receiver, together what it may have",
      running: [["a", "x", 2]],
      due: [["b", "x", 2]],
      places: places(16, 0, 3),
      expected: { "b x": 1 }
    },
    {
      name: "of two shops at one receiver, together half of what others leave",
      running: [["a", "x", 8]],
      due: [
        ["b", "x", 2],
        ["b", "y", 2]
      ],
      places: places(16),
      expected: { "b y": 2 }
    }
  ])("$name", ({ due, expected, places, running: lines }) => {
    assert.deepStrictEqual(started(Loop.pick(jobs(...due), running(...lines), places)), expected)
  })

  it("keeps its order, and passes over what doesn't fit", () => {
    const due = [...jobs(["a", "x", 2]), ...jobs(["b", "y", 1]), ...jobs(["a", "z", 1])]
    const picked = Loop.pick(due, running(), places(16, 0, 1))
    assert.deepStrictEqual(picked, [due[0]!, due[2]!, due[3]!])
  })

  it("never gives a shop or a receiver more than half of what the others leave, in whatever order they come", () => {
    const shops = ["a", "b", "c"] as const
    const tally = Loop.tallying()
    for (let round = 0; round < 40; round++) {
      const due = jobs([shops[round % 3]!, "x", 50], [shops[(round + 1) % 3]!, "y", 50])
      for (const job of Loop.pick(due, tally.running(), places(64))) {
        const { resources, shops: counts, total } = tally.running()
        for (const own of [counts.get(job.shop) ?? 0, resources.get(PartitionKey.resourceOf(job.share)) ?? 0]) {
          assert.isAtMost(own + 1, (64 - (total - own)) / 2)
        }
        tally.begin(job)
      }
    }
  })
})
