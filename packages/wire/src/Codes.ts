/** Processing codes: how reasons and statuses are encoded in `code`, and the customer's wording of each. */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Schema from "effect/Schema"

/** Code of a decline. Source: D6. */
export const DeclineCode = Schema.Literal(
  "F.0104",
  "F.0105",
  "F.0108",
  "F.0109",
  "F.0111",
  "F.0112",
  "F.0113",
  "F.0114",
  "F.0115",
  "F.0116",
  "F.0117",
  "F.0118",
  "F.0119",
  "F.0120",
  "F.0124",
  "F.0999",
  "F.2006",
  "F.2011",
  "F.4001",
  "F.4002",
  "F.4005",
  "F.4007",
  "F.6001",
  "F.7001"
)

export type DeclineCode = typeof DeclineCode.Type

/**
 * `code` of a transaction: success, what is still to happen, or a decline.
 *
 * Source: interface, "Transaction | code"; D6.
 */
export const Code = Schema.Literal("S.0000", "P.4011", "P.4012", "P.9999", ...DeclineCode.literals)

export type Code = typeof Code.Type

/** The code of a reason. */
export const ofReason = (reason: DeclineReason): DeclineCode => {
  switch (reason) {
    case "not-allowed":
      return "F.0104"
    case "do-not-honour":
      return "F.0105"
    case "duplicate-at-acquirer":
      return "F.0108"
    case "order-expired":
      return "F.0109"
    case "card-expired":
      return "F.0111"
    case "security-code":
      return "F.0112"
    case "currency":
      return "F.0113"
    case "funds":
      return "F.0114"
    case "fraud-acquirer":
      return "F.0115"
    case "fraud-issuer":
      return "F.0116"
    case "acquirer-temporary":
      return "F.0117"
    case "acquirer-permanent":
      return "F.0118"
    case "issuer-temporary":
      return "F.0119"
    case "issuer-permanent":
      return "F.0120"
    case "issuer-limit":
      return "F.0124"
    case "unspecified":
      return "F.0999"
    case "routing-rules":
      return "F.2006"
    case "no-acquirer":
      return "F.2011"
    case "authentication-failed":
      return "F.4001"
    case "not-enrolled":
      return "F.4002"
    case "authentication-technical":
      return "F.4005"
    case "authentication-unavailable":
      return "F.4007"
    case "avs-cvc":
      return "F.6001"
    case "verification-refused":
      return "F.7001"
  }
}

/** The reason a code stands for. */
export const reasonOf = (code: DeclineCode): DeclineReason => {
  switch (code) {
    case "F.0104":
      return "not-allowed"
    case "F.0105":
      return "do-not-honour"
    case "F.0108":
      return "duplicate-at-acquirer"
    case "F.0109":
      return "order-expired"
    case "F.0111":
      return "card-expired"
    case "F.0112":
      return "security-code"
    case "F.0113":
      return "currency"
    case "F.0114":
      return "funds"
    case "F.0115":
      return "fraud-acquirer"
    case "F.0116":
      return "fraud-issuer"
    case "F.0117":
      return "acquirer-temporary"
    case "F.0118":
      return "acquirer-permanent"
    case "F.0119":
      return "issuer-temporary"
    case "F.0120":
      return "issuer-permanent"
    case "F.0124":
      return "issuer-limit"
    case "F.0999":
      return "unspecified"
    case "F.2006":
      return "routing-rules"
    case "F.2011":
      return "no-acquirer"
    case "F.4001":
      return "authentication-failed"
    case "F.4002":
      return "not-enrolled"
    case "F.4005":
      return "authentication-technical"
    case "F.4007":
      return "authentication-unavailable"
    case "F.6001":
      return "avs-cvc"
    case "F.7001":
      return "verification-refused"
  }
}

/**
 * The code of a transaction. An expired one has the code of an expired order; one that failed without a known reason
 * has that of a decline without reason.
 */
export const ofTransaction = ({
  authentication,
  reason,
  status
}: Pick<Transaction, "reason" | "status" | "authentication">): Code => {
  switch (status) {
    case "successful":
      return "S.0000"
    case "incomplete":
      return authentication?.version === 1 ? "P.4011" : "P.4012"
    case "pending":
      return "P.9999"
    case "expired":
      return "F.0109"
    case "failed":
      return ofReason(reason ?? "unspecified")
  }
}

type Wording = Readonly<Record<Code, string>>

