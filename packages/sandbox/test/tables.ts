import * as Duration from "effect/Duration"
import { type TestCard, testCards } from "../src/TestCards.js"
import {
  amountDials,
  avsDials,
  type Behaviour,
  type CheckDials,
  cvcDials,
  holderDials,
  slowness,
  type TestTrigger
} from "../src/TestTriggers.js"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n")

const authentication = ({ threeDSecure }: TestCard): string => {
  if (threeDSecure === null) return "not enrolled"
  const { challenge, transStatus, version } = threeDSecure
  return `version ${version}, ${challenge ? `challenge, then ${transStatus}` : transStatus}`
}

const outcome = ({ looksAtAmount, outcome }: TestCard): string =>
  looksAtAmount ? "approves, unless the amount says otherwise" : outcome

const seconds = Duration.toSeconds(slowness)

const results = ({ avsResult, cvcResult }: Extract<Behaviour, { _tag: "Approve" }>): string =>
  [
    ...(avsResult === undefined ? [] : [`address check ${avsResult}`]),
    ...(cvcResult === undefined ? [] : [`security-code check ${cvcResult}`])
  ].join(", ")

const effect = (behaviour: Behaviour): string => {
  switch (behaviour._tag) {
    case "Decline":
      return `declined: ${behaviour.reason}`
    case "Lose":
      return "no answer, nothing charged"
    case "ApproveLate":
      return "charged, but no answer in time"
    case "ApproveSlowly":
      return `approved after ${seconds} s`
    case "Approve":
      return `approved, ${results(behaviour)}`
  }
}

const testTriggers = (head: string, of: ReadonlyArray<TestTrigger>): string =>
  table(
    [head, "Outcome", "Code"],
    of.map(({ behaviour, code, value }) => [`\`${value}\``, effect(behaviour), code ?? ""])
  )

const checks = (head: string, { otherwise, values }: CheckDials): string =>
  table(
    [head, "Result", "Meaning"],
    [
      ...values.map(({ meaning, result, value }) => [`\`${value}\``, `\`${result}\``, meaning]),
      ["any other", `\`${otherwise}\``, "it matches"],
      ["none", "`null`", "there was nothing to check"]
    ]
  )

/** The tables of the README, by the heading they stand under. */
export const tables: Readonly<Record<string, string>> = {
  "Test cards": table(
    ["Number", "Without 3-D Secure", "With 3-D Secure"],
    testCards.map((card) => [`\`${card.number}\``, outcome(card), authentication(card)])
  ),
  "The holder's name": testTriggers("Holder", holderDials),
  "The amount": testTriggers("Last three digits", amountDials),
  "Address check": checks("`billing_address.zip`", avsDials),
  "Security-code check": checks("`verification_value`", cvcDials)
}
