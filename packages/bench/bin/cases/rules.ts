/** How many random cases of charges, captures and refunds the rules decide in a second, without a store. */
import { charge, child, type Draw, drawing } from "../facts.js"
import { median, rounds, warmUp } from "../measure.js"
import { single } from "../report.js"

type Case = (draw: Draw) => { readonly _tag: "Refused" | "Decided" }

const cases: Readonly<Record<string, Case>> = { charges: charge, captures: child("capture"), refunds: child("refund") }

const all = Object.values(cases)
const mixed: Case = (draw) => all[draw(all.length)]!(draw)

/** A second. */
const demanded = 100_000

/** How many of so many cases are accepted. */
const decide = (of: Case, count: number, draw: Draw): number => {
  let accepted = 0
  for (let done = 0; done < count; done++) if (of(draw)._tag === "Decided") accepted++
  return accepted
}

interface Round {
  readonly accepted: number
  readonly perSecond: number
}

/** By the CPU: the work has one thread, and another process may have its core for a while. */
const roundOf = (of: Case, count: number, draw: Draw): Round => {
  const before = process.cpuUsage()
  const accepted = decide(of, count, draw)
  const { system, user } = process.cpuUsage(before)
  return { accepted: accepted / count, perSecond: (count / (user + system)) * 1_000_000 }
}

const perSecondOf = (of: Case, scale: number, draw: Draw): number => {
  globalThis.gc?.()
  const seen = Array.from({ length: rounds }, () => roundOf(of, Math.ceil(100_000 * scale), draw))
  const accepted = median(seen.map((_) => _.accepted))
  if (accepted === 0 || accepted === 1) throw new Error("All cases end alike")
  return median(seen.map((_) => _.perSecond))
}

const whole = (value: number): string => Math.round(value).toLocaleString("en")

export const rules = async (scale: number): Promise<string> => {
  const draw = drawing(1)
  decide(mixed, Math.ceil(10 * warmUp * scale), draw)
  const perSecond = perSecondOf(mixed, scale, draw)
  const each = Object.entries(cases).map(([name, of]) => `${name} ${whole(perSecondOf(of, scale, draw))}`)
  return single({
    what: "random charges, captures and refunds, decided without a store",
    value: `${whole(perSecond)} a second of one core (${each.join(", ")})`,
    demanded: `≥ ${whole(demanded)} a second`,
    reached: perSecond >= demanded
  })
}
