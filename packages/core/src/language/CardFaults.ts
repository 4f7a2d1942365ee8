/** What a customer is told of a card that was refused before anything was charged, by language. Source: D47. */

import { expYearSentence } from "../cards/CardInput.js"
import { sentences } from "../cards/CardNumber.js"
import type { FieldError } from "../request/InvalidRequest.js"
import { type CouponRefusal, refusalIn } from "../terms/Coupon.js"

/**
 * What is wrong with what a customer has typed, by field. `number-length`: digits are missing, or there are too many.
 * `number-check`: a digit is wrong. `number-brand`: the shop does not take cards of its brand. `expired`: of the expiry
 * date. `token-missing`: of a provider's own fields, whose card did not come. Of no field: `refused`, the shop cannot take the payment; `too-many`, too many
 * cards were tried; `coupon-` with the reason, the coupon of what is paid cannot be used any more.
 */
export type CardFault =
  | "number-missing"
  | "number-wrong"
  | "number-length"
  | "number-check"
  | "number-brand"
  | "expiry-missing"
  | "expiry-wrong"
  | "expired"
  | "code-missing"
  | "code-wrong"
  | "holder-wrong"
  | "token-missing"
  | "refused"
  | "too-many"
  | `coupon-${CouponRefusal}`

/** A sentence or two for each: what is wrong, and what the customer can do. */
export type CardFaults = Readonly<Record<CardFault, string>>

export const english: CardFaults = {
  "number-missing": "Enter the card number.",
  "number-wrong": "The card number has digits only. Enter it as on the card.",
  "number-length": "This card number is too short or too long. Enter all digits on the card.",
  "number-check": "One of the digits is wrong. Compare the number with your card.",
  "number-brand": "The shop does not take cards of this brand. Use another card.",
  "expiry-missing": "Enter the expiry date.",
  "expiry-wrong": "Enter the expiry date as month and year, such as 09/35.",
  expired: "The card has expired. Check the date, or use another card.",
  "code-missing": "Enter the security code.",
  "code-wrong": "The security code has 3 or 4 digits.",
  "holder-wrong": "Enter the name as on the card, up to 35 characters and without a card number.",
  "token-missing": "Enter your card details.",
  refused: "This payment cannot be accepted. Please contact the shop.",
  "too-many": "Too many cards were tried from your network. Wait a few minutes, then try again.",
  "coupon-expired": "The coupon has expired, so that this price no longer holds. Please contact the shop.",
  "coupon-exhausted": "The coupon has been used up, so that this price no longer holds. Please contact the shop.",
  "coupon-currency": "The coupon is not valid in this currency. Please contact the shop.",
  "coupon-plan": "The coupon is not valid for this plan. Please contact the shop.",
  "coupon-first-time-only": "The coupon is only for new customers. Please contact the shop."
}

export const russian: CardFaults = {
  "number-missing": "Введите номер карты.",
  "number-wrong": "Номер карты состоит из цифр. Введите его как на карте.",
  "number-length": "В номере карты не хватает цифр или есть лишние. Введите все цифры с карты.",
  "number-check": "Одна из цифр неверна. Сверьте номер с картой.",
  "number-brand": "Магазин не принимает карты этой системы. Используйте другую карту.",
  "expiry-missing": "Введите срок действия.",
  "expiry-wrong": "Введите месяц и год, например 09/35.",
  expired: "Срок действия карты истёк. Проверьте дату или используйте другую карту.",
  "code-missing": "Введите код безопасности.",
  "code-wrong": "Код безопасности состоит из 3 или 4 цифр.",
  "holder-wrong": "Введите имя как на карте: до 35 знаков и без номера карты.",
  "token-missing": "Введите данные карты.",
  refused: "Этот платёж не может быть принят. Обратитесь к продавцу.",
  "too-many": "Из вашей сети пробовали слишком много карт. Подождите несколько минут и попробуйте снова.",
  "coupon-expired": "Срок действия купона истёк, и эта цена больше не действует. Обратитесь в магазин.",
  "coupon-exhausted":
    "Купон уже использован максимальное число раз, и эта цена больше не действует. Обратитесь в магазин.",
  "coupon-currency": "Купон не действует в этой валюте. Обратитесь в магазин.",
  "coupon-plan": "Купон не действует для этого тарифа. Обратитесь в магазин.",
  "coupon-first-time-only": "Купон только для новых покупателей. Обратитесь в магазин."
}

/** What a refusal says of a member that is not there. Source: D5. */
const missing = "can't be blank"

const numberFault = (sentence: string): CardFault => {
  if (sentence === missing) return "number-missing"
  if (sentence === sentences.length) return "number-length"
  return sentence === sentences["check-digit"] ? "number-check" : "number-wrong"
}

/** The fault of a card's member, as the wire or a host spells it; nothing where it is none of a card. */
export const faultOfField = ({ path, sentence }: FieldError): CardFault | undefined => {
  switch (path.at(-1)) {
    case "number":
      return numberFault(sentence)
    case "exp_month":
    case "expMonth":
      return sentence === missing ? "expiry-missing" : "expiry-wrong"
    case "exp_year":
    case "expYear":
      if (sentence === missing) return "expiry-missing"
      return sentence === expYearSentence ? "expired" : "expiry-wrong"
    case "verification_value":
    case "verificationValue":
      return sentence === missing ? "code-missing" : "code-wrong"
    case "holder":
      return "holder-wrong"
    default:
      return undefined
  }
}

const sections = /^(?:recipient_?)?(?:credit_?)?card$/i

const isOfCard = ({ path }: FieldError): boolean => path.some((member) => sections.test(member))

/**
 * What to tell the customer whose request was refused, in the customer's language: what is wrong with the card or the coupon,
 * else that the shop cannot take the payment. Nothing of what was sent is repeated.
 */
export const messageOf = (errors: ReadonlyArray<FieldError>, faults: CardFaults): string => {
  const found = errors.map((error): CardFault => {
    if (isOfCard(error)) return faultOfField(error) ?? "refused"
    const coupon = refusalIn([error])
    return coupon === undefined ? "refused" : `coupon-${coupon}`
  })
  const mended = found.filter((fault) => fault !== "refused")
  // Whoever mends the card meets the rest with the next try.
  return [...new Set(mended.length === 0 ? found : mended)].map((fault) => faults[fault]).join(" ")
}
