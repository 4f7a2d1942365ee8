/** Card operations whose requests leave out what is all the same to a test. */
import { cardOperations } from "@florin/wire/operations/Cards"
import type * as Operation from "@florin/wire/operations/Operation"
import type { CardCall } from "../faces/cards.js"
import type * as Documents from "../faces/generated/cardDocuments.js"
import type * as Requests from "../faces/generated/cardRequests.js"
import type { InProcessShop } from "../faces/inProcessShop.js"
import { schemaOf } from "./arbitraries.js"

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

/** What a request of a card operation has of these where it says nothing else, if it needs it. */
const defaults = { currency: "EUR", description: "Test", reason: "Test" }

const defaultsOf = (row: Operation.Any): object => {
  const { required = [] } = schemaOf(row).request
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => required.includes(name)))
}

/** A request that cannot be read is refused by the call itself. */
const filled = (defaults: object, request: object): object => {
  try {
    return { ...defaults, ...request }
  } catch {
    return request
  }
}

export const shorterCalls = (shop: InProcessShop): ShorterCalls => {
  const calls = shop as unknown as Readonly<
    Record<string, (request: object, ...others: ReadonlyArray<unknown>) => unknown>
  >
  return Object.fromEntries(
    Object.values(cardOperations).map((row) => {
      let known: object | undefined
      const call = (request: object, ...others: ReadonlyArray<unknown>) => {
        known ??= defaultsOf(row)
        return calls[row.name]!(filled(known, request), ...others)
      }
      return [row.name, call]
    })
  ) as unknown as ShorterCalls
}
