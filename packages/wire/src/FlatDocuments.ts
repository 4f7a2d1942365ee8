/**
 * The third version of documents on card routes, which a client asks for with `X-Api-Version: 3`: flat, with refusals of
 * their own. Made of the documents that the routes have, of which nothing is lost. Source: D51.
 */
import type { ErrorReply } from "./Errors.js"
import { isAbsent, isObject, type Members } from "./internal/reader.js"
import { ofCards } from "./operations/RefusalForm.js"

/** The value of the header that asks for them. */
export const version = "3"

const dissolved = ({ billing_address, customer }: Members): Members =>
  isObject(customer) && isObject(billing_address) ? { customer: { ...customer, ...billing_address } } : {}

const methodOf = ({ credit_card, payment_method_type }: Members): Members =>
  payment_method_type === undefined
    ? {}
    : { payment_method: { payment_method_type, ...(isObject(credit_card) ? credit_card : {}) } }

/** A transaction: its own members, the card as its method of payment, one customer, and the result as `transaction`. */
const flat = (members: Members): Members => {
  const { billing_address: _, credit_card: __, customer: ___, payment_method_type: ____, ...others } = members
  const type = String(members.type)
  const { [type]: result, ...kept } = others
  return {
    ...kept,
    ...methodOf(members),
    ...dissolved(members),
    ...(result === undefined ? {} : { transaction: result })
  }
}

/** A document of a card route. What is about no transaction stays as it is. */
export const document = (sent: unknown): unknown => {
  if (!isObject(sent)) return sent
  const { transaction, transactions } = sent
  if (isObject(transaction)) return flat(transaction)
  return Array.isArray(transactions) ? { ...sent, transactions: transactions.map(flat) } : sent
}

/** What a refusal is called, and what the customer of the shop may read about it, in English and Russian. */
const codes = {
  type: { code: "E.1016", en: "This kind of payment is not available.", ru: "Такой вид платежа недоступен." },
  request: { code: "E.1017", en: "The payment could not be read.", ru: "Не удалось прочитать данные платежа." },
  duplicate: {
    code: "E.1018",
    en: "This payment has just been sent. Wait a moment before you repeat it.",
    ru: "Такой платёж только что отправлен. Подождите немного, прежде чем повторить его."
  },
  unauthorized: {
    code: "E.1021",
    en: "The payment cannot be accepted now. Contact the merchant.",
    ru: "Сейчас платёж принять нельзя. Обратитесь к продавцу."
  },
  access: { code: "E.1022", en: "This payment is not found.", ru: "Такой платёж не найден." },
  invalid: {
    code: "E.1025",
    en: "Check the details of the payment.",
    ru: "Проверьте данные платежа."
  }
} as const

type Kind = keyof typeof codes

const isRussian = (language = ""): boolean => /^\s*ru\b/i.test(language)

const refusal = (kind: Kind, response: Members, language: string | undefined): ErrorReply => {
  const { code, en, ru } = codes[kind]
  const { errors = {}, message } = response
  const friendly_message = isRussian(language) ? ru : en
  return { status: 422, body: JSON.stringify({ code, friendly_message, message, errors }) }
}

/** A request that is missing, or no object. */
const lacksRequest = ({ errors }: Members): boolean => isObject(errors) && !isAbsent(errors.request)

const refusedStatus = ofCards.invalid([]).status

const kindOf = (reply: ErrorReply, response: Members): Kind | undefined => {
  switch (reply.body) {
    case ofCards.unauthorized.body:
      return "unauthorized"
    case ofCards.notFound.body:
      return "access"
    case ofCards.duplicate.body:
      return "duplicate"
    case ofCards.malformed.body:
      return "request"
    default:
      if (reply.status !== refusedStatus) return undefined
      return lacksRequest(response) ? "request" : "invalid"
  }
}

/** An operation of cards that there is not. Source: D51, E.1016. */
export const unknownType = (language?: string): ErrorReply =>
  refusal("type", { message: "Transaction type is unknown" }, language)

/**
 * An answer of a card route in this version: a document, or a refusal with its code. Failures that no request has caused
 * stay as they are. `language`: of the sentence for the customer, English unless it is Russian.
 */
export const reply = (of: ErrorReply, language?: string): ErrorReply => {
  if (of.body === "" || of.status >= 500) return of
  const sent: unknown = JSON.parse(of.body)
  if (of.status < 400) return { ...of, body: JSON.stringify(document(sent)) }
  const response = isObject(sent) && isObject(sent.response) ? sent.response : undefined
  const kind = response && kindOf(of, response)
  return response === undefined || kind === undefined ? of : { ...of, ...refusal(kind, response, language) }
}
