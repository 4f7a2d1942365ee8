/** The routes of Stripe's API that the connector uses, over the account. */
import type { Account } from "./account.js"
import * as Parts from "./accountParts.js"
import { invalid } from "./failures.js"
import * as Intents from "./intents.js"
import { flag, group, number, type Params, text, texts } from "./params.js"

export interface Request {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly params: Params
  /** The idempotency key; empty where there is none. */
  readonly key: string
}

type Route = (request: Request, id: string) => object

const required = (params: Params | undefined, name: string): string => {
  const value = text(params, name)
  if (value === undefined) throw invalid("parameter_missing", `Missing required param: ${name}.`, name)
  return value
}

const requiredNumber = (params: Params, name: string): number => {
  const value = number(params, name)
  if (value === undefined) throw invalid("parameter_invalid_integer", "Invalid integer.", name)
  return value
}

const amountOf = (params: Params): number => {
  const amount = requiredNumber(params, "amount")
  if (amount < 1) throw invalid("amount_too_small", "Amount must be at least 1.", "amount")
  if (amount > 999_999_999_999) throw invalid("amount_too_large", "Amount must be no more than 999999999999.", "amount")
  return amount
}

const expiryOf = (card: Params | undefined) => ({
  month: number(card, "exp_month") ?? 12,
  year: number(card, "exp_year") ?? 2099
})

/** Marks a payment method as one that was used in a request, as card fields of a browser do. */
const createMethod = (account: Account, params: Params) => {
  const card = group(params, "card")
  const details = group(params, "billing_details")
  const token = text(card, "token")
  return Intents.makeMethod(
    account,
    token === undefined ? { number: required(card, "number") } : { token },
    expiryOf(card),
    {
      name: text(details, "name") ?? null,
      email: text(details, "email") ?? null
    }
  )
}

const methodIn = (account: Account, params: Params): string => {
  const confirmation = text(params, "confirmation_token")
  if (confirmation === undefined) return required(params, "payment_method")
  return Intents.confirmationMethod(account, confirmation)
}

const hasProof = (params: Params): boolean =>
  text(group(group(group(params, "payment_method_options"), "card"), "three_d_secure"), "cryptogram") !== undefined

const createIntent = (account: Account, { key, params }: Request) => {
  const terms = {
    amount: amountOf(params),
    currency: required(params, "currency"),
    metadata: texts(params, "metadata"),
    description: text(params, "description") ?? null
  }
  const isKept = text(params, "setup_future_usage")
  const manner = {
    capture_method: text(params, "capture_method") ?? "automatic",
    customer: text(params, "customer") ?? null,
    payment_method: methodIn(account, params),
    setup_future_usage: isKept ?? null,
    statement_descriptor_suffix: text(params, "statement_descriptor_suffix") ?? null
  }
  const confirming = {
    returnUrl: text(params, "return_url") ?? null,
    isOffSession: flag(params, "off_session"),
    hasProof: hasProof(params)
  }
  return Intents.createIntent(account, key, terms, manner, confirming)
}

const createSetup = (account: Account, { key, params }: Request) =>
  Parts.createSetup(account, key, {
    method: methodIn(account, params),
    customer: text(params, "customer") ?? null,
    returnUrl: text(params, "return_url") ?? null,
    description: text(params, "description") ?? null,
    metadata: texts(params, "metadata")
  })

/** Routes that change something. An id stands where the colon is. */
const changing = (account: Account): ReadonlyArray<readonly [path: string, route: Route]> => [
  ["/v1/payment_methods", ({ params }) => createMethod(account, params)],
  [
    "/v1/customers",
    ({ params }) => Parts.createCustomer(account, text(params, "email") ?? null, texts(params, "metadata"))
  ],
  ["/v1/payment_intents", (request) => createIntent(account, request)],
  ["/v1/payment_intents/:", ({ params }, id) => Intents.update(account, id, texts(params, "metadata"))],
  [
    "/v1/payment_intents/:/capture",
    ({ key, params }, id) => {
      const isFinal = text(params, "final_capture") !== "false"
      return Intents.capture(account, key, id, number(params, "amount_to_capture"), isFinal, texts(params, "metadata"))
    }
  ],
  ["/v1/payment_intents/:/cancel", ({ key }, id) => Intents.cancel(account, key, id)],
  ["/v1/setup_intents", (request) => createSetup(account, request)],
  [
    "/v1/refunds",
    ({ key, params }) =>
      Parts.createRefund(account, key, {
        intent: text(params, "payment_intent"),
        charge: text(params, "charge"),
        amount: number(params, "amount"),
        metadata: texts(params, "metadata")
      })
  ]
]

