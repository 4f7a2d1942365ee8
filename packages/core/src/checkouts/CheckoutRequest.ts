/** The request that creates a checkout, with every member of D45. Unknown ones are ignored. */
import * as Schema from "effect/Schema"
import { CardBrand } from "../cards/CardBrand.js"
import { Contract } from "../cards/CardRequest.js"
import { AskedField } from "../customers/RequestedFields.js"
import { CardToken } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import { addressFields, addressProblem, customerFields, State, Travel } from "../party/Buyer.js"
import { Language } from "../party/Language.js"
import { expected } from "../request/Expected.js"
import * as Fields from "../request/Fields.js"
import { address as addressMeanings, circumstances, order as orderMeanings } from "../request/Meanings.js"
import { TransferMethod } from "../transfers/methods/TransferMethod.js"
import * as Meanings from "./CheckoutMeanings.js"

const { optional, required } = Fields

const TransactionType = Schema.Literal("payment", "authorization", "tokenization", "charge").annotations({
  message: () => "is invalid",
  ...expected("payment, authorization or tokenization")
})

const Item = Fields.object({
  name: required(Fields.requiredText(255), Meanings.item.name),
  quantity: optional(Fields.wholeNumber(1, 1_000_000), Meanings.item.quantity),
  amount: required(Fields.orDigits(Amount), Meanings.item.amount)
})

/** Clients send `2`, `2.1` and `"2.1"`. */
const Version = Schema.transform(
  Schema.Union(Schema.String, Schema.Number).annotations({
    message: () => "is invalid",
    ...expected("a number or a text"),
    jsonSchema: { anyOf: [{ type: "string", maxLength: 16 }, { type: "number" }] }
  }),
  Fields.text(16),
  { strict: true, decode: String, encode: (text) => text }
)

const Order = Fields.object({
  amount: required(Fields.orDigits(Amount), Meanings.order.amount),
  currency: required(Currency, orderMeanings.currency),
  description: required(Fields.requiredText(255), orderMeanings.description),
  trackingId: optional(Fields.orInteger(Fields.text(255), { maxLength: 255 }), orderMeanings.trackingId),
  expiredAt: optional(Fields.instant, Meanings.order.expiredAt),
  items: optional(Schema.Array(Item).pipe(Schema.maxItems(100)), Meanings.checkout.items),
  additionalData: optional(Fields.anything, Meanings.order.additionalData)
})

const Toggle = Fields.object({
  display: optional(Fields.flag, Meanings.settings.display),
  customerContract: optional(Fields.flag, Meanings.settings.customerContract),
  text: optional(Fields.text(255), Meanings.settings.text),
  hint: optional(Fields.text(1000), Meanings.settings.hint)
})

const request = Fields.words(AskedField.literals)

const Settings = Fields.object({
  successUrl: optional(Fields.url, Meanings.settings.successUrl),
  declineUrl: optional(Fields.url, Meanings.settings.declineUrl),
  failUrl: optional(Fields.url, Meanings.settings.failUrl),
  cancelUrl: optional(Fields.url, Meanings.settings.cancelUrl),
  returnUrl: optional(Fields.url, Meanings.settings.returnUrl),
  notificationUrl: optional(Fields.url, circumstances.notificationUrl),
  verificationUrl: optional(Fields.url, circumstances.verificationUrl),
  language: optional(Language, Meanings.settings.language),
  autoReturn: optional(Fields.wholeNumber(0, 3600), Meanings.settings.autoReturn),
  autoPay: optional(Fields.flag, Meanings.settings.autoPay),
  buttonText: optional(Fields.text(255), Meanings.settings.buttonText),
  buttonNextText: optional(Fields.text(255), Meanings.settings.buttonNextText),
  customerFields: optional(
    Fields.object({
      visible: optional(request, Meanings.settings.visible),
      readOnly: optional(request, Meanings.settings.readOnly),
      hidden: optional(request, Meanings.settings.hidden)
    }),
    Meanings.settings.customerFields
  ),
  creditCardFields: optional(
    Fields.object({
      holder: optional(Fields.text(255), Meanings.settings.holder),
      readOnly: optional(Fields.words(["holder"]), Meanings.settings.holderReadOnly)
    }),
    Meanings.settings.creditCardFields
  ),
  saveCardToggle: optional(Toggle, Meanings.settings.saveCardToggle),
  anotherCardToggle: optional(Toggle, Meanings.settings.anotherCardToggle),
  style: optional(Fields.anything, Meanings.settings.style)
})

