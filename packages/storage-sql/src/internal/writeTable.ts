import type { Write } from "@florin/core/commits/Write"
import type { ShopId } from "@florin/core/ids/Ids"
import { about } from "./rowNames.js"
import type { Step } from "./values.js"

/** What a store adds to its rows. */
export interface Numbers {
  /** The order of a row among those of the same instant. */
  readonly place: () => number
  /** A fence that no earlier job had. */
  readonly fence: () => number
  /** Called for a write of several MiB. */
  readonly large?: () => void
}

/** How a kind of write is performed. */
export interface Performed<W extends Write> {
  /** The names of the rows that it changes. */
  readonly touches: (write: W) => ReadonlyArray<string>
  /** The other names under which reads find a new row. */
  readonly adds?: (write: W) => ReadonlyArray<string>
  /** The statements, in execution order. */
  readonly steps: (write: W, numbers: Numbers) => ReadonlyArray<Step>
}

/** A row for each kind of write. */
export type WriteTable = { readonly [Tag in Write["_tag"]]: Performed<Extract<Write, { readonly _tag: Tag }>> }

/** The row that has an id. */
export const ofId = ({ id, shop }: { readonly shop: ShopId; readonly id: string }): ReadonlyArray<string> => [
  about(shop, id)
]

/** The row that has a uid. */
export const ofUid = ({ shop, uid }: { readonly shop: ShopId; readonly uid: string }): ReadonlyArray<string> => [
  about(shop, uid)
]
