/** Finds payments and actions again. */
import { Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Client, read } from "./client.js"
import * as Decisions from "./decisions.js"
import { type Action, Actions, Payment, PaymentList } from "./documents.js"

const readPayment = read(Payment)
const readActions = read(Actions)
const readList = read(PaymentList)

const path = (id: string): string => `/payments/${encodeURIComponent(id)}`

const missing = (what: string) => new Unclear({ because: `it does not know the ${what}`, isAlarm: true })

const present = <A>(what: string, found: Effect.Effect<Option.Option<A>, Unclear>): Effect.Effect<A, Unclear> =>
  Effect.flatMap(found, Option.match({ onNone: () => missing(what), onSome: Effect.succeed }))

/** A payment that was reported to us: its absence decides nothing. */
export const payment = (client: Client, id: string): Effect.Effect<Payment, Unclear> =>
  present("payment", client.get(path(id), readPayment))

export const actions = (client: Client, id: string): Effect.Effect<ReadonlyArray<Action>, Unclear> =>
  present("payment's actions", client.get(`${path(id)}/actions`, readActions))

/** A payment and its actions. */
export const whole = (client: Client, id: string) =>
  Effect.all([payment(client, id), actions(client, id)], { concurrency: "unbounded" })

const foreign = () => new Unclear({ because: "another request has our key", isAlarm: true, isThere: true })

/** What a payment has come to, if it is the one that was asked for. `amount`: in the vendor's units. */
export const concluded = (
  client: Client,
  id: string,
  key: string,
  amount: number | undefined,
  currency: string
): Effect.Effect<Decisions.Decision, Unclear> =>
  Effect.gen(function* () {
    const [found, steps] = yield* whole(client, id)
    const isOurs =
      (found.reference == null || found.reference === key) &&
      (found.amount == null || found.amount === amount) &&
      (found.currency == null || found.currency === currency)
    return isOurs ? yield* Decisions.ofPayment(found, steps) : yield* foreign()
  })

/** The payments under a reference, newest first. */
const listed = (client: Client, key: string): Effect.Effect<ReadonlyArray<Payment>, Unclear> =>
  client.get(`/payments?reference=${encodeURIComponent(key)}&limit=10`, readList).pipe(
    Effect.map(Option.match({ onNone: () => [], onSome: ({ data }) => data })),
    Effect.map((data) => data.filter(({ reference }) => reference === key))
  )

/** The ids of the payments under a key: more than one where the vendor had forgotten the key. */
export const idsUnder = (client: Client, key: string): Effect.Effect<ReadonlyArray<string>, Unclear> =>
  Effect.map(listed(client, key), (found) => found.map(({ id }) => id))

const isDead = ({ _tag }: Decisions.Decision): boolean => _tag === "Declined"

/**
 * What the payment under a key has come to; undefined: there is none. Of several only one may be alive, and that one
 * counts: the others were declined before it was tried again.
 */
export const paymentUnder = (
  client: Client,
  key: string,
  amount: number | undefined,
  currency: string
): Effect.Effect<Decisions.Decision | undefined, Unclear> =>
  Effect.gen(function* () {
    const ids = yield* idsUnder(client, key)
    const found = yield* Effect.forEach(ids, (id) => concluded(client, id, key, amount, currency))
    const alive = found.filter((one) => !isDead(one))
    if (alive.length > 1)
      return yield* new Unclear({ because: "several payments have our key", isAlarm: true, isThere: true })
    return alive[0] ?? found[0]
  })
