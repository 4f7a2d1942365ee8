/** What simulations reach, and few of them that reach all that many do. */
import type { Note } from "./Trace.js"

const type = "\\b(?:authorization|capture|credit|payment|payout|refund|tokenization|void)"
const subjectOf = new RegExp(`${type}-\\d+`)

type Masks = ReadonlyArray<readonly [pattern: RegExp, by: string]>

/** What is different wherever a thing happens. Times that pass are few, and each matters. */
const particulars: Masks = [
  // A process that stands still for 5 s is missed, one that stands still for 30 s is forgotten.
  [/still for (?:\d{1,3}|[1-4]\d{3}) ms/, "still"],
  [/still for (?:\d{4}|[12]\d{4}) ms/, "still and is missed"],
  [/still for \d+ ms/, "still and is forgotten"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ""],
  [/[0-9a-f]{8}-[0-9a-f-]{27}/g, ""],
  [/ v\d+/, ""],
  [/\b([a-z]+)-\d+/g, "$1"],
  [/(?<!#)\b\d+\b(?! ms pass)/g, ""]
]

/** What is different between transactions and between acquirers. */
const kinds: Masks = [
  [new RegExp(`${type}\\b`, "g"), "transaction"],
  [/^bank|^sandbox/, "acquirer"]
]

/** The same in the middle of a text. */
const alike: Masks = [
  [new RegExp(`${type}\\b`, "g"), "transaction"],
  [/\b(?:other bank|bank|sandbox)\b/g, "acquirer"]
]

const then = ", then "

const isSequence = (situation: string): boolean => situation.includes(then)

const without = (masks: Masks, text: string): string =>
  masks.reduce((masked, [pattern, by]) => masked.replace(pattern, by), text)

/**
 * The situations that a simulation reached: each kind of thing that happened in it, with the fate of each process at each
 * fault point, and each two that followed each other in the life of a transaction, by one actor or by two.
 */
export const reached = (notes: ReadonlyArray<Note>): ReadonlySet<string> => {
  const situations = new Set<string>()
  const lives = new Map<string, { readonly like: string; readonly actor: string }>()
  for (const { actor, what } of notes) {
    const kind = without(particulars, `${actor} ${what}`)
    situations.add(kind)
    const subject = subjectOf.exec(what)?.[0]
    if (subject === undefined) continue
    const like = without(kinds, kind)
    const last = lives.get(subject)
    if (last !== undefined) situations.add(`${last.like}${then}${last.actor === actor ? "" : "another: "}${like}`)
    lives.set(subject, { like, actor })
  }
  return situations
}

/**
 * Those of the situations that are no sequence, without regard to the type of the transaction and to which acquirer it is:
 * each kind of thing that happened, and each fate at each fault point.
 */
export const kindsOf = (situations: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(Array.from(situations).flatMap((situation) => (isSequence(situation) ? [] : [without(alike, situation)])))

/** What a seed reaches, and about how long it takes to run it: as long as a hundred notes for every start. */
export const candidate = (seed: number, notes: ReadonlyArray<Note>) => ({
  ...{ seed, situations: reached(notes) },
  cost: notes.length + 100 * notes.filter(({ what }) => what.startsWith("starts")).length
})

export type Candidate = ReturnType<typeof candidate>

/**
 * Seeds that reach together what all of them reach, or most of it where no more than `most` are wanted: one by one that
 * which reaches most that is new for its cost.
 */
export const choose = (
  candidates: ReadonlyArray<Candidate>,
  most = Number.POSITIVE_INFINITY
): ReadonlyArray<number> => {
  const chosen: Array<number> = []
  let open = candidates.map(({ cost, seed, situations }) => ({ cost, seed, fresh: [...situations] }))
  for (;;) {
    open = open.filter(({ fresh }) => fresh.length > 0)
    if (open.length === 0 || chosen.length === most) return chosen.sort((left, right) => left - right)
    const best = open.reduce((a, b) => (b.fresh.length / b.cost > a.fresh.length / a.cost ? b : a))
    const covered = new Set(best.fresh)
    chosen.push(best.seed)
    open = open.map((one) => ({ ...one, fresh: one.fresh.filter((situation) => !covered.has(situation)) }))
  }
}
