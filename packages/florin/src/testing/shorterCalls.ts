/** Card operations whose requests leave out what is all the same to a test. */
import type { CardCall } from "../faces/cards.js"
import type * as Documents from "../faces/generated/cardDocuments.js"
import type * as Requests from "../faces/generated/cardRequests.js"
import type { InProcessShop } from "../faces/inProcessShop.js"

/** A request whose members of these names have a default. */
type Shorter<Request, Name extends string> = Omit<Request, Name> & Partial<Pick<Request, Name & keyof Request>>

type Order<Request> = Shorter<Request, "currency" | "description">

/** `currency` is `EUR`, and `description` and `reason` are `Test`, unless a request says otherwise. */
export interface ShorterCalls {
  /** Holds an amount on a card. What is not captured within 7 days, or when `expiredAt` comes, is released. */
  readonly authorize: CardCall<Order<Requests.ChargeRequest>, Documents.Authorization>
  /** Charges a card. */
  readonly pay: CardCall<Order<Requests.ChargeRequest>, Documents.Payment>
  /** Saves a card as a token for later requests. No money moves. */
  readonly tokenize: CardCall<Shorter<Requests.TokenizationRequest, "currency">, Documents.Tokenization>
  /** Pays out to a saved card. */
  readonly credit: CardCall<Order<Requests.CreditRequest>, Documents.Credit>
  /** Pays out to a card. */
  readonly payOut: CardCall<Order<Requests.PayoutRequest>, Documents.Payout>
  /** Returns what was captured or paid, wholly or in part. */
  readonly refund: CardCall<Shorter<Requests.RefundRequest, "reason">, Documents.Refund>
}

const named = { currency: "EUR", description: "Test" }

/** A request that cannot be read is refused by the call itself. */
const filled = <Defaults extends object, Request extends object>(defaults: Defaults, request: Request) => {
  try {
    return { ...defaults, ...request }
  } catch {
    return request as Defaults & Request
  }
}

export const shorterCalls = (shop: InProcessShop): ShorterCalls => ({
  authorize: (request, options) => shop.authorize(filled(named, request), options),
  pay: (request, options) => shop.pay(filled(named, request), options),
  tokenize: (request, options) => shop.tokenize(filled({ currency: named.currency }, request), options),
  credit: (request, options) => shop.credit(filled(named, request), options),
  payOut: (request, options) => shop.payOut(filled(named, request), options),
  refund: (request, options) => shop.refund(filled({ reason: "Test" }, request), options)
})
