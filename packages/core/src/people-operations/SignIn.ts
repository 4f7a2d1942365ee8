/** Signing in and out, sessions, passwords and second factors. Source: D74. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Actor, PersonId } from "../people/Actor.js"
import type { Person, Session } from "../people/Person.js"
import type { InvalidRequest } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"
import type { VaultError } from "../store/VaultError.js"
import * as Credentials from "./internal/credentials.js"
import * as Entering from "./internal/entering.js"
import * as SignInCommits from "./internal/signInCommits.js"
import type { SignInRefused } from "./SignInRefused.js"
import * as SignInRules from "./SignInRules.js"

type Secret = Redacted.Redacted<string>

export type { SignedIn, Visitor } from "./internal/entering.js"

/** One of the places in which a person is signed in. `isThis`: the one that asks. */
export interface SeenSession extends Pick<Session, "openedAt" | "seenAt"> {
  readonly isThis: boolean
}

/** A session that goes on. */
export interface OpenSession {
  readonly actor: Actor
  /** What its forms carry. */
  readonly formToken: string
  /** Password and second factor are set: the person can sign in without a link. */
  readonly signsIn: boolean
  /** All of the person that go on, the newest first. */
  readonly sessions: ReadonlyArray<SeenSession>
}

type Failed = SignInRefused | StorageError | VaultError

export class SignIn extends Context.Tag("@florin/core/SignIn")<
  SignIn,
  {
    /** By password and the code of the second factor. A refusal does not say which of them was wrong. */
    readonly byPassword: (
      given: { readonly id: string; readonly password: Secret; readonly code: Secret },
      visitor: Entering.Visitor
    ) => Effect.Effect<Entering.SignedIn, Failed>
    /** By a link, once. Whoever has a second factor gives a code of it, too. */
    readonly byLink: (
      given: { readonly token: Secret; readonly code?: Secret | undefined },
      visitor: Entering.Visitor
    ) => Effect.Effect<Entering.SignedIn, Failed>
    /** The session of a token. None: it is unknown, or has ended. What the person may do is read with each request. */
    readonly session: (
      token: Secret,
      visitor: Entering.Visitor
    ) => Effect.Effect<Option.Option<OpenSession>, StorageError>
    /** Whether a form comes from a page of this session, and not from another site. */
    readonly isForm: (token: Secret, formToken: string) => boolean
    /** Ends the session: its token is worth nothing any more, whoever has a copy. */
    readonly signOut: (token: Secret, visitor: Entering.Visitor) => Effect.Effect<void, StorageError>
    /** Ends all other sessions, with a code of the second factor. Refused of whoever has none. */
    readonly signOutOthers: (token: Secret, code: Secret, visitor: Entering.Visitor) => Effect.Effect<void, Failed>
    /**
     * A new second factor, as an address for an app that makes codes. It holds when a password is set with a code of it.
     * Refused of whoever has one: only a new link with `reset` takes it away.
     */
    readonly newSecondFactor: (token: Secret) => Effect.Effect<Secret, Failed | InvalidRequest>
    /**
     * Sets a password, with a code of the second factor. Ends all other sessions and all known browsers; this one goes on
     * under a new token. Whoever has a password gives it as `current`.
     *
     * Errors: `InvalidRequest` names `password`, or `code` where there is no second factor yet.
     */
    readonly setPassword: (
      token: Secret,
      given: Credentials.NewPassword,
      visitor: Entering.Visitor
    ) => Effect.Effect<Entering.SignedIn, Failed | InvalidRequest>
  }
>() {}

const seen = ({ sessions }: Person, digest: string, now: DateTime.Utc): ReadonlyArray<SeenSession> =>
  sessions
    .filter((one) => SignInRules.isOpen(one, now))
    .map(({ digest: one, openedAt, seenAt }) => ({ openedAt, seenAt, isThis: one === digest }))
    .reverse()

const without = (person: Person, digest: string): Person | undefined => {
  const sessions = person.sessions.filter((one) => one.digest !== digest)
  return sessions.length === person.sessions.length ? undefined : SignInRules.next(person, { sessions })
}

const touched = (person: Person, digest: string, now: DateTime.Utc): Person | undefined => {
  const sessions = person.sessions.map((one) => (one.digest === digest ? { ...one, seenAt: now } : one))
  return person.sessions.some((one) => one.digest === digest) ? SignInRules.next(person, { sessions }) : undefined
}

export const make = Effect.gen(function* () {
  const services = yield* Entering.services
  const { entryOf, found, secrets, write } = services

  const open = Effect.fnUntraced(function* (token: Secret) {
    const id = secrets.personIn(token)
    const person = id === undefined ? undefined : yield* found(id)
    if (person === undefined) return undefined
    const now = yield* DateTime.now
    const digest = secrets.digest(token)
    const session = person.sessions.find((one) => secrets.isSame(one.digest, digest))
    return session !== undefined && SignInRules.isOpen(session, now) ? { person, session, now } : undefined
  })

  /** That it was used. Another request may do the same at once: one of them is enough. */
  const touch = (id: PersonId, { digest }: Session, now: DateTime.Utc) =>
    write(SignInCommits.touching(id, (person) => touched(person, digest, now)))

  const session = Effect.fnUntraced(function* (token: Secret, { address }: Entering.Visitor) {
    const found = yield* open(token)
    if (found === undefined) return Option.none<OpenSession>()
    const { now, person, session } = found
    if (SignInRules.isToTouch(session, now)) yield* touch(person.id, session, now)
    return Option.some<OpenSession>({
      actor: { id: person.id, entrance: "session", address, grants: person.grants },
      formToken: secrets.formToken(token),
      signsIn: SignInRules.hasPassword(person),
      sessions: seen(person, session.digest, now)
    })
  })

  const signOut = Effect.fnUntraced(function* (token: Secret, visitor: Entering.Visitor) {
    const found = yield* open(token)
    if (found === undefined) return
    const now = yield* Clock.currentTimeMillis
    const entry = yield* entryOf(found.person, "session", visitor, { operation: "sign-out" })
    const ending = SignInCommits.changing(found.person.id, (person) => without(person, found.session.digest), {
      entry,
      now
    })
    // Signed out twice at once: the session has ended.
    yield* Effect.catchTag(write(ending), "SignInRefused", () => Effect.void)
  })

  return SignIn.of({
    byPassword: Entering.byPassword(services),
    byLink: Entering.byLink(services),
    session,
    isForm: (token, formToken) => secrets.isSame(secrets.formToken(token), formToken),
    signOut,
    signOutOthers: Credentials.signOutOthers(services, open),
    newSecondFactor: Credentials.newSecondFactor(services, open),
    setPassword: Credentials.setPassword(services, open)
  })
})
