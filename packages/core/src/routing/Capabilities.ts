/** What acquirers can do: what one cannot is refused before anything is accepted, and routing skips it. Source: D53. */
import type { AcquirerService } from "../cards/Acquirer.js"
import type { AcquirerCapabilities, Lacking } from "../cards/AcquirerCapabilities.js"
import type { Contract } from "../cards/CardRequest.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import { type FieldError, InvalidRequest, invalid, withoutStack } from "../request/InvalidRequest.js"

/** The part of an acquirer that these rules read. */
export type Capable = Pick<AcquirerService, "name" | "capabilities">

/** What a charge or payout asks of an acquirer. */
export interface Wanted {
  readonly type: "authorization" | "payment" | "tokenization" | "credit" | "payout"
  readonly currency: Currency
  /** What its card is to be kept for. */
  readonly contracts?: ReadonlyArray<Contract>
  /** A charge of a card on file that its merchant begins. */
  readonly isByMerchant?: boolean
  /** The customer has to be authenticated, and no 3-D Secure server is there to do it. */
  readonly isForced?: boolean
}

/** What an acquirer cannot do: where the request asks for it, and a sentence that ends in names of acquirers. */
interface Lack {
  readonly name: Lacking
  readonly path: ReadonlyArray<string>
  readonly sentence: string
}

const typeLacks: Record<Wanted["type"], Lack | undefined> = {
  authorization: {
    name: "authorizations",
    path: [],
    sentence: "Authorizations, which are captured later, are not taken by"
  },
  payment: undefined,
  tokenization: { name: "checks", path: [], sentence: "Cards are not checked without an amount by" },
  credit: { name: "credits", path: [], sentence: "Credits to saved cards are not paid by" },
  payout: { name: "payouts", path: [], sentence: "Payouts to cards are not paid by" }
}

const takesType = (can: AcquirerCapabilities, type: Wanted["type"]): boolean => {
  switch (type) {
    case "authorization":
      return can.captures !== "none"
    case "payment":
      return true
    case "tokenization":
      return can.zeroAmountChecks !== false
    case "credit":
      return can.credits !== false
    case "payout":
      return can.payouts !== false
  }
}

const currencyLack: Lack = { name: "currency", path: ["currency"], sentence: "is not taken by" }
const contractLack: Lack = {
  name: "contracts",
  path: ["additional_data", "contract"],
  sentence: "has one that is not offered by"
}
const merchantLack: Lack = {
  name: "charges-without-customer",
  path: [],
  sentence: "Charges without their customer are not taken by"
}
const forcedLack: Lack = {
  name: "authentication",
  path: ["force_three_d_secure_verification"],
  sentence: "is not available at"
}

/** The contracts under which a merchant charges a card by itself. */
const unattended: ReadonlyArray<Contract> = ["recurring", "card_on_file"]

/** The first thing that an acquirer cannot do; undefined: it can do all of it. */
const lackOf = ({ capabilities: can = {} }: Capable, wanted: Wanted): Lack | undefined => {
  const { contracts = [], currency, isByMerchant = false, isForced = false, type } = wanted
  if (!takesType(can, type)) return typeLacks[type]
  if (can.currencies?.includes(currency) === false) return currencyLack
  const offered = can.contracts
  if (offered !== undefined) {
    if (!contracts.every((contract) => offered.includes(contract))) return contractLack
    if (isByMerchant && !unattended.some((contract) => offered.includes(contract))) return merchantLack
  }
  return isForced && can.authenticates !== true ? forcedLack : undefined
}

/** Whether an acquirer can do all that is wanted. */
export const isAble = (acquirer: Capable, wanted: Wanted): boolean => lackOf(acquirer, wanted) === undefined

/** What an acquirer lacks of what is wanted; undefined: nothing. */
export const missingCapability = (acquirer: Capable, wanted: Wanted): Lacking | undefined =>
  lackOf(acquirer, wanted)?.name

const listed = (names: ReadonlyArray<string>): string =>
  `the acquirer${names.length === 1 ? "" : "s"} ${names.join(", ").replace(/, ([^,]+)$/, " and $1")}`

/**
 * Why none of these acquirers can do it, with their names: one fault for each thing that is lacking. Undefined where one
 * can, or where there is none, which is no fault of the request.
 */
export const refusal = (acquirers: ReadonlyArray<Capable>, wanted: Wanted): InvalidRequest | undefined => {
  const lacking = new Map<Lack, Array<string>>()
  for (const acquirer of acquirers) {
    const lack = lackOf(acquirer, wanted)
    if (lack === undefined) return undefined
    lacking.set(lack, [...(lacking.get(lack) ?? []), acquirer.name])
  }
  const [first, ...others] = Array.from(
    lacking,
    ([{ path, sentence }, names]): FieldError => ({ path, sentence: `${sentence} ${listed(names)}` })
  )
  return first && withoutStack(() => new InvalidRequest({ errors: [first, ...others] }))
}

