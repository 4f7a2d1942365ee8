import { assert, describe, it } from "@effect/vitest"
import { nextTurn } from "@florin/core/time/Turn"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import { longStandstill } from "../src/Plan.js"
import * as Process from "../src/Process.js"
import { run } from "../src/Run.js"

const image = Effect.runSync(Disk.image)

const same = [
  { seed: 7, planKind: "agreed" },
  { seed: 36, planKind: "estranged" }
] as const

describe("a seed", () => {
  // Identifiers, instants and texts included: nothing in a simulation comes from outside of it. A new database is no
  // different from one that other simulations have left, or a seed that fails among others could not be replayed alone.
  it.each(same)("$seed, $planKind, is the same simulation every time, line by line", ({ planKind, seed }) => {
    const first = run(image, seed, { planKind })
    run(image, seed + 1)
    assert.deepStrictEqual(run(image, seed, { planKind }), first)
    assert.deepStrictEqual(run(Effect.runSync(Disk.image), seed, { planKind }), first)
    assert.isAbove(first.trace.length, 10)
  })

  it("is another simulation than the next seed, and than with estranged processes", () => {
    const { trace } = run(image, 1)
    assert.notDeepEqual(trace, run(image, 2).trace)
    assert.notDeepEqual(trace, run(image, 1, { planKind: "estranged" }).trace)
  })
})

describe("a simulation", () => {
  // A timer of the real time never fires in it, and keeps the process that set it: two megabytes a seed.
  it("leaves no timers", () => {
    const before = process.getActiveResourcesInfo().length
    run(image, 3)
    assert.strictEqual(process.getActiveResourcesInfo().length, before)
  })
})

describe("a process", () => {
  // Reconciliation reads 200 transactions a turn.
  it("gets to what it has put off to its next turn, behind what was ready before, and only while it lives", () => {
    const passed: Array<string> = []
    const noting = (what: string) => Effect.sync(() => void passed.push(what))
    const process = Process.make({ name: "gate", now: () => 0, ahead: 0, log: () => undefined })
    const run = Process.starting(process)(Context.empty())
    run(noting("long").pipe(Effect.zipRight(nextTurn), Effect.zipRight(noting("goes on"))))
    run(noting("other"))
    while (process.isReady()) process.step()
    assert.deepStrictEqual(passed, ["long", "other", "goes on"])
    run(Effect.zipRight(nextTurn, noting("after death")))
    process.step()
    process.become("dead")
    assert.isFalse(process.isReady())
    assert.strictEqual(passed.length, 3)
  })
})

describe("with estranged processes", () => {
  it("no process goes on before its time, not even in the end", () => {
    const shape = /^(\d+)d (\S+) {2}(gate-\d+) +(?:stands still for (\d+) ms|goes on)$/
    const due = new Map<string, number>()
    let wakes = 0
    for (const line of [1, 2, 3, 4, 5, 6].flatMap((seed) => run(image, seed, { planKind: "estranged" }).trace)) {
      const [, days, clock, gate = "", millis] = shape.exec(line) ?? []
      const now = Number(days) * 86_400_000 + Date.parse(`1970-01-01T${clock}Z`)
      if (millis !== undefined) {
        assert.isAtLeast(Number(millis), longStandstill.least)
        due.set(gate, now + Number(millis))
      } else if (gate !== "") {
        assert.strictEqual(now, due.get(gate))
        wakes += 1
      }
    }
    assert.isAbove(wakes, 5)
  })

  it("a process whose clock is ahead measures time as all others do, also while it stands still", () => {
    const start = Date.UTC(2028, 0, 1)
    let now = start
    const process = Process.make({ name: "gate", now: () => now, ahead: 600_000, log: () => undefined })
    const clocks = () => [process.clock.unsafeCurrentTimeMillis() - start, process.monotonic()]
    assert.deepStrictEqual(clocks(), [600_000, 0])
    process.become("paused")
    now += 42_000
    assert.deepStrictEqual(clocks(), [600_000, 42_000])
    process.become("running")
    process.goTo(now)
    assert.deepStrictEqual(clocks(), [642_000, 42_000])
  })
})
