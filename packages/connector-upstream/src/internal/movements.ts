/** The movements of our shop in the books of the other gateway. */
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import { type Movement, MovementKind, type Period } from "@florin/core/money/Movement"
import { uidOf } from "@florin/core/reconciliation/ReconciliationRules"
import { Unclear } from "@florin/exchange/Exchange"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Uid } from "./documents.js"
import { keyIn } from "./operations.js"
import { reference as shown } from "./texts.js"

/** How many are asked for at once. An answer with as many stays below the limit of an answer. */
export const pageLimit = 500

const Listed = Schema.Struct({
  id: Uid,
  kind: MovementKind,
  amount: Amount,
  currency: Schema.String.pipe(Schema.pattern(/^[A-Z]{3}$/)),
  reference: Schema.NullishOr(Schema.String),
  at: Schema.DateTimeUtc
})

type Listed = typeof Listed.Type

const decode = Schema.decodeEither(Schema.parseJson(Schema.Struct({ movements: Schema.Array(Listed) })))

// Drops the decoder's error, because it quotes its input.
const pageOf = (body: string): Either.Either<ReadonlyArray<Listed>, Unclear> =>
  Either.mapBoth(decode(body), {
    onLeft: () => new Unclear({ because: "the answer is not a list of movements", isAlarm: true }),
    onRight: ({ movements }) => movements
  })

/**
 * Our key, which begins the tracking id. What we never sent is named by its id there, so that an operator can find it:
 * a text of another could hold a card number (D41).
 */
const keyOf = ({ id, reference }: Listed): AcquirerKey => {
  const key = keyIn(reference ?? "") as AcquirerKey
  return uidOf(key) === undefined ? AcquirerKey.make(shown(id) ?? "unknown") : key
}

const movementOf = (listed: Listed): Movement => ({
  key: keyOf(listed),
  kind: listed.kind,
  amount: listed.amount,
  currency: listed.currency as Currency,
  at: listed.at
})

const queryOf = ({ from, to }: Period, after: string | undefined): string =>
  new URLSearchParams({
    from: DateTime.formatIso(from),
    to: DateTime.formatIso(to),
    limit: String(pageLimit),
    ...(after === undefined ? {} : { after })
  }).toString()

/** Lists a period page by page. `ask` takes the query and answers the body. */
export const list = <E>(ask: (query: string) => Effect.Effect<string, E>, period: Period) =>
  Effect.gen(function* () {
    const found = new Map<string, Movement>()
    let after: string | undefined
    for (;;) {
      const page: ReadonlyArray<Listed> = yield* Effect.flatMap(ask(queryOf(period, after)), pageOf)
      const before = found.size
      for (const one of page) found.set(one.id, movementOf(one))
      // A gateway that answers a page again would never come to an end.
      if (found.size < before + page.length) {
        return yield* new Unclear({ because: "it lists a movement twice", isAlarm: true })
      }
      if (page.length < pageLimit) return [...found.values()]
      after = page.at(-1)!.id
    }
  })
