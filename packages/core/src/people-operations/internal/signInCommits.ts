/** The commits of signing in and out. */
import { type Commit, type Decision, decided, refuse } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { PersonId } from "../../people/Actor.js"
import type { AuditEntry } from "../../people/AuditEntry.js"
import type { Person } from "../../people/Person.js"
import { SignInRefused } from "../SignInRefused.js"
import * as Tries from "./tries.js"

/** What a person becomes; undefined: what was compared before is not so any more. */
export type Becoming = (person: Person) => Person | undefined

/**
 * Changes a person with an entry of the audit, and takes back the try that was counted. What let them in is compared once
 * more: another process may have used the same link or code meanwhile.
 */
export const changing = (
  id: PersonId,
  becoming: Becoming,
  {
    counted = [],
    entry,
    now
  }: { readonly counted?: ReadonlyArray<Tries.TryingParty>; readonly entry: AuditEntry; readonly now: number }
): Commit<{ readonly person: Person | undefined }, Person, SignInRefused> => ({
  name: "person-change",
  load: { person: Reads.person(id), ...Tries.load(counted) },
  decide: ({ person: known, ...tries }): Decision<Person, SignInRefused> => {
    const person = known === undefined ? undefined : becoming(known)
    if (person === undefined) return refuse(new SignInRefused({ reason: "wrong" }))
    return decided(
      [
        { _tag: "ReplacePerson", person },
        ...Tries.changed(counted, tries as Tries.TriesFacts, -1, now),
        { _tag: "AppendAudit", entry }
      ],
      person
    )
  }
})

/** Changes a person without a trace in the audit: that a session was used. */
export const touching = (
  id: PersonId,
  becoming: Becoming
): Commit<{ readonly person: Person | undefined }, undefined, never> => ({
  name: "person-change",
  load: { person: Reads.person(id) },
  decide: ({ person: known }) => {
    const person = known === undefined ? undefined : becoming(known)
    return decided(person === undefined ? [] : [{ _tag: "ReplacePerson", person }], undefined)
  }
})
