/** What the customer is told of a transaction, by language. */
import type * as Arr from "effect/Array"
import * as Context from "effect/Context"
import type { DeclineReason } from "../cards/DeclineReason.js"
import type { FieldError } from "../request/InvalidRequest.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { Transfer } from "../transfers/Transfer.js"
import type { TransferReason } from "../transfers/TransferReason.js"
import * as CardFaults from "./CardFaults.js"
import * as LanguageTag from "./LanguageTag.js"

/**
 * The cases that customers have a message for. `confirmation`: the customer has to confirm. `order`: the customer has
 * to pay an order that a bank has opened.
 */
export type CustomerOutcome = "successful" | "confirmation" | "order" | "pending" | DeclineReason | TransferReason

/** A sentence or two for each outcome: what happened, and what the customer can do next. */
export type CustomerMessages = Readonly<Record<CustomerOutcome, string>>

/** The messages of one language. */
export interface CustomerLanguage extends LanguageTag.Tagged {
  readonly messages: CustomerMessages
  /** What a customer is told of a card that was refused. Default: in English. */
  readonly faults?: CardFaults.CardFaults
}

/** What of a transaction decides what the customer is told. */
type Shown = Pick<Transaction, "reason" | "status"> & {
  readonly type?: Transaction["type"]
  readonly order?: Transfer["order"]
}

/** An expired transaction is an expired order; one that failed without a known reason was declined without one. */
export const outcomeOf = ({ order = null, reason, status, type }: Shown): CustomerOutcome => {
  switch (status) {
    case "successful":
      return status
    case "pending":
      return type === "payment" && order !== null ? "order" : status
    case "incomplete":
      return "confirmation"
    case "expired":
      return "order-expired"
    case "failed":
      return reason ?? "unspecified"
  }
}

export const english: CustomerMessages = {
  successful: "The operation was completed successfully.",
  confirmation: "Please confirm the payment on your bank's page.",
  order: "The payment is waiting for you. Please make it in time, in your bank's app.",
  pending: "The operation is being processed. Please wait for the result and do not try again.",
  "not-allowed": "This operation is not allowed for your card. Please use another card or contact your bank.",
  "do-not-honour": "Your bank declined the payment. Please contact your bank or use another card.",
  "duplicate-at-acquirer": "This payment was already made. Please check your statement before you try again.",
  "order-expired": "The time to pay is over. Please place the order again.",
  "card-expired": "Your card has expired. Please use another card.",
  "security-code": "The security code is wrong or missing. Please check it and try again.",
  currency: "Your card cannot be charged in this currency. Please use another card.",
  funds: "There is not enough money on your card. Please use another card.",
  "fraud-acquirer": "The payment was declined for security reasons. Please use another card.",
  "fraud-issuer": "Your bank declined the payment for security reasons. Please contact your bank.",
  "acquirer-temporary": "The payment could not be processed right now. Please try again later.",
  "acquirer-permanent": "The payment could not be processed. Please use another card.",
  "issuer-temporary": "Your bank could not be reached. Please try again later.",
  "issuer-permanent": "Your bank cannot process this payment. Please use another card.",
  "issuer-limit": "The limit of your card is exceeded. Please contact your bank or use another card.",
  unspecified: "The payment was declined. Please contact your bank or use another card.",
  "routing-rules": "This payment cannot be accepted. Please contact the shop.",
  "no-acquirer": "This payment cannot be accepted right now. Please contact the shop.",
  "authentication-failed": "Your identity was not confirmed. Please try again or use another card.",
  "not-enrolled": "Your card does not take part in online verification. Please use another card.",
  "authentication-technical":
    "Your identity could not be verified because of a technical error. Please try again later.",
  "authentication-unavailable": "Verification by your bank is not available right now. Please try again later.",
  "avs-cvc": "Your address or the security code did not match. Please check them and try again.",
  "verification-refused": "The shop did not confirm the payment. Please contact the shop.",
  unpaid: "The transfer did not arrive in time. If you have paid, please contact the shop.",
  "account-funds": "There is not enough money on the account. Please use another one.",
  provider: "The bank declined the transfer. Please try again or pay in another way.",
  "no-provider": "Bank transfers are not available right now. Please pay in another way.",
  "not-proven": "The payment could not be confirmed. Please contact the shop."
}

