/** How people get in: by password, and by link. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { CommitStore, commitUnguarded } from "../../commits/Commit.js"
import { Entropy } from "../../ids/Ids.js"
import { PersonId } from "../../people/Actor.js"
import type { AuditEntry } from "../../people/AuditEntry.js"
import type { Person } from "../../people/Person.js"
import { PersonStore } from "../../people/PersonStore.js"
import { SignInSecrets } from "../../people/SignInSecrets.js"
import { Audit } from "../Audit.js"
import { SignInRefused } from "../SignInRefused.js"
import * as SignInRules from "../SignInRules.js"
import * as SignInCommits from "./signInCommits.js"
import * as Tries from "./tries.js"

type Secret = Redacted.Redacted<string>

/** Where a request to sign in comes from. `device`: what the browser has kept of an earlier sign-in. */
export interface Visitor {
  readonly address?: string | undefined
  readonly device?: Secret | undefined
}

/** What a browser keeps. Both are shown once; only their hashes are stored. */
export interface SignedIn {
  /** Of the session. */
  readonly token: Secret
  readonly device: Secret
}

const wrong = () => new SignInRefused({ reason: "wrong" })

/** What was tried and is refused leaves an entry, in which only the id of a known person stands. */
const unknown = PersonId.make("unknown")

export const services = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* PersonStore
  const secrets = yield* SignInSecrets
  const audit = yield* Audit
  const entropy = yield* Entropy

  const newToken = (id: PersonId): Secret => Redacted.make(`${id}.${Encoding.encodeHex(entropy(32))}`)

  /** The tokens of a new session. A browser that is known keeps what it has. */
  const newTokens = (id: PersonId) => {
    const signedIn: SignedIn = { token: newToken(id), device: newToken(id) }
    return { signedIn, digests: { session: secrets.digest(signedIn.token), device: secrets.digest(signedIn.device) } }
  }

  const counted = (by: SignInRules.TriedBy, text: string): Tries.TryingParty => ({
    by,
    name: secrets.digest(Redacted.make(`${by} ${text}`))
  })

  const atAddress = ({ address }: Visitor): ReadonlyArray<Tries.TryingParty> =>
    address === undefined ? [] : [counted("address", address)]

  const found = (id: string) =>
    Schema.is(PersonId)(id) ? Effect.map(store.find(id), Option.getOrUndefined) : Effect.succeed(undefined)

  /** The step of a code that has not been used; undefined: it is wrong, or was used. */
  const unusedStep = (person: Person, code: Secret, now: number) => {
    const { secondFactor } = person
    if (secondFactor === null) return Effect.succeed(undefined)
    return Effect.map(secrets.stepOf(person.id, secondFactor.sealed, code, now), (step) =>
      step !== undefined && step > secondFactor.lastStep ? step : undefined
    )
  }

  const entryOf = (
    person: Person | undefined,
    entrance: AuditEntry["entrance"],
    { address }: Visitor,
    what: { readonly operation: string; readonly detail?: string }
  ) => audit.entryOf({ actor: { id: person?.id ?? unknown, entrance, address }, kind: "sign-in", ...what })

  const refused = (person: Person | undefined, entrance: AuditEntry["entrance"], visitor: Visitor, detail: string) =>
    audit.note({
      actor: { id: person?.id ?? unknown, entrance, address: visitor.address },
      ...{ kind: "sign-in", operation: "sign-in", detail }
    })

  const count = (parties: ReadonlyArray<Tries.TryingParty>, now: number) => write(Tries.counting(parties, now))

  return { write, store, secrets, audit, newTokens, counted, atAddress, found, unusedStep, entryOf, refused, count }
})

export type EntryServices = Effect.Effect.Success<typeof services>

interface Tried {
  readonly person: Person | undefined
  readonly entrance: "password" | "link"
  readonly visitor: Visitor
  readonly counted: ReadonlyArray<Tries.TryingParty>
  readonly now: number
}

