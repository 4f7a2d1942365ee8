/** What simulations reach, and few of them that reach all that many do. */
import type { Result } from "./Run.js"
import type { Note } from "./Trace.js"

const uid = /[0-9a-f]{8}-[0-9a-f-]{27}/g
const types = /\b(?:authorization|capture|credit|payment|payout|refund|tokenization|void)\b/g
const transaction = /\b(?:authorization|capture|credit|payment|payout|refund|tokenization|void)-\d+/
const name = /\b([a-z]+)-\d+/g
const version = / v\d+/
const amount = /(?<!#)\b\d+\b(?! ms pass)/g
const standstill = /stands still for (\d+) ms/

/** A process that stands still for as long as this is missed, or forgotten. Unit: milliseconds. */
const spans = [5000, 30_000]

/** What happened, without what is different wherever it happens. Times that pass are few, and each matters. */
const kindOf = ({ actor, what }: Note): string =>
  `${actor} ${what}`
    .replace(standstill, (_, millis) => `stands still over #${spans.filter((span) => span <= Number(millis)).length}`)
    .replace(uid, "")
    .replace(version, "")
    .replace(name, "$1")
    .replace(amount, "")

/** The same of any transaction and any acquirer. */
const likeOf = (kind: string): string => kind.replace(types, "transaction").replace(/^bank|^sandbox/, "acquirer")

/**
 * The situations that a simulation reached: each kind of thing that happened in it, with the fate of each process at each
 * fault point, and each two that followed each other in the life of a transaction, by one actor or by two.
 */
export const reached = (notes: ReadonlyArray<Note>): ReadonlySet<string> => {
  const situations = new Set<string>()
  const lives = new Map<string, { readonly like: string; readonly actor: string }>()
  for (const note of notes) {
    const { actor, what } = note
    if (actor === "step") continue
    const kind = kindOf(note)
    situations.add(kind)
    const subject = transaction.exec(what)?.[0]
    if (subject === undefined) continue
    const like = likeOf(kind)
    const last = lives.get(subject)
    if (last !== undefined) situations.add(`${last.like}, then ${last.actor === actor ? "" : "another: "}${like}`)
    lives.set(subject, { like, actor })
  }
  return situations
}

/** What a seed reaches, and what it costs to run it, in any unit. */
export interface Candidate {
  readonly seed: number
  readonly situations: ReadonlySet<string>
  readonly cost: number
}

/** A simulation has this to do before anything happens in it, in notes. */
const start = 30

export const candidateOf = ({ notes, seed }: Result): Candidate => ({
  seed,
  situations: reached(notes),
  cost: notes.length + start
})

/** Those that reach something that no other one of them reaches; the dearest are the first to go. */
const needed = (chosen: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const times = new Map<string, number>()
  const count = (by: number) => (situation: string) => times.set(situation, (times.get(situation) ?? 0) + by)
  for (const { situations } of chosen) situations.forEach(count(1))
  return [...chosen]
    .sort((left, right) => right.cost - left.cost)
    .filter(({ situations }) => {
      const isNeeded = [...situations].some((situation) => times.get(situation) === 1)
      if (!isNeeded) situations.forEach(count(-1))
      return isNeeded
    })
}

/**
 * Seeds that reach together what all of them reach: one after the other that which reaches most that is new for its
 * cost, without those that later ones have made needless. In ascending order.
 */
export const choose = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<number> => {
  const chosen: Array<Candidate> = []
  const worth = ({ candidate, fresh }: { readonly candidate: Candidate; readonly fresh: ReadonlyArray<string> }) =>
    fresh.length / candidate.cost
  let open = candidates.map((candidate) => ({ candidate, fresh: [...candidate.situations] }))
  const cover = (covered: ReadonlySet<string>): void => {
    open = open
      .map(({ candidate, fresh }) => ({ candidate, fresh: fresh.filter((situation) => !covered.has(situation)) }))
      .filter(({ fresh }) => fresh.length > 0)
  }
  cover(new Set())
  while (open.length > 0) {
    const best = open.reduce((left, right) => (worth(right) > worth(left) ? right : left))
    chosen.push(best.candidate)
    cover(new Set(best.fresh))
  }
  return needed(chosen)
    .map(({ seed }) => seed)
    .sort((left, right) => left - right)
}
