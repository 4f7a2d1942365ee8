/** The tries to sign in of those who are counted, in the store: every process counts the same. */
import { type Commit, type Decision, decided, refuse } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { SignInRefused } from "../SignInRefused.js"
import * as SignInRules from "../SignInRules.js"

/** Whose tries are counted. `name`: a hash, since anything may have been typed as a name. */
export interface TryingParty {
  readonly by: SignInRules.TriedBy
  readonly name: string
}

/** By the place of the party in their list. */
export type TriesFacts = Readonly<Record<string, Reads.FailedTries | undefined>>

const partyOf = ({ by, name }: TryingParty): string => `${by} ${name}`

const nameAt = (index: number): string => `tries${index}`

export const load = (parties: ReadonlyArray<TryingParty>): Reads.Reads<TriesFacts> =>
  Object.fromEntries(parties.map((one, index) => [nameAt(index), Reads.failedTries(partyOf(one))]))

const agedAll = (parties: ReadonlyArray<TryingParty>, facts: TriesFacts, now: number) =>
  parties.map((party, index) => ({ party, tries: SignInRules.decayedTries(facts[nameAt(index)], party.by, now) }))

/** The tries of all parties, changed by so many. */
export const changed = (
  parties: ReadonlyArray<TryingParty>,
  facts: TriesFacts,
  by: number,
  now: number
): ReadonlyArray<Write> =>
  agedAll(parties, facts, now).map(({ party, tries: { failed } }) => ({
    _tag: "KeepTries",
    party: partyOf(party),
    failed: Math.max(0, failed + by),
    at: now
  }))

/**
 * Counts a try as failed before anything is compared, so that many at once are no more than one after another. What
 * succeeds is taken back.
 */
export const counting = (
  parties: ReadonlyArray<TryingParty>,
  now: number
): Commit<TriesFacts, undefined, SignInRefused> => ({
  name: "person-change",
  load: load(parties),
  decide: (facts): Decision<undefined, SignInRefused> => {
    const waits = agedAll(parties, facts, now).map(({ party, tries }) => SignInRules.waitOf(tries, party.by) ?? 0)
    const wait = Math.max(0, ...waits)
    return wait > 0
      ? refuse(new SignInRefused({ reason: "wait", retryAfter: Math.max(1, Math.ceil(wait / 1000)) }))
      : decided(changed(parties, facts, 1, now), undefined)
  }
})
