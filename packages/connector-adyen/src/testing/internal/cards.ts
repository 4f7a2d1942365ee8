/** What the fake's cards do. Source: Adyen, "Test card numbers" and "Testing result reasons". */
import { refusals } from "../../internal/refusals.js"
import type { CardDetails } from "../../internal/vendor.js"

/** A card, whatever form it came in. */
export interface FakeCard {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly securityCode?: string
  readonly holder?: string
}

/** A refusal by its code and text. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

/** The cards that are asked for 3-D Secure when the customer is present, unless it has been done elsewhere. */
export const authenticated: ReadonlySet<string> = new Set([
  "4212345678901237",
  "4917610000000000",
  "5454545454545454",
  "5212345678901234"
])

const names: Readonly<Record<string, string>> = {
  DECLINED: "2",
  ACQUIRER_ERROR: "4",
  BLOCK_CARD: "5",
  CARD_EXPIRED: "6",
  INVALID_AMOUNT: "7",
  INVALID_CARD: "8",
  ISSUER_UNAVAILABLE: "9",
  NOT_SUPPORTED: "10",
  NOT_3D_AUTHENTICATED: "11",
  NOT_ENOUGH_BALANCE: "12",
  FRAUD: "20",
  CVC_DECLINED: "24",
  RESTRICTED_CARD: "25"
}

export const refusalOf = (code: string): Refusal => ({
  code,
  text: refusals.find(([known]) => known === code)?.[1] ?? "Refused"
})

const clear = (field: string | undefined, encrypted: string | undefined): string | undefined =>
  field ?? (encrypted?.startsWith("test_") === true ? encrypted.slice("test_".length) : undefined)

/**
 * The card in the details of a request, in clear or as the test environment "encrypts" it: `test_4111111111111111`.
 * Absent where there is none that can be read.
 */
export const cardIn = (details: CardDetails): FakeCard | undefined => {
  const number = clear(details.number, details.encryptedCardNumber)
  const expMonth = Number(clear(details.expiryMonth, details.encryptedExpiryMonth))
  const expYear = Number(clear(details.expiryYear, details.encryptedExpiryYear))
  const securityCode = clear(details.cvc, details.encryptedSecurityCode)
  if (number === undefined || !Number.isInteger(expMonth) || !Number.isInteger(expYear)) return undefined
  return {
    number,
    expMonth,
    expYear,
    ...(securityCode === undefined ? {} : { securityCode }),
    ...(details.holderName === undefined ? {} : { holder: details.holderName })
  }
}

/** Whether the digits have their check digit. */
export const isCardNumber = (digits: string): boolean => {
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The brand as Adyen names it. */
export const brandOf = ({ number }: FakeCard): string => {
  if (number.startsWith("4")) return "visa"
  if (number.startsWith("34") || number.startsWith("37")) return "amex"
  return /^5[1-5]|^2[2-7]/.test(number) ? "mc" : "card"
}

/** Why a charge of the card is refused; absent where it is approved. Test cards have the code 737, or 7373. */
export const refusing = (card: FakeCard, year: number, month: number): Refusal | undefined => {
  const named = names[card.holder ?? ""]
  if (named !== undefined) return refusalOf(named)
  if (card.expYear < year || (card.expYear === year && card.expMonth < month)) return refusalOf("6")
  const isRight = card.securityCode === undefined || /^7373?$/.test(card.securityCode)
  return isRight ? undefined : refusalOf("24")
}
