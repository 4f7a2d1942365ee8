import * as KeyRules from "@florin/core/card-operations/KeyRules"
import * as Duration from "effect/Duration"
import { assert, describe, it } from "vitest"
import { later, now } from "../samples.js"

const day = Duration.toMillis("1 day")
// A call of 30 s and the window of 10 s are over before the key dies.
const margin = 40_000

const keeping = (changes: Partial<KeyRules.KeyPromises> = {}): KeyRules.KeyPromises => ({
  inFlightWindow: Duration.seconds(10),
  ...changes
})
const unasked = { answersByKey: false } as const
const forADay = { keyLife: Duration.days(1) }

describe("a key that was sent first a while ago", () => {
  // Source: D53, "How long a key lives"; both sides of the last instant at which something may be sent under it.
  it.each<readonly [Partial<KeyRules.KeyPromises>, number, boolean, KeyRules.Repetition]>([
    [{}, 0, true, "send"],
    [{}, 1000 * day, true, "send"],
    [{ keeps: "decisions" }, 1000 * day, true, "send"],
    [forADay, 0, true, "send"],
    [forADay, day - margin - 1, true, "send"],
    [forADay, day - margin, false, "ask"],
    [forADay, day - margin + 1, false, "ask"],
    [forADay, day, false, "ask"],
    [{ ...forADay, inFlightWindow: Duration.zero }, day - 30_001, true, "send"],
    [{ ...forADay, inFlightWindow: Duration.zero }, day - 30_000, false, "ask"],
    [{ keyLife: Duration.millis(margin + 1) }, 0, true, "send"],
    [{ keyLife: Duration.millis(margin) }, 0, false, "ask"],
    [{ keyLife: Duration.zero }, 0, false, "ask"],
    // A clock that was set back makes no key younger than new.
    [forADay, -day, true, "send"],
    [{ keeps: "successes" }, 1000 * day, true, "ask-first"],
    [{ ...forADay, keeps: "successes" }, day - margin - 1, true, "ask-first"],
    [{ ...forADay, keeps: "successes" }, day - margin, false, "ask"],
    [{ oneKeyIsOneOperation: false }, 0, false, "send"],
    [{ ...forADay, oneKeyIsOneOperation: true }, 0, true, "send"]
  ])(
    "D53: of %j after %d ms: what follows a charge is sent again: %s; a reversal: %s",
    (given, age, again, reversal) => {
      assert.strictEqual(KeyRules.isRepeatable(keeping(given), now, later(age)), again)
      assert.strictEqual(KeyRules.repetitionOf(keeping(given), now, later(age)), reversal)
    }
  )

  it.each<readonly [Partial<KeyRules.KeyPromises>, number, boolean]>([
    [{}, 0, false],
    [{ answersByKey: true }, 0, false],
    [unasked, 0, true],
    [unasked, 1000 * day, true],
    [{ ...unasked, keeps: "decisions" }, 0, true],
    [{ ...unasked, keeps: "successes" }, 0, false],
    [{ ...unasked, oneKeyIsOneOperation: false }, 0, false],
    [{ ...unasked, ...forADay }, day - margin - 1, true],
    [{ ...unasked, ...forADay }, day - margin, false]
  ])("D57: of %j after %d ms: what follows a charge is sent again without a question: %s", (given, age, again) => {
    assert.strictEqual(KeyRules.isRepeatableUnqueried(keeping(given), now, later(age)), again)
  })

  it.each<readonly [Partial<KeyRules.KeyPromises>, number]>([
    [{}, 0],
    [{ keeps: "decisions" }, 0],
    [{ keeps: "successes" }, 10_000],
    [{ keeps: "successes", inFlightWindow: Duration.zero }, 0]
  ])("D40, D53: of %j is sent again %d ms after it can have been sent last, or at once", (given, millis) => {
    assert.strictEqual(Duration.toMillis(KeyRules.resendWindow(keeping(given))), millis)
  })
})
