/**
 * A merchant that wants an answer to everything it orders: it sends the same request, under the same idempotency key,
 * until some process answers it. Whatever it is told, it remembers.
 */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ask, type Question, type Reply } from "./internal/asking.js"

/** What of a transaction is compared. */
export const Document = Schema.Struct({
  uid: Schema.String,
  type: Schema.String,
  status: Schema.String,
  amount: Schema.Number,
  credit_card: Schema.optional(Schema.Struct({ token: Schema.NullishOr(Schema.String) }))
})

export type Document = typeof Document.Type

/** Something the merchant ordered, once, and what it was told. */
export interface Order {
  /** Its idempotency key and its tracking id. */
  readonly id: string
  readonly path: string
  /** The merchant is asked before the acquirer is, which takes its time. */
  readonly isVerified: boolean
  /** Unit: milliseconds since 1970, as all instants here. */
  readonly sentAt: number
  /** How often it was sent. */
  attempts: number
  /** When the last process died or fell silent that was asked. */
  interruptedAt: number | undefined
  answeredAt: number | undefined
  /** The transaction as it was acknowledged. */
  acknowledged: Document | undefined
  /** The HTTP status of a refusal, which is an answer too. */
  refused: number | undefined
}

/** Answers without an outcome, by status: `503`, and `500`, which should never occur. */
export interface Troubles {
  unavailable: number
  defects: number
  /** The last `503`. */
  last: Reply | undefined
}

export interface Merchant {
  readonly orders: () => ReadonlyArray<Order>
  readonly troubles: Troubles
  /** Orders a transaction and waits for the answer, across as many processes as it takes. */
  readonly order: (path: string, request: object) => Effect.Effect<Order>
  /** The same for what makes no transaction; may be sent without a key. */
  readonly command: (path: string, isKeyed?: boolean) => Effect.Effect<void>
  /** The paths of the commands so far. */
  readonly commands: () => ReadonlyArray<string>
  /** Every transaction of an order, as some process has it now. */
  readonly look: (order: Order) => Effect.Effect<ReadonlyArray<Document>>
  readonly read: (path: string) => Effect.Effect<unknown>
}

/** The records of a merchant: what it ordered, and what it can read. */
export type Records = Pick<Merchant, "orders" | "commands" | "look" | "troubles">

/** The records of merchants that share a shop, as one. What they have in common is read by the first. */
export const together = (first: Merchant, others: () => ReadonlyArray<Merchant>): Records => {
  const all = () => [first, ...others()]
  const sum = (of: (troubles: Troubles) => number) => all().reduce((total, { troubles }) => total + of(troubles), 0)
  return {
    orders: () => all().flatMap(({ orders }) => orders()),
    commands: () => all().flatMap(({ commands }) => commands()),
    look: first.look,
    get troubles() {
      return { unavailable: sum((_) => _.unavailable), defects: sum((_) => _.defects), last: first.troubles.last }
    }
  }
}

/** A merchant's credentials, and the process that it asks. */
export interface Options {
  readonly credentials: string
  /** Prefix of its order ids. */
  readonly name: string
  /** The process to ask next; waits for one to be there. */
  readonly host: Effect.Effect<string>
  /** How long one answer is waited for. */
  readonly patience: Duration.DurationInput
}

/** Between two attempts. Unit: milliseconds. */
const longestPause = 500

const isFinal = ({ status }: Reply): boolean => status < 500 && status !== 409 && status !== 429

const decodeOne = Schema.decode(Schema.parseJson(Schema.Struct({ transaction: Document })))
const decodeMany = Schema.decode(Schema.parseJson(Schema.Struct({ transactions: Schema.Array(Document) })))
const decodeAny = Schema.decode(Schema.parseJson())

/** One attempt, and what is noted about it. */
const attempting = ({ credentials, host, patience }: Omit<Options, "name">, troubles: Troubles) => {
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`
  return Effect.fnUntraced(function* (path: string, question: Question, headers: Record<string, string>) {
    const all = { authorization, "content-type": "application/json", ...headers }
    const reply = yield* Effect.timeout(ask(`${yield* host}${path}`, { ...question, headers: all }), patience)
    if (reply.status === 503) {
      troubles.unavailable += 1
      troubles.last = reply
    } else if (reply.status >= 500) troubles.defects += 1
    return reply
  })
}

const begun = (id: string, path: string, request: object, sentAt: number): Order => ({
  id,
  path,
  isVerified: "verification_url" in request,
  attempts: 0,
  sentAt,
  interruptedAt: undefined,
  answeredAt: undefined,
  acknowledged: undefined,
  refused: undefined
})

export const make = ({ credentials, host, name, patience }: Options): Merchant => {
  const orders: Array<Order> = []
  const troubles: Troubles = { unavailable: 0, defects: 0, last: undefined }
  const commands: Array<string> = []

  const attempt = attempting({ credentials, host, patience }, troubles)

  const insist = Effect.fnUntraced(function* (
    path: string,
    question: Question,
    headers: Record<string, string> = {},
    order?: Order
  ) {
    for (let pause = 50; ; pause = Math.min(2 * pause, longestPause)) {
      if (order !== undefined) order.attempts += 1
      const reply = yield* Effect.either(attempt(path, question, headers))
      if (reply._tag === "Right" && isFinal(reply.right)) return reply.right
      if (reply._tag === "Left" && order !== undefined) order.interruptedAt = yield* Clock.currentTimeMillis
      yield* Effect.sleep(pause)
    }
  })

  const post = (path: string, key: string | undefined, body: object, order?: Order) =>
    insist(
      path,
      { method: "POST", body: JSON.stringify(body) },
      key === undefined ? {} : { "idempotency-key": key },
      order
    )

  const order = Effect.fnUntraced(function* (path: string, request: object) {
    const order = begun(`${name}-${orders.length}`, path, request, yield* Clock.currentTimeMillis)
    orders.push(order)
    const reply = yield* post(path, order.id, { request: { tracking_id: order.id, ...request } }, order)
    if (reply.status === 200) order.acknowledged = (yield* Effect.orDie(decodeOne(reply.body))).transaction
    else order.refused = reply.status
    order.answeredAt = yield* Clock.currentTimeMillis
    return order
  })

  const read = (path: string) => insist(path, { method: "GET" })

  return {
    orders: () => orders,
    commands: () => commands,
    troubles,
    order,
    command: (path, isKeyed = true) =>
      Effect.suspend(() => {
        commands.push(path)
        return Effect.asVoid(post(path, isKeyed ? `${name}-command-${commands.length}` : undefined, {}))
      }),
    look: ({ id }) =>
      read(`/v2/transactions/tracking_id/${id}`).pipe(
        Effect.flatMap(({ body, status }) =>
          status === 404 ? Effect.succeed([]) : Effect.map(decodeMany(body), (_) => _.transactions)
        ),
        Effect.orDie
      ),
    read: (path) => Effect.orDie(Effect.flatMap(read(path), ({ body }) => decodeAny(body)))
  }
}
