/** The banks that the simulated bank can pay out to. */

/** A bank by its id, as `bank_code` of a payout names it. */
export interface Bank {
  readonly code: string
  readonly name: string
}

/** The bank that takes part itself: customers transfer to it. */
export const own: Bank = { code: "100000000001", name: "Sandbox Bank" }

/** The ids look like those of the faster payment system; the names are invented. Source: D31. */
export const banks: ReadonlyArray<Bank> = [
  own,
  { code: "100000000004", name: "Sandbox Bank Online" },
  { code: "100000000008", name: "Sandbox Bank of Trade" },
  { code: "100000000111", name: "Sandbox Savings Bank" }
]

const codes = new Set(banks.map(({ code }) => code))

export const knowsBank = (code: string): boolean => codes.has(code)
