/** A shop of the database as commands show it: without its secrets. */
import type * as Shops from "@florin/settings/Shops"
import * as DateTime from "effect/DateTime"
import { snakeCase } from "../../faces/camelCase.js"
import { aligned } from "../text/columns.js"

const formerOf = ({ former }: Shops.StoredShop): object => {
  if (former === undefined) return {}
  return { former_secret: former.until === undefined ? "until-retired" : DateTime.formatIso(former.until) }
}

export const documentOf = (shop: Shops.StoredShop): object => ({
  id: shop.id,
  name: shop.name,
  created_at: DateTime.formatIso(shop.createdAt),
  disabled: shop.isDisabled === true,
  ...Object.fromEntries(Object.entries(shop.settings).map(([name, value]) => [snakeCase(name), value])),
  ...(shop.publicKey === undefined ? {} : { public_key: shop.publicKey }),
  ...formerOf(shop)
})

/** One shop, a line a setting; its public key alone on the last, to be copied. */
export const one = (shop: Shops.StoredShop): string => {
  const { public_key: publicKey, ...lines } = documentOf(shop) as Readonly<Record<string, unknown>>
  const table = aligned(Object.entries(lines).map(([name, value]) => [name, String(value)])).join("\n")
  return publicKey === undefined ? table : `${table}\npublic_key\n${publicKey}`
}
