import { assert, describe, it } from "@effect/vitest"
import * as Deaths from "../src/internal/deaths.js"

const another = (heartbeats: number) => [
  { owner: "me", heartbeats: 7 },
  { owner: "another", heartbeats }
]

const orphans = { _tag: "ReleaseOrphans" } as const
const dead = (heartbeats: number) => ({ _tag: "DeregisterWorker", owner: "another", heartbeats }) as const

// Source: D40, "Nobody is judged by another machine's clock".
describe("another process", () => {
  it.each([
    ["is not judged when it is seen for the first time", [], [1_000_000, 3], [orphans]],
    ["lives while its heartbeat has not moved for 4.999 s", [[0, 3]], [4999, 3], [orphans]],
    ["is dead when its heartbeat has not moved for 5 s", [[0, 3]], [5000, 3], [dead(3), orphans]],
    ["lives when its heartbeat has moved in the last instant", [[0, 3]], [5000, 4], [orphans]],
    [
      "lives for 4.999 s after its heartbeat was seen to move",
      [
        [0, 3],
        [4000, 4]
      ],
      [8999, 4],
      [orphans]
    ],
    [
      "is dead 5 s after its heartbeat was seen to move",
      [
        [0, 3],
        [4000, 4]
      ],
      [9000, 4],
      [dead(4), orphans]
    ],
    [
      "is dead however often it was looked at",
      [
        [0, 3],
        [2000, 3],
        [4000, 3]
      ],
      [5000, 3],
      [dead(3), orphans]
    ],
    [
      "counts anew when its heartbeats begin again",
      [
        [0, 3],
        [4000, 1]
      ],
      [5000, 1],
      [orphans]
    ]
  ] as ReadonlyArray<
    readonly [string, ReadonlyArray<readonly [number, number]>, readonly [number, number], ReadonlyArray<unknown>]
  >)("%s", (_, seen, [now, heartbeats], expected) => {
    const deaths = Deaths.make()
    for (const [at, moved] of seen) deaths.see(another(moved), at)
    assert.deepStrictEqual(Deaths.judged(deaths.seen(), another(heartbeats), "me", now), expected)
  })

  it("that is this one is never dead", () => {
    const deaths = Deaths.make()
    deaths.see(another(3), 0)
    assert.deepStrictEqual(Deaths.judged(deaths.seen(), another(4), "me", 60_000), [orphans])
  })

  it("that was gone for a look is seen anew", () => {
    const deaths = Deaths.make()
    deaths.see(another(3), 0)
    deaths.see([], 1000)
    deaths.see(another(3), 2000)
    assert.deepStrictEqual(Deaths.judged(deaths.seen(), another(3), "me", 6999), [orphans])
    assert.deepStrictEqual(Deaths.judged(deaths.seen(), another(3), "me", 7000), [dead(3), orphans])
  })
})
