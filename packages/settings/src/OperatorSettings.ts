/** The operators file of a host: an array of JSON objects. */
import { ShopId } from "@florin/core/ids/Ids"
import { type Grants, granted, noGrants, Role, roles } from "@florin/core/people/Role"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** An operator. */
export interface OperatorSettings {
  /** Named in the history of what the operator decides. */
  readonly id: string
  /** Machine-made: at least 32 characters. */
  readonly key: Redacted.Redacted<string>
  /** What the operator may do. Default: everything. */
  readonly grants?: Grants
}

const isId = /^[A-Za-z0-9_-]{1,64}$/

/** A key opens every shop's proofs, so it is longer than a shop's secret must be. Unit: characters. */
const shortestKey = 32

// Only names are repeated in errors: a key may be in the place of a name.
const repeatable = /^[A-Za-z_]{1,31}$/

const unknown = (place: string, name: string): string =>
  repeatable.test(name)
    ? `${place}.${name} is unknown; an operator has id, key, role and shops`
    : `${place} has a member that no operator has`

const isMember = (name: string): boolean => ["id", "key", "role", "shops"].includes(name)

const isShop = Schema.is(ShopId)

/** Absent: the operator may do everything. */
const grantFault = (place: string, role: unknown, shops: unknown): string | undefined => {
  if (role !== undefined && !Schema.is(Role)(role)) return `${place}.role must be ${roles.join(", ")}`
  if (shops === undefined) return undefined
  return Array.isArray(shops) && shops.length > 0 && shops.every((shop) => isShop(shop))
    ? undefined
    : `${place}.shops must be a list of ids of shops`
}

const grantsOf = (role: Role = "administer", shops?: ReadonlyArray<ShopId>): Grants => {
  if (shops === undefined) return { everywhere: role, shops: {} }
  return shops.reduce((grants, shop) => granted(grants, shop, role), noGrants)
}

/** The first fault. Refuses unknown members: a misspelled setting would silently have no effect. */
const faultOf = (operator: unknown, index: number): string | undefined => {
  const place = `operators[${index}]`
  if (typeof operator !== "object" || operator === null || Array.isArray(operator)) return `${place} must be an object`
  const strange = Object.keys(operator).find((name) => !isMember(name))
  if (strange !== undefined) return unknown(place, strange)
  const { id, key, role, shops } = operator as Readonly<Record<string, unknown>>
  if (id === undefined) return `${place}.id can't be blank`
  if (typeof id !== "string" || !isId.test(id)) return `${place}.id must be 1 to 64 letters, digits, _ or -`
  if (key === undefined) return `${place}.key can't be blank`
  if (typeof key !== "string" || key.length < shortestKey) {
    return `${place}.key must be at least ${shortestKey} characters`
  }
  return grantFault(place, role, shops)
}

const isSignedInMember = (name: string): boolean => ["id", "role", "shops"].includes(name)

const signedInFault = (answer: object): string | undefined => {
  const strange = Object.keys(answer).find((name) => !isSignedInMember(name))
  if (strange !== undefined) return "has a member besides id, role and shops"
  const { id, role, shops } = answer as Readonly<Record<string, unknown>>
  if (typeof id !== "string" || !isId.test(id)) return "id must be 1 to 64 letters, digits, _ or -"
  // A host that forgets it gives nobody everything.
  return grantFault("the answer", role ?? null, shops)?.replace("the answer.", "")
}

/**
 * Who is signed in, as a host says. `null` and `undefined`: nobody. Errors: the first fault, as one sentence that names the
 * member, never the value.
 */
export const signedIn = (
  answer: unknown
): Either.Either<{ readonly id: string; readonly grants: Grants } | undefined, string> => {
  if (answer === undefined || answer === null) return Either.right(undefined)
  if (typeof answer !== "object" || Array.isArray(answer)) return Either.left("must be an object, or undefined")
  const fault = signedInFault(answer)
  if (fault !== undefined) return Either.left(fault)
  const { id, role, shops } = answer as { id: string; role: Role; shops?: ReadonlyArray<ShopId> }
  return Either.right({ id, grants: grantsOf(role, shops) })
}

const duplicateOf = (operators: ReadonlyArray<OperatorSettings>): string | undefined => {
  const index = operators.findIndex(({ id }, at) => operators.findIndex((other) => other.id === id) < at)
  return index === -1 ? undefined : `operators[${index}].id is the id of another operator of the list`
}

/** Decodes an operators file. Errors: the first fault, as one sentence that names its place, never the value. */
export const fromJson = (document: unknown): Either.Either<ReadonlyArray<OperatorSettings>, string> => {
  if (!Array.isArray(document)) return Either.left('must be a list of operators: [{"id": …, "key": …}]')
  const fault = document.map(faultOf).find((sentence) => sentence !== undefined)
  if (fault !== undefined) return Either.left(fault)
  const operators = document.map(
    ({ id, key, role, shops }): OperatorSettings => ({ id, key: Redacted.make(key), grants: grantsOf(role, shops) })
  )
  const duplicate = duplicateOf(operators)
  return duplicate === undefined ? Either.right(operators) : Either.left(duplicate)
}
