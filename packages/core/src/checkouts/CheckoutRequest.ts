/** The request that creates a checkout, with every member of D45. Unknown ones are ignored. */
import * as Schema from "effect/Schema"
import { CardBrand } from "../cards/CardBrand.js"
import { Contract } from "../cards/CardRequest.js"
import { RequestedField } from "../customers/RequestedFields.js"
import { CardToken } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import { addressFields, addressProblem, customerFields, State, Travel } from "../party/Buyer.js"
import { Language } from "../party/Language.js"
import { expected } from "../request/Expected.js"
import { address as addressMeanings, circumstances, order as orderMeanings } from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { TransferMethod } from "../transfers/methods/TransferMethod.js"
import * as CheckoutFieldDescriptions from "./CheckoutFieldDescriptions.js"

const { optional, required } = Fields

const TransactionType = Schema.Literal("payment", "authorization", "tokenization", "charge").annotations({
  message: () => "is invalid",
  ...expected("payment, authorization or tokenization")
})

const Item = Fields.object({
  name: required(Fields.requiredText(255), CheckoutFieldDescriptions.item.name),
  quantity: optional(Fields.wholeNumber(1, 1_000_000), CheckoutFieldDescriptions.item.quantity),
  amount: required(Fields.orDigits(Amount), CheckoutFieldDescriptions.item.amount)
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
  amount: required(Fields.orDigits(Amount), CheckoutFieldDescriptions.order.amount),
  currency: required(Currency, orderMeanings.currency),
  description: required(Fields.requiredText(255), orderMeanings.description),
  trackingId: optional(Fields.orInteger(Fields.text(255), { maxLength: 255 }), orderMeanings.trackingId),
  expiredAt: optional(Fields.instant, CheckoutFieldDescriptions.order.expiredAt),
  items: optional(Schema.Array(Item).pipe(Schema.maxItems(100)), CheckoutFieldDescriptions.checkout.items),
  additionalData: optional(Fields.anyObject, CheckoutFieldDescriptions.order.additionalData)
})

const Toggle = Fields.object({
  display: optional(Fields.flag, CheckoutFieldDescriptions.settings.display),
  customerContract: optional(Fields.flag, CheckoutFieldDescriptions.settings.customerContract),
  text: optional(Fields.text(255), CheckoutFieldDescriptions.settings.text),
  hint: optional(Fields.text(1000), CheckoutFieldDescriptions.settings.hint)
})

const request = Fields.words(RequestedField.literals)

const Settings = Fields.object({
  successUrl: optional(Fields.url, CheckoutFieldDescriptions.settings.successUrl),
  declineUrl: optional(Fields.url, CheckoutFieldDescriptions.settings.declineUrl),
  failUrl: optional(Fields.url, CheckoutFieldDescriptions.settings.failUrl),
  cancelUrl: optional(Fields.url, CheckoutFieldDescriptions.settings.cancelUrl),
  returnUrl: optional(Fields.url, CheckoutFieldDescriptions.settings.returnUrl),
  notificationUrl: optional(Fields.url, circumstances.notificationUrl),
  verificationUrl: optional(Fields.url, circumstances.verificationUrl),
  language: optional(Language, CheckoutFieldDescriptions.settings.language),
  autoReturn: optional(Fields.wholeNumber(0, 3600), CheckoutFieldDescriptions.settings.autoReturn),
  autoPay: optional(Fields.flag, CheckoutFieldDescriptions.settings.autoPay),
  buttonText: optional(Fields.text(255), CheckoutFieldDescriptions.settings.buttonText),
  buttonNextText: optional(Fields.text(255), CheckoutFieldDescriptions.settings.buttonNextText),
  customerFields: optional(
    Fields.object({
      visible: optional(request, CheckoutFieldDescriptions.settings.visible),
      readOnly: optional(request, CheckoutFieldDescriptions.settings.readOnly),
      hidden: optional(request, CheckoutFieldDescriptions.settings.hidden)
    }),
    CheckoutFieldDescriptions.settings.customerFields
  ),
  creditCardFields: optional(
    Fields.object({
      holder: optional(Fields.text(255), CheckoutFieldDescriptions.settings.holder),
      readOnly: optional(Fields.words(["holder"]), CheckoutFieldDescriptions.settings.holderReadOnly)
    }),
    CheckoutFieldDescriptions.settings.creditCardFields
  ),
  saveCardToggle: optional(Toggle, CheckoutFieldDescriptions.settings.saveCardToggle),
  anotherCardToggle: optional(Toggle, CheckoutFieldDescriptions.settings.anotherCardToggle),
  style: optional(Fields.anyObject, CheckoutFieldDescriptions.settings.style)
})

/** By what an order can be paid. */
export const MethodType = Schema.Literal("credit_card", ...TransferMethod.literals)

export type MethodType = typeof MethodType.Type

const types = Fields.words(MethodType.literals)

const PaymentMethod = Fields.object({
  types: optional(types, CheckoutFieldDescriptions.method.types),
  excludedTypes: optional(types, CheckoutFieldDescriptions.method.excludedTypes),
  excludedBrands: optional(Fields.words(CardBrand.literals), CheckoutFieldDescriptions.method.excludedBrands),
  creditCard: optional(
    Fields.object({
      token: optional(
        Fields.matching(/^[0-9a-f]{64}$/, "a token of a card", "does not exist").pipe(Schema.compose(CardToken)),
        CheckoutFieldDescriptions.method.token
      )
    }),
    CheckoutFieldDescriptions.method.creditCard
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
  transactionType: required(TransactionType, CheckoutFieldDescriptions.checkout.transactionType),
  order: required(Order, CheckoutFieldDescriptions.checkout.order),
  settings: optional(Settings, CheckoutFieldDescriptions.checkout.settings),
  paymentMethod: optional(PaymentMethod, CheckoutFieldDescriptions.checkout.paymentMethod),
  version: optional(Version, CheckoutFieldDescriptions.checkout.version),
  test: optional(Fields.flag, CheckoutFieldDescriptions.checkout.test),
  iframe: optional(Fields.flag, CheckoutFieldDescriptions.checkout.iframe),
  attempts: optional(attempts, CheckoutFieldDescriptions.checkout.attempts),
  dynamicBillingDescriptor: optional(Fields.freeText, circumstances.dynamicBillingDescriptor),
  travel: optional(Travel, circumstances.travel)
}

/** All that a shop says of an order, but for the customer. */
export const CheckoutDetails = Fields.object({ order, ...others })

export type CheckoutDetails = typeof CheckoutDetails.Type

/** The contracts under which the customer's card is to be kept. */
export const requestedContracts = ({ additionalData }: CheckoutDetails["order"]): ReadonlyArray<Contract> => {
  const wanted: unknown = additionalData?.contract
  // PHP writes a list with gaps as an object.
  const all: ReadonlyArray<unknown> = typeof wanted === "object" && wanted !== null ? Object.values(wanted) : [wanted]
  return Contract.literals.filter((one) => all.includes(one))
}

/** Whether an amount of 0 means that the card is checked and kept. Source: D45. */
const mayBeFree = ({ order, transactionType }: Pick<CheckoutDetails, "order" | "transactionType">): boolean =>
  transactionType === "tokenization" || requestedContracts(order).length > 0

/** A checkout as a shop sends it. Source: D45. */
export const CheckoutRequest = Fields.named(
  "CheckoutRequest",
  Fields.object({ order, ...others, customer: optional(Customer, CheckoutFieldDescriptions.checkout.customer) }).pipe(
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
