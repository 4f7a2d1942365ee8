/** The ledger behind another gateway, under the keys that its caller gave. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Entry } from "../Acquirer.js"
import type { Merchant } from "../Merchant.js"

const Found = Schema.Struct({ transaction: Schema.Struct({ tracking_id: Schema.String }) })
const decode = Schema.decodeUnknown(Found)

const reversal = /:reverse(?:-\d+)?$/

/** The caller's key stands before the semicolon; what the other gateway took back by itself is a reversal of that. */
const keyOf = (reader: Merchant) =>
  Effect.fnUntraced(function* (key: string) {
    const uid = key.replace(reversal, "")
    const { transaction } = yield* Effect.orDie(Effect.flatMap(reader.read(`/transactions/${uid}`), decode))
    const [own = ""] = transaction.tracking_id.split(";", 1)
    return `${own}${key.slice(uid.length)}`
  })

/** Each entry is read anew: what is compared is what stands in the end. */
export const translated =
  (reader: Merchant) =>
  (entries: ReadonlyArray<Entry>): Effect.Effect<ReadonlyArray<Entry>> =>
    Effect.forEach(
      entries,
      Effect.fnUntraced(function* ({ intent: _, ...entry }: Entry) {
        const key = yield* keyOf(reader)(entry.key)
        return entry.parent === undefined
          ? { ...entry, key }
          : { ...entry, key, parent: yield* keyOf(reader)(entry.parent) }
      }),
      { concurrency: 8 }
    )
