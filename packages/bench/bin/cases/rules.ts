/** How many random cases of charges, captures and refunds the rules decide in a second, without a store. */
import { charge, child, type Draw, drawing } from "../facts.js"
import { median, rounds, warmUp } from "../measure.js"
import { single } from "../report.js"

/** One case, drawn and not decided yet. */
type Case = (draw: Draw) => () => { readonly _tag: "Refused" | "Decided" }

const cases: Readonly<Record<string, Case>> = { charges: charge, captures: child("capture"), refunds: child("refund") }

const all = Object.values(cases)
const mixed: Case = (draw) => all[draw(all.length)]!(draw)

/** A second. */
const demanded = 100_000

const drawn = (of: Case, count: number, draw: Draw) => Array.from({ length: count }, () => of(draw))

/** How many of these cases are accepted. */
const decide = (cases: ReadonlyArray<ReturnType<Case>>): number => {
  let accepted = 0
  for (const decided of cases) if (decided()._tag === "Decided") accepted++
  return accepted
}

interface Round {
  readonly accepted: number
  readonly perSecond: number
}

/** How many are drawn at a time: what lies drawn is in the way of the collector. */
const portion = 200

/** By the CPU: the work has one thread, and another process may have its core for a while. */
const roundOf = (of: Case, count: number, draw: Draw): Round => {
  let accepted = 0
  let micros = 0
  for (let done = 0; done < count; done += portion) {
    const cases = drawn(of, Math.min(portion, count - done), draw)
    const before = process.cpuUsage()
    accepted += decide(cases)
    const { system, user } = process.cpuUsage(before)
    micros += system + user
  }
  return { accepted: accepted / count, perSecond: (count / micros) * 1_000_000 }
}

const perSecondOf = (of: Case, scale: number, draw: Draw): number => {
  const seen = Array.from({ length: rounds }, () => roundOf(of, Math.ceil(100_000 * scale), draw))
  const accepted = median(seen.map((_) => _.accepted))
  if (accepted === 0 || accepted === 1) throw new Error("All cases end alike")
  return median(seen.map((_) => _.perSecond))
}

const whole = (value: number): string => Math.round(value).toLocaleString("en")

export const rules = async (scale: number): Promise<string> => {
  const draw = drawing(1)
  decide(drawn(mixed, Math.ceil(10 * warmUp * scale), draw))
  const perSecond = perSecondOf(mixed, scale, draw)
  const each = Object.entries(cases).map(([name, of]) => `${name} ${whole(perSecondOf(of, scale, draw))}`)
  return single({
    what: "random charges, captures and refunds, decided without a store",
    value: `${whole(perSecond)} a second of one core (${each.join(", ")})`,
    demanded: `≥ ${whole(demanded)} a second`,
    reached: perSecond >= demanded
  })
}