/** A commit that lets the person in, as long as what was compared is still so. */
const enter = (
  { entryOf, newTokens, refused, write }: EntryServices,
  { counted, entrance, now, person, visitor }: Tried,
  stillSo: SignInCommits.Becoming
) =>
  Effect.gen(function* () {
    if (person === undefined) return yield* Effect.zipRight(refused(person, entrance, visitor, "refused"), wrong())
    const { digests, signedIn } = newTokens(person.id)
    const entry = yield* entryOf(person, entrance, visitor, { operation: "sign-in" })
    const becoming: SignInCommits.Becoming = (known) => {
      const same = stillSo(known)
      return same === undefined ? undefined : SignInRules.opened(same, digests, DateTime.unsafeMake(now))
    }
    yield* write(SignInCommits.changing(person.id, becoming, { counted, entry, now }))
    return signedIn
  })

/** With the code of a step that is used up by it; undefined: it was. */
export const used = (person: Person, step: number | undefined): Person | undefined => {
  const { secondFactor } = person
  if (step === undefined) return person
  return secondFactor === null || step <= secondFactor.lastStep
    ? undefined
    : { ...person, secondFactor: { ...secondFactor, lastStep: step } }
}

export const byPassword = (services: EntryServices) => {
  const { atAddress, count, counted, found, refused, secrets, unusedStep } = services
  return Effect.fnUntraced(function* (
    given: { readonly id: string; readonly password: Secret; readonly code: Secret },
    visitor: Visitor
  ) {
    const now = yield* Clock.currentTimeMillis
    const person = yield* found(given.id)
    const digest = visitor.device === undefined ? undefined : secrets.digest(visitor.device)
    const isKnown = digest !== undefined && person?.devices.some((one) => secrets.isSame(one.digest, digest)) === true
    const own = isKnown ? counted("device", digest) : counted("account", given.id.slice(0, 256))
    const all = [own, ...atAddress(visitor)]
    yield* count(all, now)
    const known = person !== undefined && SignInRules.hasPassword(person) ? person : undefined
    // Of nobody it takes as long.
    const isRight = yield* secrets.isPassword(given.password, known?.password ?? null)
    const step = known === undefined || !isRight ? undefined : yield* unusedStep(known, given.code, now)
    if (known === undefined || step === undefined) {
      return yield* Effect.zipRight(refused(person, "password", visitor, "refused"), wrong())
    }
    return yield* enter(services, { person: known, entrance: "password", visitor, counted: all, now }, (person) =>
      person.password === known.password ? used(person, step) : undefined
    )
  })
}

export const byLink = (services: EntryServices) => {
  const { atAddress, count, counted, found, refused, secrets, unusedStep } = services
  return Effect.fnUntraced(function* (
    given: { readonly token: Secret; readonly code?: Secret | undefined },
    visitor: Visitor
  ) {
    const now = yield* Clock.currentTimeMillis
    const digest = secrets.digest(given.token)
    const all = [counted("link", digest), ...atAddress(visitor)]
    yield* count(all, now)
    const isGood = (person: Person): boolean =>
      SignInRules.isLinkGood(person, DateTime.unsafeMake(now)) && secrets.isSame(person.link?.digest ?? "", digest)
    const person = yield* found(secrets.personIn(given.token) ?? "")
    const needsCode = person?.secondFactor?.isConfirmed === true
    const hasLink = person !== undefined && isGood(person)
    const code = given.code ?? Redacted.make("")
    const step = hasLink && needsCode ? yield* unusedStep(person, code, now) : undefined
    if (!hasLink || (needsCode && step === undefined)) {
      return yield* Effect.zipRight(refused(person, "link", visitor, "refused"), wrong())
    }
    return yield* enter(services, { person, entrance: "link", visitor, counted: all, now }, (known) => {
      const same = isGood(known) ? used(known, step) : undefined
      return same === undefined ? undefined : { ...same, link: null }
    })
  })
}
