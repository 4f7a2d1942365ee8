/** How far what follows a charge may go, by what an acquirer says that it can do. Pure. Source: D10, D53. */
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"

export type Step = readonly [kind: "Capture" | "Void" | "Refund", amount: number]

/** `Refused`: the acquirer cannot do it at all. It may be declined, or not even sent. */
export type Expected = "Approved" | "Declined" | "Refused"

interface State {
  readonly captured: number
  readonly voided: number
  readonly refunded: number
}

const begun: State = { captured: 0, voided: 0, refunded: 0 }

const within = (fits: boolean): Expected => (fits ? "Approved" : "Declined")

/** Whether a void of that much can be asked for at all. More than is left can be, and is declined. */
const isVoidable = (can: boolean | "rest", part: number, amount: number, rest: number): boolean =>
  can === true || part === amount || (can === "rest" && part >= rest)

const onHold = (
  { captures = "many", partialVoids = true, refunds = true }: AcquirerCapabilities,
  amount: number,
  { captured, voided }: State,
  [kind, part]: Step
): Expected => {
  const isReleased = captures === "one" && captured > 0
  const rest = isReleased ? 0 : amount - captured - voided
  switch (kind) {
    case "Capture":
      return captures === "none" || isReleased ? "Refused" : within(part <= rest)
    case "Void":
      return isReleased || !isVoidable(partialVoids, part, amount, rest) ? "Refused" : within(part <= rest)
    case "Refund":
      return refunds ? "Declined" : "Refused"
  }
}

const onPayment = (
  { refunds = true }: AcquirerCapabilities,
  amount: number,
  { refunded, voided }: State,
  [kind, part]: Step
): Expected => {
  switch (kind) {
    case "Capture":
      return "Declined"
    // Taking a payment back is all or nothing.
    case "Void":
      return within(voided + refunded === 0 && part === amount)
    case "Refund":
      return refunds ? within(part <= amount - voided - refunded) : "Refused"
  }
}

const after = (state: State, [kind, part]: Step): State => ({
  captured: state.captured + (kind === "Capture" ? part : 0),
  voided: state.voided + (kind === "Void" ? part : 0),
  refunded: state.refunded + (kind === "Refund" ? part : 0)
})

/** What is expected of each step that follows an approved charge, in their order. */
export const expectedOf = (
  can: AcquirerCapabilities,
  kind: "authorization" | "payment",
  amount: number,
  steps: ReadonlyArray<Step>
): ReadonlyArray<Expected> => {
  const judge = kind === "authorization" ? onHold : onPayment
  let state = begun
  return steps.map((step) => {
    const expected = judge(can, amount, state, step)
    if (expected === "Approved") state = after(state, step)
    return expected
  })
}

/** Source: D10. The expectations are those of an acquirer that can do everything. */
export const limits: ReadonlyArray<{
  readonly name: string
  readonly kind: "authorization" | "payment"
  readonly steps: ReadonlyArray<readonly [...Step, expected: "Approved" | "Declined"]>
}> = [
  { name: "captures what is held", kind: "authorization", steps: [["Capture", 1000, "Approved"]] },
  { name: "captures no more than is held", kind: "authorization", steps: [["Capture", 1001, "Declined"]] },
  { name: "voids what is held", kind: "authorization", steps: [["Void", 1000, "Approved"]] },
  { name: "voids no more than is held", kind: "authorization", steps: [["Void", 1001, "Declined"]] },
  {
    name: "captures and voids in parts up to what is held",
    kind: "authorization",
    steps: [
      ["Capture", 300, "Approved"],
      ["Void", 200, "Approved"],
      ["Capture", 501, "Declined"],
      ["Void", 501, "Declined"],
      ["Capture", 500, "Approved"],
      ["Void", 1, "Declined"]
    ]
  },
  { name: "does not refund what is only held", kind: "authorization", steps: [["Refund", 1, "Declined"]] },
  {
    name: "refunds in parts up to what was paid",
    kind: "payment",
    steps: [
      ["Refund", 400, "Approved"],
      ["Refund", 601, "Declined"],
      ["Refund", 600, "Approved"],
      ["Refund", 1, "Declined"]
    ]
  },
  {
    name: "reverses a payment, and then refunds nothing of it",
    kind: "payment",
    steps: [
      ["Void", 1000, "Approved"],
      ["Refund", 1, "Declined"]
    ]
  },
  {
    name: "does not reverse a payment that was refunded",
    kind: "payment",
    steps: [
      ["Refund", 1000, "Approved"],
      ["Void", 1000, "Declined"]
    ]
  },
  { name: "does not capture a payment", kind: "payment", steps: [["Capture", 1, "Declined"]] }
]
