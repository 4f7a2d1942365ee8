/** All that a shop does in process. */
import { table } from "@florin/wire/operations/Table"
import type { InProcessShop } from "./inProcessShop.js"
import { faceOf } from "./operationCalls.js"
import type { Effectful } from "./twoFaces.js"

export const make = (id: string): Effectful<InProcessShop> =>
  faceOf(table, { shop: id }) as unknown as Effectful<InProcessShop>
