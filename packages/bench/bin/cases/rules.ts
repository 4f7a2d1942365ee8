/** How many random cases of charges, captures and refunds the rules decide in a second, without a store. */
import * as Random from "@florin/testing/parties/Random"
import { charge, child } from "../facts.js"
import { median, rounds, warmUp } from "../measure.js"
import { single } from "../report.js"

/** One case, drawn and not decided yet. */
type Case = (draw: Random.Random) => () => { readonly _tag: "Refused" | "Decided" }

const cases: Readonly<Record<string, Case>> = { charges: charge, captures: child("capture"), refunds: child("refund") }

const mixed: Case = (draw) => draw.pick(Object.values(cases))(draw)

/** A second. */
const demanded = 100_000

/** How many are drawn at a time: what lies drawn is in the way of the collector. */
const portion = 200

/** By the CPU: the work has one thread, and another process may have its core for a while. */
const roundOf = (of: Case, count: number, draw: Random.Random) => {
  let accepted = 0
  let micros = 0
  for (let done = 0; done < count; done += portion) {
    const drawn = Array.from({ length: Math.min(portion, count - done) }, () => of(draw))
    const before = process.cpuUsage()
    for (const decide of drawn) if (decide()._tag === "Decided") accepted++
    const { system, user } = process.cpuUsage(before)
    micros += system + user
  }
  return { accepted: accepted / count, perSecond: (count / micros) * 1_000_000 }
}

const perSecondOf = (of: Case, scale: number, draw: Random.Random): number => {
  const seen = Array.from({ length: rounds }, () => roundOf(of, Math.ceil(100_000 * scale), draw))
  const accepted = median(seen.map((_) => _.accepted))
  if (accepted === 0 || accepted === 1) throw new Error("All cases end alike")
  return median(seen.map((_) => _.perSecond))
}

const whole = (value: number): string => Math.round(value).toLocaleString("en")

export const rules = async (scale: number): Promise<string> => {
  const draw = Random.make(1, "rules")
  roundOf(mixed, Math.ceil(10 * warmUp * scale), draw)
  const perSecond = perSecondOf(mixed, scale, draw)
  const each = Object.entries(cases).map(([name, of]) => `${name} ${whole(perSecondOf(of, scale, draw))}`)
  const value = `${whole(perSecond)} a second of one core (${each.join(", ")})`
  const what = "random charges, captures and refunds, decided without a store"
  return single(what, value, `≥ ${whole(demanded)} a second`, perSecond >= demanded)
}
