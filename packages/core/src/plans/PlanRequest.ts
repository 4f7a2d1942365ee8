/** The request that creates a plan. */
import * as Schema from "effect/Schema"
import { RequestedField } from "../customers/RequestedFields.js"
import { Amount, PositiveAmount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import { Language } from "../party/Language.js"
import { expected } from "../request/Expected.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { IntervalLength, IntervalUnit } from "../time/Interval.js"
import { SentFeatures } from "./Features.js"

const texts = FieldDescriptions.plan

/** The limits of counts. Source: D21 for the lower ones. */
const mostCycles = 100_000
const mostAttempts = 100

const count = (maximum: number) =>
  Schema.Number.annotations({ message: () => "is invalid" }).pipe(
    Schema.filter((value) => Number.isSafeInteger(value), { message: () => "is invalid" }),
    Schema.filter((value) => value > 0, { message: () => "must be greater than 0" }),
    Schema.filter((value) => value <= maximum, { message: () => `can't be greater than ${maximum}` }),
    Schema.annotations({
      ...expected(`an integer from 1 to ${maximum}`),
      jsonSchema: { type: "integer", minimum: 1, maximum }
    })
  )

const mostCharacters = 255

/** The shop's own key of a plan. Shape: 1 to 255 visible characters. */
const LookupKey = Fields.matching(
  new RegExp(`^[!-~]{1,${mostCharacters}}$`),
  `a text of 1 to ${mostCharacters} visible characters`,
  `must be a text of 1 to ${mostCharacters} visible characters`
)

const Price = Fields.object({
  amount: Fields.required(Fields.orDigits(PositiveAmount), texts.amount),
  interval: Fields.required(Fields.orDigits(IntervalLength), texts.interval),
  intervalUnit: Fields.required(IntervalUnit, texts.intervalUnit),
  visibleFields: Fields.optional(Fields.words(RequestedField.literals), texts.visibleFieldsWithin)
})

const Trial = Fields.object({
  amount: Fields.optional(Fields.orDigits(Amount), texts.trialAmount),
  interval: Fields.optional(Fields.orDigits(IntervalLength), texts.trialInterval),
  intervalUnit: Fields.optional(IntervalUnit, texts.trialUnit),
  asFirstPayment: Fields.optional(Fields.flag, texts.asFirstPayment)
}).pipe(
  Schema.filter(({ amount, interval }) => {
    if ((amount === undefined) === (interval === undefined)) return true
    return { path: [amount === undefined ? "amount" : "interval"], message: "can't be blank" }
  })
)

/**
 * A plan as a merchant sends it.
 *
 * Source: interface, "Create-plan request body"; D21.
 */
export const PlanRequest = Fields.named(
  "PlanRequest",
  Fields.object({
    test: Fields.optional(Fields.flag, texts.test),
    lookupKey: Fields.optional(LookupKey, texts.lookupKey),
    title: Fields.required(Fields.requiredText(255), texts.title),
    currency: Fields.required(Currency, FieldDescriptions.order.currency),
    plan: Fields.required(Price, texts.plan),
    trial: Fields.optional(Trial, texts.trial),
    language: Fields.optional(Language, texts.language),
    infinite: Fields.optional(Fields.flag, texts.infinite),
    billingCycles: Fields.optional(Fields.orDigits(count(mostCycles)), texts.billingCycles),
    numberPaymentAttempts: Fields.optional(Fields.orDigits(count(mostAttempts)), texts.numberPaymentAttempts),
    preventPaymentsAtNight: Fields.optional(Fields.flag, texts.preventPaymentsAtNight),
    visibleFields: Fields.optional(Fields.words(RequestedField.literals), texts.visibleFields),
    features: Fields.optional(SentFeatures, texts.features)
  }).pipe(
    Schema.filter(({ billingCycles, infinite }) =>
      infinite === false && billingCycles === undefined ? { path: ["billing_cycles"], message: "can't be blank" } : true
    )
  )
)

export type PlanRequest = typeof PlanRequest.Type
