/** What becomes of `POST /payments`. Pure, apart from the books that it writes. */
import { Currency } from "@florin/core/money/Currency"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { vendorExponent } from "../../internal/currencies.js"
import { add, type Books, book, type FakeAction, type FakeInstrument, type FakePayment } from "./books.js"
import { testCards, verdictOf } from "./cards.js"
import { type CardData, PaymentRequest } from "./requests.js"

/** What the fake is given of its surroundings. */
export interface World {
  readonly books: Books
  /** Unit: milliseconds since 1970. */
  readonly now: () => number
  /** A new id with that prefix. */
  readonly newId: (prefix: string) => string
}

/** Why a request was refused, as the vendor's error codes. */
export type Refused = ReadonlyArray<string>

const decode = Schema.decodeUnknownEither(PaymentRequest)
const isCurrency = Schema.is(Currency)

/** A session of 3-D Secure, and a token. Unit: milliseconds. */
const quarter = 15 * 60_000

const passesLuhn = (number: string): boolean =>
  [...number].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

/** The first instant at which a card of that month is no longer valid. */
const endOf = (month: number, year: number): number => Date.UTC(year, month)

const expired = (world: World, month: number, year: number): Refused =>
  endOf(month, year) <= world.now() ? ["card_expired"] : []

export const instrumentOf = (world: World, card: CardData): Either.Either<FakeInstrument, Refused> => {
  const faults = [
    ...(/^\d{12,19}$/.test(card.number) && passesLuhn(card.number) ? [] : ["card_number_invalid"]),
    ...expired(world, card.expiry_month, card.expiry_year)
  ]
  if (faults.length > 0) return Either.left(faults)
  return Either.right({
    id: world.newId("src"),
    number: card.number,
    scheme: testCards[card.number]?.scheme ?? "Visa",
    expMonth: card.expiry_month,
    expYear: card.expiry_year,
    name: card.name
  })
}

const sourceOf = (world: World, { source }: PaymentRequest): Either.Either<FakeInstrument, Refused> => {
  switch (source.type) {
    case "card":
      return instrumentOf(world, source)
    case "id": {
      const instrument = world.books.instruments.get(source.id)
      return instrument === undefined ? Either.left(["source_id_invalid"]) : Either.right(instrument)
    }
    case "token": {
      const token = world.books.tokens.get(source.token)
      if (token === undefined) return Either.left(["token_invalid"])
      if (token.isUsed) return Either.left(["token_used"])
      if (token.until <= world.now()) return Either.left(["token_expired"])
      token.isUsed = true
      return Either.right(token.instrument)
    }
  }
}

/** Source: "Format the amount value": the last digits that have to be 0. */
const amountFaults = ({ amount = 0, currency }: PaymentRequest): Refused => {
  if (!isCurrency(currency)) return ["currency_invalid"]
  const step = currency === "CLP" ? 100 : vendorExponent(currency) === 3 ? 10 : 1
  return amount % step === 0 ? [] : ["amount_invalid"]
}

const agreementFaults = (request: PaymentRequest): Refused =>
  request.merchant_initiated === true && (request.payment_type ?? "Regular") === "Regular"
    ? ["payment_type_invalid"]
    : []

const wantsCustomer = ({ "3ds": threeDS, merchant_initiated }: PaymentRequest): boolean =>
  threeDS?.enabled === true && threeDS.cryptogram === undefined && merchant_initiated !== true

const returnFaults = (request: PaymentRequest): Refused =>
  wantsCustomer(request) && (request.success_url === undefined || request.failure_url === undefined)
    ? ["success_url_required", "failure_url_required"]
    : []

const paymentOf = (world: World, request: PaymentRequest, instrument: FakeInstrument): FakePayment => ({
  id: world.newId("pay"),
  reference: request.reference,
  amount: request.amount ?? 0,
  currency: request.currency as Currency,
  isCaptured: request.capture ?? true,
  at: world.now(),
  instrument,
  customer: request.customer?.id ?? world.newId("cus"),
  schemeId: `${world.now()}`.padStart(15, "0"),
  actions: []
})

