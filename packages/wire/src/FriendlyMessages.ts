/**
 * What a customer is told: the wording of a code in the customer's language.
 *
 * @since 0.1.0
 */
import type { Code } from "./Codes.js"

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
 * Source: interface, Transaction, `friendly_message`; D6.
 *
 * @since 0.1.0
 * @category encoding
 */
export const of = (code: Code, language: string): string =>
  /^ru(?:-|$)/i.test(language) ? russian[code] : english[code]
