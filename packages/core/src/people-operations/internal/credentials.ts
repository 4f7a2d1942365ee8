/** How a person who is in sets what lets them in next time. */
import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Person, Session } from "../../people/Person.js"
import { invalid } from "../../request/InvalidRequest.js"
import type { StorageError } from "../../store/StorageError.js"
import { SignInRefused } from "../SignInRefused.js"
import * as SignInRules from "../SignInRules.js"
import { type EntryServices, used, type Visitor } from "./entering.js"
import * as SignInCommits from "./signInCommits.js"

type Secret = Redacted.Redacted<string>

export interface NewPassword {
  readonly password: Secret
  readonly code: Secret
  readonly current?: Secret | undefined
}

interface Open {
  readonly person: Person
  readonly session: Session
  readonly now: DateTime.Utc
}

type Find = (token: Secret) => Effect.Effect<Open | undefined, StorageError>

const found = (find: Find, token: Secret) =>
  Effect.flatMap(find(token), (open) =>
    open === undefined ? new SignInRefused({ reason: "over" }) : Effect.succeed(open)
  )

const isIn = (person: Person, { digest }: Session): boolean => person.sessions.some((one) => one.digest === digest)

export const newSecondFactor =
  ({ entryOf, secrets, write }: EntryServices, find: Find) =>
  (token: Secret) =>
    Effect.gen(function* () {
      const { person, session } = yield* found(find, token)
      if (person.secondFactor?.isConfirmed === true) return yield* invalid([], "There is a second factor already")
      const { sealed, uri } = yield* secrets.newSecondFactor(person.id)
      const entry = yield* entryOf(person, "session", {}, { operation: "second-factor" })
      const secondFactor = { sealed, isConfirmed: false, lastStep: 0 }
      const becoming: SignInCommits.Becoming = (known) =>
        isIn(known, session) && known.secondFactor?.isConfirmed !== true
          ? SignInRules.next(known, { secondFactor })
          : undefined
      yield* write(SignInCommits.changing(person.id, becoming, { entry, now: entry.at.epochMillis }))
      return uri
    })

/** With a code, so that whoever has a stolen session alone does not shut out its owner. */
export const signOutOthers = (services: EntryServices, find: Find) => {
  const { count, counted, entryOf, refused, unusedStep, write } = services
  return Effect.fnUntraced(function* (token: Secret, code: Secret, visitor: Visitor) {
    const { person, session } = yield* found(find, token)
    const now = yield* Clock.currentTimeMillis
    const parties = [counted("link", session.digest)]
    yield* count(parties, now)
    const step = SignInRules.hasPassword(person) ? yield* unusedStep(person, code, now) : undefined
    if (step === undefined) {
      yield* refused(person, "session", visitor, "code refused")
      return yield* new SignInRefused({ reason: "wrong" })
    }
    const entry = yield* entryOf(person, "session", visitor, { operation: "sign-out-others" })
    const becoming: SignInCommits.Becoming = (known) => {
      const sessions = known.sessions.filter(({ digest }) => digest === session.digest)
      const next = sessions.length === 0 ? undefined : used(known, step)
      return next === undefined ? undefined : SignInRules.next(next, { sessions })
    }
    yield* write(SignInCommits.changing(person.id, becoming, { counted: parties, entry, now }))
  })
}

export const setPassword = (services: EntryServices, find: Find) => {
  const { count, counted, entryOf, newTokens, refused, secrets, unusedStep, write } = services
  return Effect.fnUntraced(function* (token: Secret, given: NewPassword, visitor: Visitor) {
    const { person, session } = yield* found(find, token)
    const fault = SignInRules.passwordFault(secrets.factsOf(given.password, person.id))
    if (fault !== undefined) return yield* fault
    const { secondFactor } = person
    if (secondFactor === null) return yield* invalid("code", "needs a second factor")
    const now = yield* Clock.currentTimeMillis
    // Whoever has a stolen session alone does not find out the password by it.
    const parties = [counted("link", session.digest)]
    yield* count(parties, now)
    const isRight =
      person.password === null || (yield* secrets.isPassword(given.current ?? Redacted.make(""), person.password))
    const step = isRight ? yield* unusedStep(person, given.code, now) : undefined
    if (step === undefined) {
      yield* refused(person, "session", visitor, "password refused")
      return yield* new SignInRefused({ reason: "wrong" })
    }
    const password = yield* secrets.hashPassword(given.password)
    const { digests, signedIn } = newTokens(person.id)
    const entry = yield* entryOf(person, "session", visitor, { operation: "password" })
    const becoming: SignInCommits.Becoming = (known) => {
      const isSame = isIn(known, session) && known.password === person.password
      if (!isSame || known.secondFactor?.sealed !== secondFactor.sealed || step <= known.secondFactor.lastStep)
        return undefined
      const confirmed = { sealed: secondFactor.sealed, isConfirmed: true, lastStep: step }
      const alone: Person = { ...known, password, secondFactor: confirmed, sessions: [], devices: [] }
      return SignInRules.opened(alone, digests, entry.at)
    }
    yield* write(SignInCommits.changing(person.id, becoming, { counted: parties, entry, now }))
    return signedIn
  })
}
