/** What people may do, and in which shops. Pure. Source: D74. */
import * as Schema from "effect/Schema"
import { ShopId } from "../ids/Ids.js"

/**
 * What a person may do. Each role has what the ones before it have.
 *
 * - `view`: look at what there is
 * - `operate`: act on it: refund, capture, decide, correct
 * - `administer`: say who may do what, and read who has done what
 */
export const Role = Schema.Literal("view", "operate", "administer")

export type Role = typeof Role.Type

/** The roles, the least first. */
export const roles: ReadonlyArray<Role> = Role.literals

export const reaches = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

/** The roles of a person: `everywhere`, in all shops that there are and will be, and in `shops` of their own. */
export const Grants = Schema.Struct({
  everywhere: Schema.NullOr(Role),
  shops: Schema.Record({ key: ShopId, value: Role })
})

export interface Grants extends Schema.Schema.Type<typeof Grants> {}

/** All of it: a host in its own process, the command line, an operator without a role of their own. */
export const allGrants: Grants = { everywhere: "administer", shops: {} }

export const noGrants: Grants = { everywhere: null, shops: {} }

const isAtLeast = (role: Role | null | undefined, least: Role): boolean => role != null && reaches(role, least)

/** Whether a person has the role everywhere. */
export const reachesEverywhere = ({ everywhere }: Grants, least: Role): boolean => isAtLeast(everywhere, least)

const roleOf = ({ shops }: Grants, shop: ShopId): Role | undefined =>
  Object.hasOwn(shops, shop) ? shops[shop] : undefined

/** Whether a person has the role in a shop. */
export const reachesIn = (grants: Grants, shop: ShopId, least: Role): boolean =>
  reachesEverywhere(grants, least) || isAtLeast(roleOf(grants, shop), least)

/** The shops in which somebody has a role. `all`: also those that are still to come. */
export type VisibleShops = "all" | ReadonlyArray<ShopId>

/** The shops in which a person has the role. */
export const visibleShops = (grants: Grants, least: Role): VisibleShops =>
  reachesEverywhere(grants, least)
    ? "all"
    : Object.keys(grants.shops)
        .map((shop) => shop as ShopId)
        .filter((shop) => isAtLeast(roleOf(grants, shop), least))

export const isVisible = (sight: VisibleShops, shop: ShopId): boolean => sight === "all" || sight.includes(shop)

/** What is seen of one shop, where one is named: of a shop that is not in sight, nothing. */
export const visibleAmong = (sight: VisibleShops, shop: ShopId | undefined): VisibleShops => {
  if (shop === undefined) return sight
  return isVisible(sight, shop) ? [shop] : []
}

/** Gives a role in a shop, or everywhere. `null` takes it away. */
export const granted = (grants: Grants, where: ShopId | "everywhere", role: Role | null): Grants => {
  if (where === "everywhere") return { ...grants, everywhere: role }
  const { [where]: _, ...others } = grants.shops
  return { ...grants, shops: role === null ? others : { ...others, [where]: role } }
}