const actionOf = (
  world: World,
  payment: FakePayment,
  type: FakeAction["type"],
  [code, summary]: readonly [string, string]
): FakeAction => ({
  id: world.newId("act"),
  type,
  reference: payment.reference,
  amount: payment.amount,
  at: world.now(),
  approved: code.startsWith("10"),
  code,
  summary
})

/** Writes down the issuer's decision, and the capture that follows by itself. Answers what the webhooks tell. */
export const decide = (
  world: World,
  payment: FakePayment,
  verdict: readonly [code: string, summary: string]
): ReadonlyArray<FakeAction> => {
  const { books } = world
  const isVerification = payment.amount === 0
  const first = actionOf(world, payment, isVerification ? "Card Verification" : "Authorization", verdict)
  payment.actions.push(first)
  book(books, payment, first)
  delete payment.session
  books.waiting.delete(payment)
  if (first.approved !== true || isVerification || !payment.isCaptured) return [first]
  const capture: FakeAction = {
    ...actionOf(world, payment, "Capture", verdict),
    ...(books.held === "all" ? { approved: undefined } : {})
  }
  payment.actions.push(capture)
  return capture.approved === undefined ? [first] : [first, capture]
}

const notEnrolled = ["20150", "Card not 3D Secure (3DS) enabled"] as const

const begin = (world: World, request: PaymentRequest, payment: FakePayment): ReadonlyArray<FakeAction> => {
  const { name, number } = payment.instrument
  const verdict = verdictOf(number, name)
  if (!wantsCustomer(request)) return decide(world, payment, verdict)
  if (testCards[number]?.isEnrolled === false) {
    payment.authentication = { response: "N", enrolled: "N" }
    return decide(world, payment, request["3ds"]?.attempt_n3d === true ? verdict : notEnrolled)
  }
  payment.authentication = { response: "C", enrolled: "Y" }
  const { failure_url: failureUrl = "", success_url: successUrl = "" } = request
  payment.session = { id: world.newId("sid"), successUrl, failureUrl }
  world.books.waiting.add(payment)
  return []
}

/** Charges, or refuses with error codes. Answers the payment and what was decided of it. */
export const charge = (
  world: World,
  body: unknown
): Either.Either<{ readonly payment: FakePayment; readonly decided: ReadonlyArray<FakeAction> }, Refused> =>
  Either.gen(function* () {
    const request = yield* Either.mapLeft(
      decode(body, { onExcessProperty: "error" }),
      (): Refused => ["request_body_malformed"]
    )
    const faults = [...amountFaults(request), ...agreementFaults(request), ...returnFaults(request)]
    if (faults.length > 0) return yield* Either.left(faults)
    const instrument = yield* sourceOf(world, request)
    const payment = paymentOf(world, request, instrument)
    world.books.instruments.set(instrument.id, instrument)
    add(world.books, payment)
    return { payment, decided: begin(world, request, payment) }
  })

const tooLate = ["20152", "Initial 3DS transaction not completed within 15 minutes"] as const

/** Ends what the customer has not finished in time. Source: response code 20152. */
export const expire = (world: World, payment: FakePayment): ReadonlyArray<FakeAction> =>
  payment.session !== undefined && payment.at + quarter <= world.now() ? decide(world, payment, tooLate) : []

const failed = ["20151", "Cardholder failed 3DS authentication"] as const

/** The customer has confirmed, or not. */
export const authenticate = (world: World, payment: FakePayment, isConfirmed: boolean): ReadonlyArray<FakeAction> => {
  if (payment.session === undefined) return []
  payment.authentication = { response: isConfirmed ? "Y" : "N", enrolled: "Y" }
  return decide(world, payment, isConfirmed ? verdictOf(payment.instrument.number, payment.instrument.name) : failed)
}

/** A token for a card, as the vendor's own fields get it: for one payment, within 15 minutes. */
export const tokenize = (world: World, card: CardData) =>
  Either.map(instrumentOf(world, card), (instrument) => {
    const token = world.newId("tok")
    const until = world.now() + quarter
    world.books.tokens.set(token, { instrument, until, isUsed: false })
    return { token, until, instrument }
  })