export const russian: CustomerMessages = {
  successful: "Операция успешно выполнена.",
  confirmation: "Подтвердите платёж на странице вашего банка.",
  order: "Ждём вашу оплату. Оплатите вовремя в приложении вашего банка.",
  pending: "Операция обрабатывается. Дождитесь результата и не повторяйте её.",
  "not-allowed": "Операция запрещена для вашей карты. Используйте другую карту или обратитесь в банк.",
  "do-not-honour": "Банк отклонил платёж. Обратитесь в банк или используйте другую карту.",
  "duplicate-at-acquirer": "Этот платёж уже был проведён. Проверьте выписку, прежде чем платить снова.",
  "order-expired": "Время на оплату истекло. Оформите заказ заново.",
  "card-expired": "Срок действия карты истёк. Используйте другую карту.",
  "security-code": "Код безопасности неверен или не указан. Проверьте его и повторите попытку.",
  currency: "С вашей карты нельзя списать деньги в этой валюте. Используйте другую карту.",
  funds: "На карте недостаточно средств. Используйте другую карту.",
  "fraud-acquirer": "Платёж отклонён из соображений безопасности. Используйте другую карту.",
  "fraud-issuer": "Банк отклонил платёж из соображений безопасности. Обратитесь в банк.",
  "acquirer-temporary": "Сейчас провести платёж не удалось. Повторите попытку позже.",
  "acquirer-permanent": "Провести платёж не удалось. Используйте другую карту.",
  "issuer-temporary": "Банк не отвечает. Повторите попытку позже.",
  "issuer-permanent": "Банк не может провести этот платёж. Используйте другую карту.",
  "issuer-limit": "Превышен лимит карты. Обратитесь в банк или используйте другую карту.",
  unspecified: "Платёж отклонён. Обратитесь в банк или используйте другую карту.",
  "routing-rules": "Этот платёж не может быть принят. Обратитесь в магазин.",
  "no-acquirer": "Сейчас этот платёж не может быть принят. Обратитесь в магазин.",
  "authentication-failed": "Личность не подтверждена. Повторите попытку или используйте другую карту.",
  "not-enrolled": "Карта не поддерживает проверку при оплате в интернете. Используйте другую карту.",
  "authentication-technical": "Проверить личность не удалось из-за технической ошибки. Повторите попытку позже.",
  "authentication-unavailable": "Проверка на стороне банка сейчас недоступна. Повторите попытку позже.",
  "avs-cvc": "Адрес или код безопасности не совпали. Проверьте их и повторите попытку.",
  "verification-refused": "Магазин не подтвердил платёж. Обратитесь в магазин.",
  unpaid: "Перевод не поступил вовремя. Если вы заплатили, обратитесь в магазин.",
  "account-funds": "На счёте недостаточно средств. Используйте другой счёт.",
  provider: "Банк отклонил перевод. Повторите попытку или заплатите другим способом.",
  "no-provider": "Банковские переводы сейчас недоступны. Заплатите другим способом.",
  "not-proven": "Подтвердить платёж не удалось. Обратитесь в магазин."
}

/**
 * The languages of customers' messages. The first one is used for every other language.
 *
 * Default: English and Russian.
 */
export class CustomerLanguages extends Context.Reference<CustomerLanguages>()("@florin/core/CustomerLanguages", {
  defaultValue: (): Arr.NonEmptyReadonlyArray<CustomerLanguage> => [
    { tag: "en", messages: english, faults: CardFaults.english },
    { tag: "ru", messages: russian, faults: CardFaults.russian }
  ]
}) {}

/** Source: interface, "Transaction | friendly_message"; D6. */
export const messageOf = (
  transaction: Shown & Pick<Transaction, "language">,
  languages: CustomerLanguages["Type"]
): string => {
  const exact = languages.find(({ tag }) => tag === transaction.language)
  const { messages } = exact ?? LanguageTag.choose(languages, transaction.language)
  return messages[outcomeOf(transaction)]
}

/**
 * What to tell the customer whose request was refused. `language`: of the request, as it was sent.
 *
 * Source: D47.
 */
export const refusalMessage = (
  errors: ReadonlyArray<FieldError>,
  language: string,
  languages: CustomerLanguages["Type"]
): string => CardFaults.messageOf(errors, LanguageTag.choose(languages, language).faults ?? CardFaults.english)