/** A capture, void or refund, and how its parent stands. */
export interface WantedChild {
  readonly kind: "capture" | "void" | "refund"
  readonly amount: Amount
  /** The whole amount of the parent. */
  readonly whole: Amount
  /** What was captured of the parent, or may have been. */
  readonly captured: Amount
}

/** Why the acquirer of the parent cannot do it. One that is not known any more is asked, as it can take it back. */
export const childRefusal = (acquirer: Capable | undefined, wanted: WantedChild): InvalidRequest | undefined => {
  if (acquirer === undefined) return undefined
  const { capabilities: can = {}, name } = acquirer
  const { amount, captured, kind, whole } = wanted
  switch (kind) {
    case "capture":
      if (can.captures === "none") return invalid("parent_uid", `can't be captured by the acquirer ${name}`)
      return can.captures === "one" && captured > 0
        ? invalid("parent_uid", `can't be captured again: the acquirer ${name} takes one capture of an authorization`)
        : undefined
    case "void":
      if (isReleasedByCapture(acquirer, captured)) {
        return invalid(
          "parent_uid",
          `has nothing left to void: the acquirer ${name} gives the rest back with the capture`
        )
      }
      if ((can.partialVoids ?? true) === true || amount === whole) return undefined
      if (can.partialVoids === "rest") {
        return amount === whole - captured
          ? undefined
          : invalid("amount", `must be all that is left: the acquirer ${name} voids no part of it`)
      }
      return captured > 0
        ? invalid("parent_uid", `was captured in part, and the acquirer ${name} voids whole authorizations only`)
        : invalid("amount", `must be the whole amount: the acquirer ${name} voids whole authorizations only`)
    case "refund":
      return can.refunds === false ? invalid("parent_uid", `can't be refunded by the acquirer ${name}`) : undefined
  }
}

/** Whether what is left of a hold has gone back with its capture, so that nothing of it is to be released. */
export const isReleasedByCapture = (acquirer: Capable | undefined, captured: Amount): boolean =>
  acquirer?.capabilities?.captures === "one" && captured > 0

const usual = {
  captures: "many",
  partialVoids: true,
  refunds: true,
  credits: true,
  payouts: true,
  zeroAmountChecks: true,
  contracts: null,
  currencies: null,
  sources: ["card"],
  authenticates: false
} as const

/** What an acquirer can do, whatever its port leaves unsaid. Null: all. */
export type Resolved = Required<Omit<AcquirerCapabilities, "contracts" | "currencies">> & {
  readonly contracts: ReadonlyArray<Contract> | null
  readonly currencies: ReadonlyArray<Currency> | null
}

export const withDefaults = ({ capabilities = {} }: Capable): Resolved => ({ ...usual, ...capabilities })

const words: Record<NonNullable<AcquirerCapabilities["captures"]>, string> = {
  many: "several captures of an authorization",
  one: "one capture of an authorization",
  none: "no captures"
}

const without = (can: AcquirerCapabilities): ReadonlyArray<string> => [
  ...(can.partialVoids === false && can.captures !== "none" ? ["partial voids"] : []),
  ...(can.partialVoids === "rest" && can.captures !== "none" ? ["partial voids but of all that is left"] : []),
  ...(can.refunds === false ? ["refunds"] : []),
  ...(can.credits === false ? ["credits"] : []),
  ...(can.payouts === false ? ["payouts"] : []),
  ...(can.zeroAmountChecks === false ? ["checks without an amount"] : [])
]

/** What an acquirer can do, in words for operators. */
export const described = ({ capabilities: can = {} }: Capable): string => {
  const { authenticates = false, captures = "many", contracts, currencies, sources = ["card"] } = can
  const takes = sources.map((source) => (source === "card" ? "card numbers" : "its tokens")).join(" and ")
  const lacks = without(can)
  return [
    `takes ${takes || "nothing"}`,
    words[captures],
    ...(lacks.length === 0 ? [] : [`no ${lacks.join(", no ")}`]),
    ...(contracts === undefined ? [] : [contracts.length === 0 ? "no contracts" : `contracts ${contracts.join(", ")}`]),
    ...(currencies === undefined ? [] : [`currencies ${currencies.join(", ")}`]),
    ...(authenticates ? ["authenticates customers itself"] : [])
  ].join("; ")
}
