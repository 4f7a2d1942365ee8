/**
 * A merchant that wants an answer to everything it orders: it sends the same request, under the same idempotency key,
 * until it is answered. It remembers every answer and can read back what the gateway has.
 */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** What of a transaction is compared. */
export const Document = Schema.Struct({
  uid: Schema.String,
  type: Schema.String,
  status: Schema.String,
  amount: Schema.Number,
  created_at: Schema.optional(Schema.String),
  updated_at: Schema.optional(Schema.String),
  credit_card: Schema.optional(Schema.Struct({ token: Schema.NullishOr(Schema.String) })),
  // Of bank transfers.
  method_type: Schema.optional(Schema.String),
  currency: Schema.optional(Schema.String),
  manually_corrected_at: Schema.optional(Schema.NullOr(Schema.String)),
  proof: Schema.optional(Schema.Struct({ status: Schema.String }))
})

export interface Document extends Schema.Schema.Type<typeof Document> {}

export interface Question {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** One attempt at a question. Fails where no answer comes. */
export type Send = (question: Question) => Effect.Effect<Reply, unknown>

/** Something that was ordered once, and its answer. Instants are in milliseconds since 1970. */
export interface Order {
  /** Its idempotency key and its tracking id. */
  readonly id: string
  /** It carries a `verification_url`: the merchant is asked before the acquirer is. */
  readonly isVerified: boolean
  readonly sentAt: number
  attempts: number
  /** When an attempt had no answer last. */
  interruptedAt: number | undefined
  answeredAt: number | undefined
  /** The transaction as it was acknowledged. */
  acknowledged: Document | undefined
  /** The HTTP status of a refusal, which is an answer too. */
  refused: number | undefined
}

/** Something that was posted, is no transaction, and was answered with that HTTP status and body if it was. */
export interface Posted {
  readonly path: string
  attempts: number
  status: number | undefined
  answer: unknown
}

type Attempted = Order | Posted

/** Answers without an outcome: how many were `503`, how many another `5xx`, and the last `503`. */
export interface Troubles {
  unavailable: number
  defects: number
  last: Reply | undefined
}

export interface Merchant {
  readonly orders: () => ReadonlyArray<Order>
  readonly troubles: Troubles
  /** Orders a transaction and waits for the answer, however many attempts it takes. Default of `via`: the merchant's. */
  readonly order: (path: string, request: object, via?: Send) => Effect.Effect<Order>
  /** The same for what makes no transaction; may be sent without a key. */
  readonly command: (path: string, isKeyed?: boolean) => Effect.Effect<void>
  /** The paths of the commands so far. */
  readonly commands: () => ReadonlyArray<string>
  /**
   * Posts a plan, a customer, a subscription or a command about one, and waits for the answer. Answers with the body. Where
   * the request carries no key, it may be carried out as often as it is attempted. Default: under a key, by `POST`.
   */
  readonly post: (path: string, body: object, isKeyed?: boolean, method?: "POST" | "PUT") => Effect.Effect<unknown>
  /** Deletes a record under a key, and waits for the answer, which counts among the posts. */
  readonly remove: (path: string) => Effect.Effect<unknown>
  /** What was posted so far. */
  readonly posts: () => ReadonlyArray<Posted>
  /** Every transaction of an order, as the gateway has it now. */
  readonly look: (order: Pick<Order, "id">) => Effect.Effect<ReadonlyArray<Document>>
  readonly read: (path: string) => Effect.Effect<unknown>
}

export interface Options {
  /** `<shop>:<secret key>`. */
  readonly credentials: string
  /** Begins the ids of its orders. */
  readonly name: string
  readonly send: Send
  /** How long one answer is waited for. Default: 15 seconds. */
  readonly patience?: Duration.DurationInput
}

/** Between two attempts. Unit: milliseconds. */
const pauses = { first: 50, longest: 500 }

/** What says nothing of the order: it came too slowly, is in progress, or is one too many. */
const undecided: ReadonlySet<number> = new Set([408, 409, 429])

const isFinal = ({ status }: Reply): boolean => status < 500 && !undecided.has(status)

const decodeOne = Schema.decode(Schema.parseJson(Schema.Struct({ transaction: Document })))
const decodeMany = Schema.decode(Schema.parseJson(Schema.Struct({ transactions: Schema.Array(Document) })))
const decodeAny = Schema.decode(Schema.parseJson())

const begun = (id: string, request: object, sentAt: number): Order => ({
  id,
  isVerified: "verification_url" in request,
  sentAt,
  attempts: 0,
  interruptedAt: undefined,
  answeredAt: undefined,
  acknowledged: undefined,
  refused: undefined
})

/** Asks again and again until there is an answer that is one. */
const insisting = ({ credentials, patience = "15 seconds" }: Options, troubles: Troubles) => {
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`
  const attempt = Effect.fnUntraced(function* (send: Send, question: Question) {
    const headers = { authorization, "content-type": "application/json", ...question.headers }
    const reply = yield* Effect.timeout(send({ ...question, headers }), patience)
    if (reply.status === 503) Object.assign(troubles, { unavailable: troubles.unavailable + 1, last: reply })
    else if (reply.status >= 500) troubles.defects += 1
    return reply
  })
  return Effect.fnUntraced(function* (send: Send, question: Question, order?: Attempted) {
    for (let pause = pauses.first; ; pause = Math.min(2 * pause, pauses.longest)) {
      if (order !== undefined) order.attempts += 1
      const reply = yield* Effect.either(attempt(send, question))
      if (reply._tag === "Right" && isFinal(reply.right)) return reply.right
      if (reply._tag === "Left" && order !== undefined && "interruptedAt" in order)
        order.interruptedAt = yield* Clock.currentTimeMillis
      yield* Effect.sleep(pause)
    }
  })
}

export const make = (options: Options): Merchant => {
  const { name, send } = options
  const orders: Array<Order> = []
  const commands: Array<string> = []
  const posts: Array<Posted> = []
  const troubles: Troubles = { unavailable: 0, defects: 0, last: undefined }
  const insist = insisting(options, troubles)

  const headersOf = (key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { "idempotency-key": key }

  const post = (
    path: string,
    key: string | undefined,
    body: object,
    via = send,
    order?: Attempted,
    method: "POST" | "PUT" = "POST"
  ) => insist(via, { method, path, headers: headersOf(key), body: JSON.stringify(body) }, order)

  /** `body`: absent for a deletion. */
  const posting = Effect.fnUntraced(function* (
    path: string,
    body: object | undefined,
    isKeyed = true,
    method?: "POST" | "PUT"
  ) {
    const posted: Posted = { path, attempts: 0, status: undefined, answer: undefined }
    posts.push(posted)
    const key = isKeyed ? `${name}-post-${posts.length}` : undefined
    const removal = { method: "DELETE", path, headers: headersOf(key) } as const
    const reply = yield* body === undefined
      ? insist(send, removal, posted)
      : post(path, key, body, send, posted, method)
    posted.answer = reply.body === "" ? undefined : yield* Effect.orDie(decodeAny(reply.body))
    posted.status = reply.status
    return posted.answer
  })

  const read = (path: string) => insist(send, { method: "GET", path, headers: {} })

  return {
    orders: () => orders,
    commands: () => commands,
    post: posting,
    remove: (path) => posting(path, undefined),
    posts: () => posts,
    troubles,
    order: Effect.fnUntraced(function* (path, request, via) {
      const order = begun(`${name}-${orders.length}`, request, yield* Clock.currentTimeMillis)
      orders.push(order)
      const reply = yield* post(path, order.id, { request: { tracking_id: order.id, ...request } }, via, order)
      if (reply.status === 200) order.acknowledged = (yield* Effect.orDie(decodeOne(reply.body))).transaction
      else order.refused = reply.status
      order.answeredAt = yield* Clock.currentTimeMillis
      return order
    }),
    command: (path, isKeyed = true) =>
      Effect.suspend(() => {
        commands.push(path)
        return Effect.asVoid(post(path, isKeyed ? `${name}-command-${commands.length}` : undefined, {}))
      }),
    look: ({ id }) =>
      Effect.orDie(
        Effect.flatMap(read(`/v2/transactions/tracking_id/${id}`), ({ body, status }) =>
          status === 404 ? Effect.succeed([]) : Effect.map(decodeMany(body), ({ transactions }) => transactions)
        )
      ),
    read: (path) => Effect.orDie(Effect.flatMap(read(path), ({ body }) => decodeAny(body)))
  }
}
