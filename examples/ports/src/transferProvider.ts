/** Rubline, a made-up provider of instant bank transfers. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { PositiveAmount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { type Movement, MovementsUnavailable } from "@florin/core/money/Movement"
import { noReport, type TransferReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import {
  type TransferAnswer,
  TransferProgress,
  type TransferProvider,
  type TransferRequest,
  type TransferStatus
} from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { exchange, type Provider, type Reply } from "./exchange.js"

/** The end of the time to pay: the earlier one, if there are two. */
const endOf = ({ expiredAt, payBy }: Transfer): string | undefined =>
  [expiredAt, payBy]
    .filter((end) => end !== null)
    .map(DateTime.formatIso)
    .toSorted()[0]

/** A request in the bank's words. The same request is the same body, whenever it is sent. */
const bodyOf = (request: TransferRequest): object => {
  const { amount, currency, transfer } = request
  switch (request._tag) {
    case "Payment": {
      const method = request.method === "sbp" ? "qr" : "phone"
      return { kind: "payment", method, amount, currency, text: transfer.description, valid_until: endOf(transfer) }
    }
    case "Refund":
      return { kind: "refund", amount, currency, parent: request.parent, text: transfer.refundReason }
    case "Payout": {
      const { account, bankCode: bank } = request
      return { kind: "payout", amount, currency, account, bank, text: transfer.description }
    }
  }
}

const Text = Schema.NullOr(Schema.String)

/** In every answer: the bank's number and words, and its time. */
const about = { number: Text, text: Text, now: Schema.DateTimeUtc }

const Order = Schema.Struct({ link: Text, phone: Text, mark: Text, bank: Text })

const Answer = Schema.Union(
  Schema.Struct({ ...about, state: Schema.Literal("open", "closed"), order: Schema.NullOr(Order) }),
  Schema.Struct({ ...about, state: Schema.Literal("paid"), amount: PositiveAmount, paid_at: Schema.DateTimeUtc }),
  Schema.Struct({ ...about, state: Schema.Literal("refused"), code: Schema.String })
)

const decode = Schema.decodeUnknownOption(Answer)

const orderOf = ({ bank, link, mark, phone }: typeof Order.Type) => ({ payload: link, account: phone, mark, bank })

const progressOf = (answer: typeof Answer.Type): TransferProgress => {
  const report: TransferReport = { refId: answer.number, message: answer.text }
  switch (answer.state) {
    // An order that nobody has paid is no refusal: Florin says that its time is over, by the bank's time.
    case "open":
    case "closed":
      return TransferProgress.Waiting({ report, order: answer.order && orderOf(answer.order), asOf: answer.now })
    case "paid":
      return TransferProgress.Paid({ report, amount: answer.amount, paidAt: answer.paid_at })
    case "refused": {
      const reason = answer.code === "no_money" ? "account-funds" : "provider"
      return TransferProgress.Rejected({ report, reason })
    }
  }
}

/** How the bank says that a transfer stands; undefined if it says anything else. */
const reported = (body: unknown): TransferProgress | undefined =>
  Option.getOrUndefined(Option.map(decode(body), progressOf))

const progressIn = (reply: Reply): TransferProgress | undefined =>
  reply._tag === "Answered" && reply.status === 200 ? reported(reply.body) : undefined

/** An error in the bank's own words. Proxies have others. */
const isError = (reply: Reply, status: number, error: string): boolean =>
  reply._tag === "Answered" &&
  reply.status === status &&
  Schema.is(Schema.Struct({ error: Schema.Literal(error) }))(reply.body)

/** What a request has come to. Whatever is no clear answer is none. */
const answerOf = (reply: Reply): TransferAnswer => {
  const progress = progressIn(reply)
  if (progress !== undefined) return progress
  if (reply._tag === "NotSent") return { _tag: "NotSent" }
  // The bank's documentation: the key is of another transfer; it has not done this one and never will.
  const isNever = isError(reply, 409, "another_transfer") || isError(reply, 422, "impossible")
  return isNever ? TransferProgress.Rejected({ report: noReport, reason: "provider" }) : { _tag: "NoAnswer" }
}

