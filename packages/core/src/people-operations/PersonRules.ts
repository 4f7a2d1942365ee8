/** Who may say what people may do. Pure. Source: D74. */

import * as Data from "effect/Data"
import type * as DateTime from "effect/DateTime"
import type { ShopId } from "../ids/Ids.js"
import type { PersonId } from "../people/Actor.js"
import type { Person } from "../people/Person.js"
import { type Grants, granted, noGrants, type Role, reachesEverywhere, reachesIn } from "../people/Role.js"

/** A role is too low for what was asked. Nothing was done. */
export class Forbidden extends Data.TaggedError("Forbidden") {
  get code() {
    return "forbidden" as const
  }
}

/** Where a role holds. */
export type Place = ShopId | "everywhere"

/** Whether somebody administers a place. */
export const administers = (grants: Grants, place: Place): boolean =>
  place === "everywhere" ? reachesEverywhere(grants, "administer") : reachesIn(grants, place, "administer")

/**
 * Whether somebody may change, remove or invite a person: whoever administers every place in which that person has a role.
 * Otherwise the administrator of one shop could get a sign-in link of somebody who administers all of them.
 */
export const mayManage = (by: Grants, { everywhere, shops }: Grants): boolean => {
  if (administers(by, "everywhere")) return true
  const places = Object.keys(shops)
  return everywhere === null && places.length > 0 && places.every((shop) => administers(by, shop as ShopId))
}

/** Whether somebody may give or take a role in a place. */
export const mayGrant = (by: Grants, person: Grants, place: Place): boolean =>
  mayManage(by, person) && administers(by, place)

/** A new person, who has signed in nowhere. */
export const newPerson = (id: PersonId, grants: Grants, now: DateTime.Utc): Person => ({
  id,
  grants,
  password: null,
  secondFactor: null,
  link: null,
  isOfShop: false,
  sessions: [],
  devices: [],
  createdAt: now,
  removedAt: null,
  version: 1
})

/** Nothing but a new link lets the person in any more. */
export const reset = {
  password: null,
  secondFactor: null,
  link: null,
  sessions: [],
  devices: []
} satisfies Partial<Person>

const isNew = ({ everywhere, shops }: Grants, place: Place): boolean =>
  place === "everywhere" ? everywhere === null : !Object.hasOwn(shops, place)

/**
 * What a person has after a role was given or taken. A role in a further place takes away what the administrator of a shop
 * may know, who invited the person.
 */
export const regranted = (person: Person, place: Place, role: Role | null): Partial<Person> => ({
  ...(role !== null && person.isOfShop && isNew(person.grants, place) ? { ...reset, isOfShop: false } : {}),
  grants: granted(person.grants, place, role)
})

/** Somebody who is gone: nothing of theirs lets anybody in. */
export const removed = (person: Person, now: DateTime.Utc): Person => ({
  ...newPerson(person.id, noGrants, person.createdAt),
  removedAt: now,
  version: person.version + 1
})

/** What a listed person has. Hashes and sealed secrets stay where they are. */
export interface ListedPerson extends Pick<Person, "id" | "grants" | "createdAt"> {
  /** A password and a second factor are set. */
  readonly signsIn: boolean
  /** When one of the sessions that go on was last used. */
  readonly seenAt: DateTime.Utc | null
}

/** A word for the audit: what was given, and where. */
export const detailOf = (place: Place, role: Role | null): string => `${role ?? "none"} ${place}`