const english: Wording = {
  "S.0000": "The operation was completed successfully.",
  "P.4011": "Please confirm the payment on your bank's page.",
  "P.4012": "Please confirm the payment on your bank's page.",
  "P.9999": "The operation is being processed. Please wait for the result and do not try again.",
  "F.0104": "This operation is not allowed for your card. Please use another card or contact your bank.",
  "F.0105": "Your bank declined the payment. Please contact your bank or use another card.",
  "F.0108": "This payment was already made. Please check your statement before you try again.",
  "F.0109": "The time to pay is over. Please place the order again.",
  "F.0111": "Your card has expired. Please use another card.",
  "F.0112": "The security code is wrong or missing. Please check it and try again.",
  "F.0113": "Your card cannot be charged in this currency. Please use another card.",
  "F.0114": "There is not enough money on your card. Please use another card.",
  "F.0115": "The payment was declined for security reasons. Please use another card.",
  "F.0116": "Your bank declined the payment for security reasons. Please contact your bank.",
  "F.0117": "The payment could not be processed right now. Please try again later.",
  "F.0118": "The payment could not be processed. Please use another card.",
  "F.0119": "Your bank could not be reached. Please try again later.",
  "F.0120": "Your bank cannot process this payment. Please use another card.",
  "F.0124": "The limit of your card is exceeded. Please contact your bank or use another card.",
  "F.0999": "The payment was declined. Please contact your bank or use another card.",
  "F.2006": "This payment cannot be accepted. Please contact the shop.",
  "F.2011": "This payment cannot be accepted right now. Please contact the shop.",
  "F.4001": "Your identity was not confirmed. Please try again or use another card.",
  "F.4002": "Your card does not take part in online verification. Please use another card.",
  "F.4005": "Your identity could not be verified because of a technical error. Please try again later.",
  "F.4007": "Verification by your bank is not available right now. Please try again later.",
  "F.6001": "Your address or the security code did not match. Please check them and try again.",
  "F.7001": "The shop did not confirm the payment. Please contact the shop."
}

const russian: Wording = {
  "S.0000": "Операция успешно выполнена.",
  "P.4011": "Подтвердите платёж на странице вашего банка.",
  "P.4012": "Подтвердите платёж на странице вашего банка.",
  "P.9999": "Операция обрабатывается. Дождитесь результата и не повторяйте её.",
  "F.0104": "Операция запрещена для вашей карты. Используйте другую карту или обратитесь в банк.",
  "F.0105": "Банк отклонил платёж. Обратитесь в банк или используйте другую карту.",
  "F.0108": "Этот платёж уже был проведён. Проверьте выписку, прежде чем платить снова.",
  "F.0109": "Время на оплату истекло. Оформите заказ заново.",
  "F.0111": "Срок действия карты истёк. Используйте другую карту.",
  "F.0112": "Код безопасности неверен или не указан. Проверьте его и повторите попытку.",
  "F.0113": "С вашей карты нельзя списать деньги в этой валюте. Используйте другую карту.",
  "F.0114": "На карте недостаточно средств. Используйте другую карту.",
  "F.0115": "Платёж отклонён из соображений безопасности. Используйте другую карту.",
  "F.0116": "Банк отклонил платёж из соображений безопасности. Обратитесь в банк.",
  "F.0117": "Сейчас провести платёж не удалось. Повторите попытку позже.",
  "F.0118": "Провести платёж не удалось. Используйте другую карту.",
  "F.0119": "Банк не отвечает. Повторите попытку позже.",
  "F.0120": "Банк не может провести этот платёж. Используйте другую карту.",
  "F.0124": "Превышен лимит карты. Обратитесь в банк или используйте другую карту.",
  "F.0999": "Платёж отклонён. Обратитесь в банк или используйте другую карту.",
  "F.2006": "Этот платёж не может быть принят. Обратитесь в магазин.",
  "F.2011": "Сейчас этот платёж не может быть принят. Обратитесь в магазин.",
  "F.4001": "Личность не подтверждена. Повторите попытку или используйте другую карту.",
  "F.4002": "Карта не поддерживает проверку при оплате в интернете. Используйте другую карту.",
  "F.4005": "Проверить личность не удалось из-за технической ошибки. Повторите попытку позже.",
  "F.4007": "Проверка на стороне банка сейчас недоступна. Повторите попытку позже.",
  "F.6001": "Адрес или код безопасности не совпали. Проверьте их и повторите попытку.",
  "F.7001": "Магазин не подтвердил платёж. Обратитесь в магазин."
}

/**
 * `friendly_message`: the customer's wording of `code`.
 *
 * Shape: English or Russian. Default: English, for every other language.
 *
 * Source: interface, "Transaction | friendly_message"; D6.
 */
export const friendlyMessage = (code: Code, language: string): string =>
  /^ru(?:-|$)/i.test(language) ? russian[code] : english[code]
