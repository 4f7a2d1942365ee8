/** A shop of a host's options. */
import type * as ShopSettings from "@florin/settings/ShopSettings"
import type { CamelCase } from "../faces/camelCase.js"

type CamelKeys<Document> = {
  readonly [Name in keyof Document as Name extends string ? CamelCase<Name> : Name]: Document[Name]
}

/** A shop. Requests authenticate with `id` and `secretKey`; the other members are optional. */
export type ShopOptions = CamelKeys<typeof ShopSettings.ShopSettings.Encoded>