/** What the bank knows of a key. */
const statusOf = (reply: Reply): TransferStatus =>
  progressIn(reply) ?? { _tag: isError(reply, 404, "unknown_transfer") ? "NotFound" : "Unknown" }

const kinds = { payment: "transfer", refund: "refund", payout: "payout" } as const

const Page = Schema.Struct({
  transfers: Schema.Array(
    Schema.Struct({
      key: AcquirerKey,
      kind: Schema.Literal("payment", "refund", "payout"),
      amount: PositiveAmount,
      currency: Currency,
      paid_at: Schema.DateTimeUtc
    })
  ),
  /** Where the next page begins. */
  next: Text
})

const pageIn = (reply: Reply): Option.Option<typeof Page.Type> =>
  reply._tag === "Answered" && reply.status === 200 ? Schema.decodeUnknownOption(Page)(reply.body) : Option.none()

const movementsIn = ({ transfers }: typeof Page.Type): ReadonlyArray<Movement> =>
  transfers.map(({ kind, paid_at: at, ...moved }) => ({ ...moved, kind: kinds[kind], at }))

/** All pages, or none: half of a book looks as if the other half had never happened. */
const listing = (call: ReturnType<typeof exchange>): NonNullable<TransferProvider["movements"]> =>
  Effect.fnUntraced(function* ({ from, to }) {
    const period = `from=${DateTime.formatIso(from)}&to=${DateTime.formatIso(to)}`
    const found: Array<Movement> = []
    let next: string | null = ""
    while (next !== null) {
      const path: string = `/v1/transfers?${period}&after=${encodeURIComponent(next)}`
      const page = pageIn(yield* call({ method: "GET", path }))
      if (Option.isNone(page)) return yield* new MovementsUnavailable({})
      found.push(...movementsIn(page.value))
      next = page.value.next
    }
    return found
  })

/** Shown to merchants, and stored with every transfer. */
export const gatewayId = 9

export interface Options extends Provider {
  /** The codes of the banks that it pays out to, as it publishes them. */
  readonly banks: ReadonlySet<string>
}

export const make = ({ banks, ...provider }: Options): TransferProvider => {
  const call = exchange(provider)
  const path = (key: string) => `/v1/transfers/${encodeURIComponent(key)}`
  return {
    gatewayId,
    name: "Rubline",
    simulated: false,
    perform: (request) => Effect.map(call({ method: "PUT", path: path(request.key), body: bodyOf(request) }), answerOf),
    status: (key) => Effect.map(call({ method: "GET", path: path(key) }), statusOf),
    knowsBank: (code) => banks.has(code),
    movements: listing(call)
  }
}

/** What the bank tells by itself: how the transfer of a key stands. */
export interface Notice {
  readonly key: AcquirerKey
  readonly progress: TransferProgress
}

const Envelope = Schema.parseJson(Schema.Struct({ key: AcquirerKey, transfer: Schema.Unknown }))

const isSignedBy = (secret: Redacted.Redacted<string>, body: string, signature: string): boolean => {
  const expected = createHmac("sha256", Redacted.value(secret)).update(body).digest()
  const given = Buffer.from(signature, "hex")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Reads a webhook, as it came. Undefined: it is not from the bank, or says nothing about a transfer. */
export const noticeIn = (secret: Redacted.Redacted<string>, body: string, signature: string): Notice | undefined => {
  const envelope = isSignedBy(secret, body, signature) ? Schema.decodeOption(Envelope)(body) : Option.none()
  if (Option.isNone(envelope)) return undefined
  const progress = reported(envelope.value.transfer)
  return progress && { key: envelope.value.key, progress }
}