/** By what an order can be paid. */
export const MethodType = Schema.Literal("credit_card", ...TransferMethod.literals)

export type MethodType = typeof MethodType.Type

const types = Fields.words(MethodType.literals)

const PaymentMethod = Fields.object({
  types: optional(types, Meanings.method.types),
  excludedTypes: optional(types, Meanings.method.excludedTypes),
  excludedBrands: optional(Fields.words(CardBrand.literals), Meanings.method.excludedBrands),
  creditCard: optional(
    Fields.object({
      token: optional(
        Fields.matching(/^[0-9a-f]{64}$/, "a token of a card", "does not exist").pipe(Schema.compose(CardToken)),
        Meanings.method.token
      )
    }),
    Meanings.method.creditCard
  )
})

interface Address {
  readonly country?: string
  readonly state?: string
  readonly zip?: string
}

/** A state of a country that has none is dropped: shop systems send one for every address. Source: D45. */
const stateless = <A extends Address>(address: A): A => {
  const problem = addressProblem(address)
  if (problem === true || problem.path[0] !== "state") return address
  const { state: _, ...others } = address
  return others as A
}

const members = Fields.object({
  ...customerFields,
  ...addressFields,
  // Of a country without states it is any text.
  state: optional(Fields.text(255), addressMeanings.state)
})

const isState = Schema.is(State)

const customerProblem = (address: Address) =>
  address.state !== undefined && !isState(address.state)
    ? { path: ["state"], message: "is invalid: expected a state of two letters" }
    : addressProblem(address)

const Customer = Schema.transform(members, Schema.typeSchema(members), {
  strict: true,
  decode: stateless,
  encode: (customer) => customer
}).pipe(Schema.filter(customerProblem))

const attempts = Fields.wholeNumber(1, 10)

const { order, ...others } = {
  transactionType: required(TransactionType, Meanings.checkout.transactionType),
  order: required(Order, Meanings.checkout.order),
  settings: optional(Settings, Meanings.checkout.settings),
  paymentMethod: optional(PaymentMethod, Meanings.checkout.paymentMethod),
  version: optional(Version, Meanings.checkout.version),
  test: optional(Fields.flag, Meanings.checkout.test),
  iframe: optional(Fields.flag, Meanings.checkout.iframe),
  attempts: optional(attempts, Meanings.checkout.attempts),
  dynamicBillingDescriptor: optional(Fields.freeText, circumstances.dynamicBillingDescriptor),
  travel: optional(Travel, circumstances.travel)
}

/** All that a shop says of an order, but for the customer. */
export const CheckoutDetails = Fields.object({ order, ...others })

export type CheckoutDetails = typeof CheckoutDetails.Type

/** The contracts under which the customer's card is to be kept. */
export const contractsOf = ({ additionalData }: CheckoutDetails["order"]): ReadonlyArray<Contract> => {
  const wanted: unknown = additionalData?.contract
  // PHP writes a list with gaps as an object.
  const all: ReadonlyArray<unknown> = typeof wanted === "object" && wanted !== null ? Object.values(wanted) : [wanted]
  return Contract.literals.filter((one) => all.includes(one))
}

/** Whether an amount of 0 means that the card is checked and kept. Source: D45. */
const mayBeFree = ({ order, transactionType }: Pick<CheckoutDetails, "order" | "transactionType">): boolean =>
  transactionType === "tokenization" || contractsOf(order).length > 0

/** A checkout as a shop sends it. Source: D45. */
export const CheckoutRequest = Fields.named(
  "CheckoutRequest",
  Fields.object({ order, ...others, customer: optional(Customer, Meanings.checkout.customer) }).pipe(
    Schema.filter(({ order, paymentMethod, transactionType }) => {
      if (paymentMethod?.types?.length === 0) {
        return { path: ["payment_method", "types"], message: "has no method that is known" }
      }
      if (order.amount === 0 && !mayBeFree({ order, transactionType })) {
        return { path: ["order", "amount"], message: "must be greater than 0" }
      }
      const sum = order.items?.reduce((total, { amount }) => total + amount, 0)
      return sum === undefined || sum === order.amount
        ? true
        : { path: ["order", "items"], message: "must have amounts that add up to that of the order" }
    })
  )
)

export type CheckoutRequest = typeof CheckoutRequest.Type