type Listed = { readonly id: string; readonly created: number; readonly object: string }

const isCreatedIn = (created: Params | undefined, { created: at }: Listed): boolean =>
  at >= (number(created, "gte") ?? 0) &&
  at > (number(created, "gt") ?? -1) &&
  at <= (number(created, "lte") ?? Number.MAX_SAFE_INTEGER) &&
  at < (number(created, "lt") ?? Number.MAX_SAFE_INTEGER)

const fits = (params: Params, name: string, document: object): boolean => {
  const wanted = text(params, name)
  return wanted === undefined || (document as Record<string, unknown>)[name] === wanted
}

/** Newest first, as many as asked for, after the one that was last. */
const list = (account: Account, object: string, { params, path }: Request): object => {
  const of = ["payment_intent", "charge", "type", "customer"] as const
  const all = [...account.documents.values()]
    .filter((document) => document.object === object && isCreatedIn(group(params, "created"), document))
    .filter((document) =>
      of.every((name) => (name === "type" && object !== "event" ? true : fits(params, name, document)))
    )
    .reverse()
  const after = text(params, "starting_after")
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const limit = number(params, "limit") ?? 10
  return { object: "list", url: path, has_more: all.length > from + limit, data: all.slice(from, from + limit) }
}

/** A search by one of the metadata. It finds what was there before its index was made. */
const search = (account: Account, { params, path }: Request): object => {
  const [, name = "", value] = /^metadata\['([^']+)'\]:'([^']*)'$/.exec(required(params, "query")) ?? []
  const indexedAt = account.settings.now() / 1000 - account.settings.searchLag()
  const found = [...account.documents.values()].filter(
    (document) =>
      document.object === "payment_intent" &&
      document.created <= indexedAt &&
      (document as { metadata?: Record<string, string> }).metadata?.[name] === value
  )
  return { object: "search_result", url: path, has_more: false, next_page: null, data: found }
}

const lists: Readonly<Record<string, string>> = {
  "/v1/payment_intents": "payment_intent",
  "/v1/setup_intents": "setup_intent",
  "/v1/refunds": "refund",
  "/v1/charges": "charge",
  "/v1/balance_transactions": "balance_transaction",
  "/v1/events": "event"
}

const one = (account: Account, path: string): object | undefined => {
  const [, collection = "", id = ""] = /^(\/v1\/[a-z_]+)\/([A-Za-z0-9_]+)$/.exec(path) ?? []
  const object = Object.hasOwn(lists, collection) ? lists[collection] : undefined
  return object === undefined ? undefined : account.get(object, id, "id")
}

const unknown = (path: string) => invalid("url_invalid", `Unrecognized request URL (${path}).`, undefined, 404)

const reading = (account: Account, request: Request): object => {
  const { path } = request
  if (path === "/v1/payment_intents/search") return search(account, request)
  const object = Object.hasOwn(lists, path) ? lists[path] : undefined
  if (object !== undefined) return list(account, object, request)
  const found = one(account, path)
  if (found === undefined) throw unknown(path)
  return found
}

/** Puts documents in the place of ids, at a path such as `data.latest_charge`. */
const expandAt = (account: Account, value: unknown, [name, ...rest]: ReadonlyArray<string>): void => {
  if (Array.isArray(value)) {
    for (const entry of value) expandAt(account, entry, [name ?? "", ...rest])
    return
  }
  if (typeof value !== "object" || value === null || name === undefined) return
  const record = value as Record<string, unknown>
  const at = record[name]
  const found = typeof at === "string" ? account.documents.get(at) : undefined
  if (found !== undefined) record[name] = structuredClone(found)
  if (rest.length > 0) expandAt(account, record[name], rest)
}

/** Answers a request with a copy of a document. Throws a `Failure`. */
export type Api = (request: Request) => object

export const makeApi = (account: Account): Api => {
  const routes = changing(account).map(([path, route]) => {
    const pattern = new RegExp(`^${path.replace(":", "([A-Za-z0-9_]+)")}$`)
    return [pattern, route] as const
  })
  const change = (request: Request): object => {
    for (const [pattern, route] of routes) {
      const match = pattern.exec(request.path)
      if (match !== null) return route(request, match[1] ?? "")
    }
    throw unknown(request.path)
  }
  return (request) => {
    const document = structuredClone(request.method === "POST" ? change(request) : reading(account, request))
    for (const path of Object.values(texts(request.params, "expand"))) expandAt(account, document, path.split("."))
    return document
  }
}
