/** People: who there are, what they may do, and the links by which they get in first. Source: D74. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Redacted from "effect/Redacted"
import { type Commit, CommitStore, commitUnguarded, decided, refuse } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import { Entropy } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import type { PersonId } from "../people/Actor.js"
import type { Person } from "../people/Person.js"
import { PersonStore } from "../people/PersonStore.js"
import { type Grants, granted, noGrants, type Role } from "../people/Role.js"
import { SignInSecrets } from "../people/SignInSecrets.js"
import { type InvalidRequest, invalid, NotFound } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import * as PersonRules from "./PersonRules.js"
import * as SignInRules from "./SignInRules.js"

/** A role in a shop, or everywhere; null takes it away. */
export interface RoleChange {
  readonly place: PersonRules.Place
  readonly role: Role | null
}

/** A sign-in link. `token`: shown once, and good once. */
export interface SignInLink {
  readonly token: Redacted.Redacted<string>
  readonly until: DateTime.Utc
}

export type PeopleError = PersonRules.Forbidden | InvalidRequest | NotFound | NotInsideTransaction | StorageError

type Changing<A> = Effect.Effect<A, PeopleError>

/** `by`: what whoever asks may do themselves. Nobody gives more than they have. */
export class People extends Context.Tag("@florin/core/People")<
  People,
  {
    /** People whom `by` may manage, by id. */
    readonly list: (
      by: Grants,
      page: { readonly limit: number; readonly after?: PersonId }
    ) => Effect.Effect<ReadonlyArray<PersonRules.ListedPerson>, StorageError>
    /** Refused: an id that is taken, also by somebody who was removed, because the audit names it. */
    readonly add: (by: Grants, id: PersonId, grant: RoleChange) => Changing<PersonRules.ListedPerson>
    readonly grant: (by: Grants, id: PersonId, grant: RoleChange) => Changing<PersonRules.ListedPerson>
    /** Ends all sessions at once. The id stays taken. */
    readonly remove: (by: Grants, id: PersonId) => Changing<void>
    /**
     * A link by which a person signs in once, in the place of any earlier one. `reset`: also takes away password, second
     * factor, browsers and sessions, which somebody else may have.
     */
    readonly link: (by: Grants, id: PersonId, options?: { readonly reset?: boolean }) => Changing<SignInLink>
  }
>() {}

interface Facts {
  readonly person: Person | undefined
}

type Next = (person: Person) => Either.Either<Person, PersonRules.Forbidden | InvalidRequest>

const taken = invalid("id", "is taken")

const adding = (
  by: Grants,
  id: PersonId,
  { place, role }: RoleChange,
  now: DateTime.Utc
): Commit<Facts, Person, PersonRules.Forbidden | InvalidRequest> => ({
  name: "person-change",
  load: { person: Reads.person(id) },
  decide: ({ person: known }) => {
    if (!PersonRules.administers(by, place)) return refuse(new PersonRules.Forbidden())
    if (known !== undefined) return refuse(taken)
    const person = PersonRules.newPerson(id, granted(noGrants, place, role), now)
    return decided([{ _tag: "InsertPerson", person }], person)
  }
})

/** A change of somebody whom `by` may manage. Others do not exist for them. */
const changing = (
  by: Grants,
  id: PersonId,
  next: Next
): Commit<Facts, Person, PersonRules.Forbidden | InvalidRequest | NotFound> => ({
  name: "person-change",
  load: { person: Reads.person(id) },
  decide: ({ person: known }) => {
    if (known === undefined || known.removedAt !== null || !PersonRules.mayManage(by, known.grants)) {
      return refuse(new NotFound())
    }
    const person = next(known)
    return Either.isLeft(person)
      ? refuse(person.left)
      : decided([{ _tag: "ReplacePerson", person: person.right }], person.right)
  }
})

const listed =
  (now: DateTime.Utc) =>
  (person: Person): PersonRules.ListedPerson => {
    const open = person.sessions.filter((one) => SignInRules.isOpen(one, now)).map(({ seenAt }) => seenAt)
    return {
      id: person.id,
      grants: person.grants,
      createdAt: person.createdAt,
      signsIn: SignInRules.hasPassword(person),
      seenAt: open.reduce<DateTime.Utc | null>((last, one) => (last === null ? one : DateTime.max(last, one)), null)
    }
  }

/** How many people are looked at at a time. */
const lookedAt = 500

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* PersonStore
  const secrets = yield* SignInSecrets
  const entropy = yield* Entropy

  // The row is locked by the commit that replaces it: it is never stale.
  const change = (by: Grants, id: PersonId, next: Next) => write(changing(by, id, next))

  const add = (by: Grants, id: PersonId, grant: RoleChange) =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const person = yield* Effect.catchIf(
        write(adding(by, id, grant, now)),
        (error): error is StorageError => error._tag === "StorageError" && error.reason === "constraint",
        () => taken
      )
      return listed(now)(person)
    })

  const grant = (by: Grants, id: PersonId, { place, role }: RoleChange) =>
    Effect.zipWith(
      change(by, id, (person) =>
        PersonRules.mayGrant(by, person.grants, place)
          ? Either.right(SignInRules.next(person, PersonRules.regranted(person, place, role)))
          : Either.left(new PersonRules.Forbidden())
      ),
      DateTime.now,
      (person, now) => listed(now)(person)
    )

  const link = (by: Grants, id: PersonId, { reset = false }: { readonly reset?: boolean } = {}) =>
    Effect.gen(function* () {
      const token = Redacted.make(`${id}.${Encoding.encodeHex(entropy(32))}`)
      const until = DateTime.addDuration(yield* DateTime.now, SignInRules.linkTime)
      const isOfShop = !PersonRules.administers(by, "everywhere")
      const members = { ...(reset ? PersonRules.reset : {}), link: { digest: secrets.digest(token), until }, isOfShop }
      yield* change(by, id, (person) => Either.right(SignInRules.next(person, members)))
      return { token, until }
    })

  /** People whom `by` may not manage are passed over, so a page may take several of the store's. */
  const list = Effect.fnUntraced(function* (
    by: Grants,
    { after, limit }: { readonly limit: number; readonly after?: PersonId }
  ) {
    const now = yield* DateTime.now
    const found: Array<PersonRules.ListedPerson> = []
    let last = after
    for (;;) {
      const page = yield* store.list(last === undefined ? { limit: lookedAt } : { limit: lookedAt, after: last })
      const seen = page.filter(({ grants, removedAt }) => removedAt === null && PersonRules.mayManage(by, grants))
      found.push(...seen.map(listed(now)))
      last = page.at(-1)?.id
      if (found.length >= limit || page.length < lookedAt) return found.slice(0, limit)
    }
  })

  return People.of({
    list,
    add: (by, id, one) => outsideUnitOfWork("People.add", add(by, id, one)),
    grant: (by, id, one) => outsideUnitOfWork("People.grant", grant(by, id, one)),
    remove: (by, id) =>
      outsideUnitOfWork(
        "People.remove",
        Effect.flatMap(DateTime.now, (now) =>
          Effect.asVoid(change(by, id, (person) => Either.right(PersonRules.removed(person, now))))
        )
      ),
    link: (by, id, options) => outsideUnitOfWork("People.link", link(by, id, options))
  })
})
