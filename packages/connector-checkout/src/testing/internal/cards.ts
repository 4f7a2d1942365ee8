/** The cards that the fake knows, and what a cardholder's name makes of a request. */

/** A test card of the vendor's, and whether its issuer takes part in 3-D Secure here. */
export interface FakeCard {
  readonly scheme: string
  readonly isEnrolled: boolean
}

/** Any other number is declined (20014), so that a real card never appears charged. */
export const testCards: Readonly<Record<string, FakeCard>> = {
  "4242424242424242": { scheme: "Visa", isEnrolled: true },
  "4543474002249996": { scheme: "Visa", isEnrolled: true },
  "4658584090000001": { scheme: "Visa", isEnrolled: true },
  "4484070000035519": { scheme: "Visa", isEnrolled: true },
  "5436031030606378": { scheme: "Mastercard", isEnrolled: true },
  "2223000010479399": { scheme: "Mastercard", isEnrolled: true },
  "5199992312641465": { scheme: "Mastercard", isEnrolled: true },
  "378282246310005": { scheme: "American Express", isEnrolled: true },
  "345678901234564": { scheme: "American Express", isEnrolled: true },
  "6011111111111117": { scheme: "Discover", isEnrolled: false },
  "30123456789019": { scheme: "Diners Club International", isEnrolled: false },
  "3530111333300000": { scheme: "JCB", isEnrolled: false }
}

/** A code that declines, by the holder's name: those of the sandbox (D37). Compared ignoring case and spaces around. */
const declines: Readonly<Record<string, readonly [code: string, summary: string]>> = {
  DECLINE: ["20005", "Declined - Do not honour"],
  FUNDS: ["20051", "Insufficient funds"],
  FRAUD: ["41301", "Fraud score exceeds threshold"],
  STOLEN: ["30043", "Stolen card - Pick up"],
  ERROR: ["20096", "System malfunction"]
}

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ")

/** What a person can try, a line each. */
export const cardLines: ReadonlyArray<string> = [
  ...Object.entries(testCards).map(
    ([number, { isEnrolled, scheme }]) =>
      `${grouped(number)}  ${scheme}: is approved${isEnrolled ? "" : ", takes no part in 3-D Secure"}`
  ),
  ...Object.entries(declines).map(([name, [code, summary]]) => `Any of them, held by ${name}: ${code}, ${summary}`),
  "Any of them, held by TIMEOUT, LATE or SLOW: the first request is lost, its answer is, or it takes two seconds"
]

const named = (holder: string | undefined): string => (holder ?? "").trim().toUpperCase()

const approval = ["10000", "Approved"] as const

/** What the issuer says: a response code and its summary. */
export const verdictOf = (number: string, holder: string | undefined): readonly [code: string, summary: string] => {
  if (!Object.hasOwn(testCards, number)) return ["20014", "Invalid account number (no such number)"]
  const name = named(holder)
  return Object.hasOwn(declines, name) ? declines[name]! : approval
}

/** What happens to the first request under a key, by the holder's name (D37). */
export const mannerOf = (holder: string | undefined): "request-lost" | "answer-lost" | "slow" | undefined => {
  switch (named(holder)) {
    case "TIMEOUT":
      return "request-lost"
    case "LATE":
      return "answer-lost"
    case "SLOW":
      return "slow"
    default:
      return undefined
  }
}
