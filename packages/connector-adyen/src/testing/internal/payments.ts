/** `POST /payments` of the fake. */
import { Currency } from "@florin/core/money/Currency"
import * as Schema from "effect/Schema"
import type { PaymentAnswer, PaymentBody } from "../../internal/vendor.js"
import { conclude, type Payment } from "./books.js"
import * as Cards from "./cards.js"
import * as Native from "./native.js"
import { authCode, error, handle, type Outcome, pspReference, type Untold, untold, type World } from "./world.js"

const isCurrency = Schema.is(Currency)

/** The card that is charged, or why there is none. */
const sourceOf = (world: World, body: PaymentBody): Cards.FakeCard | Outcome => {
  const { shopperReference, paymentMethod } = body
  const id = paymentMethod.storedPaymentMethodId
  if (id !== undefined) {
    const stored = world.stored.get(id)
    return stored === undefined || stored.shopperReference !== shopperReference
      ? error(422, "800", "Contract not found")
      : stored.card
  }
  const card = Cards.cardIn(paymentMethod)
  if (card === undefined) return error(422, "174", "Unable to decrypt data")
  return Cards.isCardNumber(card.number) ? card : error(422, "101", "Invalid card number")
}

/** Why the request is not processed at all. */
const faultOf = ({ amount, returnUrl }: PaymentBody): Outcome | undefined => {
  if (!Number.isSafeInteger(amount.value) || amount.value < 0) return error(422, "137", "Invalid amount specified")
  if (!isCurrency(amount.currency)) return error(422, "138", "Unsupported currency specified")
  return typeof returnUrl === "string" && returnUrl !== "" ? undefined : error(422, "14_030", "Return URL is missing.")
}

const reportOf = (payment: Payment): Readonly<Record<string, string>> => {
  const { card, refusal } = payment
  const isStored = payment.storedId !== undefined && payment.shopperReference !== undefined && refusal === undefined
  return {
    cardSummary: card.number.slice(-4),
    cardBin: card.number.slice(0, 6),
    expiryDate: `${card.expMonth}/${card.expYear}`,
    paymentMethod: Cards.brandOf(card),
    cvcResult: "1 Matches",
    cvcResultRaw: "M",
    avsResult: "4 AVS not supported for this card type",
    avsResultRaw: "4",
    refusalReasonRaw: refusal === undefined ? "AUTHORISED" : refusal.text,
    acquirerReference: `8PQ${payment.psp.slice(0, 8)}`,
    networkTxReference: `MCC${payment.psp.slice(0, 9)}`,
    merchantReference: payment.reference,
    ...(refusal === undefined ? { authCode: payment.authCode } : {}),
    ...(isStored
      ? {
          "tokenization.shopperReference": payment.shopperReference,
          "tokenization.storedPaymentMethodId": payment.storedId,
          "tokenization.store.operationType": "created"
        }
      : {})
  } as Readonly<Record<string, string>>
}

/** The answer of a payment that is decided. */
export const decided = (payment: Payment): PaymentAnswer => ({
  additionalData: reportOf(payment),
  pspReference: payment.psp,
  merchantReference: payment.reference,
  amount: payment.amount,
  paymentMethod: { brand: Cards.brandOf(payment.card), type: "scheme" },
  resultCode: payment.refusal === undefined ? "Authorised" : "Refused",
  refusalReason: payment.refusal?.text,
  refusalReasonCode: payment.refusal?.code
})

/** The notification of its outcome. Its amount is the one that was asked for. */
export const announced = (world: World, payment: Payment): Untold => {
  const { card, refusal } = payment
  const approved = `${payment.authCode}:${card.number.slice(-4)}:${card.expMonth}/${card.expYear}`
  return untold(world, payment.reference, {
    additionalData: reportOf(payment),
    amount: payment.amount,
    eventCode: "AUTHORISATION",
    merchantReference: payment.reference,
    operations: refusal === undefined ? ["CANCEL", "CAPTURE", "REFUND"] : [],
    paymentMethod: Cards.brandOf(card),
    pspReference: payment.psp,
    reason: refusal === undefined ? approved : refusal.text,
    success: refusal === undefined ? "true" : "false"
  })
}

const monthOf = (now: number): readonly [year: number, month: number] => {
  const date = new Date(now)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1]
}

/** Decides a payment, for good. */
export const decide = (world: World, payment: Payment, isAuthenticated = true): Outcome => {
  const now = world.now()
  const [year, month] = monthOf(now)
  const refusal = isAuthenticated ? Cards.refusing(payment.card, year, month) : Cards.refusalOf("11")
  conclude(payment, refusal, now)
  const { shopperReference, storedId } = payment
  if (refusal === undefined && storedId !== undefined && shopperReference !== undefined) {
    world.stored.set(storedId, { shopperReference, card: payment.card })
  }
  return { answer: { status: 200, body: decided(payment) }, tells: () => announced(world, payment) }
}

const needsCustomer = ({ authenticationData, mpiData, shopperInteraction }: PaymentBody, number: string): boolean => {
  const attempt = authenticationData?.attemptAuthentication
  if (shopperInteraction === "ContAuth" || mpiData != null || attempt === "never") return false
  return attempt === "always" || Cards.authenticated.has(number)
}

const redirected = (world: World, payment: Payment): Outcome => {
  const md = handle(world)
  world.challenges.set(md, { payment })
  const body: PaymentAnswer = {
    resultCode: "RedirectShopper",
    merchantReference: payment.reference,
    pspReference: payment.psp,
    action: {
      type: "redirect",
      method: "GET",
      paymentMethodType: "scheme",
      url: `${world.url()}/checkoutshopper/threeDS/redirect?MD=${md}`
    }
  }
  return { answer: { status: 200, body }, waits: payment }
}

/** Carries out a payment that was not asked for before. */
export const pay = (world: World, body: PaymentBody): Outcome => {
  const source = faultOf(body) ?? sourceOf(world, body)
  if ("answer" in source) return source
  const card = {
    ...source,
    ...(body.paymentMethod.holderName === undefined ? {} : { holder: body.paymentMethod.holderName })
  }
  const stores = body.storePaymentMethod === true && body.shopperReference !== undefined
  const payment: Payment = {
    psp: pspReference(world),
    reference: body.reference,
    amount: { value: body.amount.value, currency: body.amount.currency },
    isManual: body.additionalData?.["manualCapture"] === "true",
    card,
    returnUrl: body.returnUrl,
    storedId: stores ? pspReference(world) : undefined,
    shopperReference: body.shopperReference,
    authCode: authCode(world),
    state: "waiting",
    refusal: undefined,
    captured: 0,
    refunded: 0,
    isCancelled: false,
    at: world.now()
  }
  world.books.payments.set(payment.psp, payment)
  if (!needsCustomer(body, card.number)) return decide(world, payment)
  const notifies = body.threeDS2RequestData?.notificationURL
  const isNative = body.authenticationData?.threeDSRequestData?.nativeThreeDS === "preferred" && notifies !== undefined
  return isNative ? Native.identify(world, payment, notifies) : redirected(world, payment)
}
