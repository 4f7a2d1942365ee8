/** What a merchant does over HTTP, and what the sandbox's controls let happen. */
import { documented } from "@florin/http-adapter/testing/documented"
import type { WebHandler } from "@florin/http-adapter/WebHandler"
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import type { Ear } from "./deliveries.js"
import * as Deliveries from "./deliveries.js"
import * as Proof from "./proof.js"

export const secrets = { books: "books-secret-0001", other: "other-secret-0001" } as const

export type ShopName = keyof typeof secrets

export interface Sent {
  /** Default: `books`. */
  readonly as?: ShopName
  /** An idempotency key. */
  readonly key?: string
}

export interface Reply {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the wire's documents are read member by member
  readonly body: any
}

/** A document of a transfer, as much of it as stories look at. */
export interface Shown {
  readonly uid: string
  readonly type: string
  readonly status: string
  readonly amount: number
  readonly code: string
  readonly message: string
  readonly parent_uid?: string
  readonly paid_at: string | null
  readonly manually_corrected_at: string | null
  readonly proof?: { readonly status: string; readonly message: string; readonly ref_id: string }
}

const headersOf = ({ as = "books", key }: Sent) => ({
  authorization: `Basic ${Buffer.from(`${as}:${secrets[as]}`).toString("base64")}`,
  ...(key === undefined ? {} : { "idempotency-key": key })
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const code = { type: "sbp" } as const
export const data = { type: "sbp_data", channel: "SBP" } as const

export const payment = (changes: object = {}) => ({
  amount: 100_000,
  currency: "RUB",
  description: "An order",
  return_url: "https://books.example/thanks",
  notification_url: Deliveries.hook,
  method: data,
  ...changes
})

export const payout = (changes: object = {}) => ({
  amount: 700_000,
  currency: "RUB",
  description: "Royalties",
  notification_url: Deliveries.hook,
  method: { type: "sbp", account_number: "+79000000001", bank_code: "100000000111" },
  ...changes
})

const paths = { pay: "payments", refund: "refunds", payOut: "payouts" } as const

export const make = (handler: WebHandler, ear: Ear) => {
  const ask = (method: string, path: string, body: string | undefined, sent: Sent = {}): Effect.Effect<Reply> =>
    Effect.promise(async () => {
      const type = body === undefined ? {} : { "content-type": "application/json" }
      const headers = { ...headersOf(sent), ...type }
      const request = new Request(`https://pay.example${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body })
      })
      const response = await documented({ method, target: path }, await handler(request))
      const text = await response.text()
      return { status: response.status, text, headers: response.headers, body: parsed(text) }
    })

  const get = (path: string, sent?: Sent) => ask("GET", path, undefined, sent)
  const post = (path: string, body?: unknown, sent?: Sent) =>
    ask("POST", path, body === undefined ? undefined : JSON.stringify(body), sent)

  /** The transfer of an answer that must be one. */
  const shown = (reply: Effect.Effect<Reply>): Effect.Effect<Shown> =>
    Effect.map(reply, ({ body, status, text }) => {
      assert.strictEqual(status, 200, text)
      return body.transaction
    })

  const operation =
    (path: string) =>
    (request: object, sent?: Sent): Effect.Effect<Shown> =>
      shown(post(`/beyag/transactions/${path}`, { request }, sent))

  const control = (what: string) => (uid: string, body?: object) =>
    shown(post(`/sandbox/${what.replace("*", uid)}`, body))

  const pass = (advance: string) =>
    Effect.map(post("/sandbox/clock", { advance }), ({ body, text }) => {
      assert.isNumber(body?.ran, text)
      return body.ran as number
    })

  return {
    get,
    post,
    /** Opens a payment; by `sbp_data` unless the changes say otherwise. */
    pay: (changes?: object, sent?: Sent) => operation(paths.pay)(payment(changes), sent),
    payOut: (changes?: object, sent?: Sent) => operation(paths.payOut)(payout(changes), sent),
    refund: (parent: Pick<Shown, "uid">, changes?: object, sent?: Sent) =>
      operation(paths.refund)(
        { parent_uid: parent.uid, reason: "Returned", notification_url: Deliveries.hook, ...changes },
        sent
      ),
    prove: (payment: Pick<Shown, "uid">, request: object = Proof.proof(), sent?: Sent) =>
      shown(post(`/beyag/transactions/${payment.uid}/proof`, { request }, sent)),
    /** The same, where it may be refused: its status and body. */
    tries: (path: string, request: object, sent?: Sent) =>
      Effect.map(post(`/beyag/transactions/${path}`, { request }, sent), ({ body, status }) => [status, body] as const),
    find: (uid: string, sent?: Sent) => shown(get(`/beyag/transactions/${uid}`, sent)),
    /** What happens outside of the gateway. */
    bank: {
      pay: control("transfers/*/pay"),
      completePayout: control("payouts/*/complete"),
      failPayout: control("payouts/*/fail"),
      completeRefund: control("refunds/*/complete"),
      failRefund: control("refunds/*/fail")
    },
    operator: { approve: control("transfers/*/proof/approve"), decline: control("transfers/*/proof/decline") },
    /** Time passes, and what falls due on the way is done. `PT0S`: what is due now. */
    pass,
    until: (to: string) => post("/sandbox/clock", { to }),
    /** The webhooks about a transfer since this was asked last. */
    reported: ({ uid }: Pick<Shown, "uid">) => Effect.map(pass("PT0S"), () => ear.webhooks(uid).map(Deliveries.short)),
    /** The same, whole. */
    documents: ({ uid }: Pick<Shown, "uid">) =>
      Effect.map(pass("PT0S"), () => ear.webhooks(uid).map(({ document }) => document)),
    verifications: Effect.sync(ear.verifications),
    /** What the bank's own books hold under a key: `transfer 100000`. */
    books: (uid: string) =>
      Effect.map(get("/sandbox/ledger"), ({ body }) =>
        (body.movements as ReadonlyArray<{ kind: string; amount: number; reference: string }>)
          .filter(({ reference }) => reference === uid)
          .map(({ amount, kind }) => `${kind} ${amount}`)
      )
  }
}
