/** The receiver of a merchant: it verifies what it is sent, keeps it in its order, and fails on demand. */
import { createHmac, timingSafeEqual } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A notification as it was posted. Names of headers are in lower case. */
export interface Message {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** A notification that was taken. */
export interface Delivery {
  /** The same at every attempt. */
  readonly id: string
  /** The version of what it tells of. */
  readonly sequence: number
  /** The transaction's uid, the subscription's or the customer's id, or the checkout's token. */
  readonly uid: string
  /** The status of the transaction or of the checkout, the subscription's state; empty of what a customer may use. */
  readonly status: string
  /** What happened to the subscription, or that entitlements have changed. */
  readonly event?: string
  /** Unit: milliseconds since 1970. */
  readonly at: number
}

/** A notification that no receiver may accept. */
export class MessageRefused extends Schema.TaggedError<MessageRefused>("@florin/testing/MessageRefused")(
  "MessageRefused",
  { reason: Schema.Literal("unsigned", "badly-signed", "unreadable") }
) {}

/** How a notification is answered, after so many milliseconds; no answer comes with `undefined`. */
export interface Reply {
  /** Any other than 2xx: it is not kept. */
  readonly status: number
  readonly after: number
}

export interface Receiver {
  /** Verifies, keeps and answers a notification. Waits for ever where the script has no reply. */
  readonly receive: (message: Message) => Effect.Effect<Reply, MessageRefused>
  readonly deliveries: () => ReadonlyArray<Delivery>
}

const Transaction = Schema.Struct({ transaction: Schema.Struct({ uid: Schema.String, status: Schema.String }) })
const Subscription = Schema.Struct({ event: Schema.String, id: Schema.String, state: Schema.String })
/** About what a customer may use. */
const Entitlements = Schema.Struct({ event: Schema.String, customer: Schema.Struct({ id: Schema.String }) })
/** About an order that nobody has paid. */
const Checkout = Schema.Struct({ token: Schema.String, status: Schema.String })
const Document = Schema.Union(Transaction, Subscription, Entitlements, Checkout)
const decode = Schema.decode(Schema.parseJson(Document))

const reportedIn = (document: typeof Document.Type): Pick<Delivery, "uid" | "status" | "event"> => {
  if ("transaction" in document) return document.transaction
  if ("token" in document) return { uid: document.token, status: document.status }
  if ("customer" in document) return { uid: document.customer.id, status: "", event: document.event }
  return { uid: document.id, status: document.state, event: document.event }
}

const header = ({ headers }: Message, name: string): string => String(headers[name] ?? "")

/** Source: Standard Webhooks 1.0; D33. */
const verified = (message: Message, secret: string): Effect.Effect<void, MessageRefused> => {
  const given = header(message, "webhook-signature").split(" ")
  if (given[0] === "") return new MessageRefused({ reason: "unsigned" })
  const content = `${header(message, "webhook-id")}.${header(message, "webhook-timestamp")}.${message.body}`
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const expected = Buffer.from(`v1,${createHmac("sha256", key).update(content).digest("base64")}`)
  const isRight = given.some((one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), expected))
  return isRight ? Effect.void : new MessageRefused({ reason: "badly-signed" })
}

/**
 * Reads a notification.
 *
 * Errors: `MessageRefused` where `secret` is given and the signature does not fit, or where the body is neither a transaction nor a
 * subscription, a customer's entitlements nor a checkout.
 */
export const read = (message: Message, secret?: string): Effect.Effect<Delivery, MessageRefused> =>
  Effect.gen(function* () {
    if (secret !== undefined) yield* verified(message, secret)
    const unreadable = () => new MessageRefused({ reason: "unreadable" })
    const document = yield* Effect.mapError(decode(message.body), unreadable)
    const reported = reportedIn(document)
    const sequence = Number(header(message, "florin-sequence"))
    return { id: header(message, "webhook-id"), sequence, ...reported, at: yield* Clock.currentTimeMillis }
  })

export interface Options {
  /** `whsec_` and base64: notifications have to be signed with it. Default: signatures are not looked at. */
  readonly secret?: string
  /** Default: everything is accepted at once. */
  readonly reply?: (delivery: Delivery) => Reply | undefined
}

export const make = ({ reply = () => ({ status: 204, after: 0 }), secret }: Options = {}): Receiver => {
  const deliveries: Array<Delivery> = []
  return {
    deliveries: () => deliveries,
    receive: (message) =>
      Effect.flatMap(read(message, secret), (delivery) => {
        const found = reply(delivery)
        if (found === undefined) return Effect.async<never>(() => undefined)
        if (found.status >= 200 && found.status < 300) deliveries.push(delivery)
        return Effect.delay(Effect.succeed(found), found.after)
      })
  }
}
