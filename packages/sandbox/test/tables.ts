import type { WalletSaveResult } from "@florin/core/cards/WalletSaveResult"
import * as Duration from "effect/Duration"
import { banks } from "../src/SandboxBanks.js"
import { ranges } from "../src/SandboxBins.js"
import { otherwise, sessions } from "../src/SandboxWallet.js"
import { type TestCard, testCards } from "../src/TestCards.js"
import { testTokens } from "../src/TestTokens.js"
import {
  acceptance,
  amountTriggers,
  avsTriggers,
  type Behaviour,
  type CheckTriggers,
  cvcTriggers,
  holderTriggers,
  slowness,
  type TestTrigger
} from "../src/TestTriggers.js"
import { type TransferBehaviour, type TransferTrigger, transferTriggers } from "../src/TransferTriggers.js"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n")

const authentication = ({ threeDSecure }: TestCard): string => {
  if (threeDSecure === null) return "not enrolled"
  const { challenge, transStatus, version } = threeDSecure
  return `version ${version}, ${challenge ? `challenge, then ${transStatus}` : transStatus}`
}

const outcome = ({ decliningMonth, looksAtAmount, outcome }: TestCard): string => {
  if (looksAtAmount) return "approves, unless the amount says otherwise"
  return decliningMonth === undefined ? outcome : `approves; declines with the expiry month ${decliningMonth}`
}

const afterApproval = (number: string): string =>
  testCards.find((card) => card.number === number)?.outcome === "declines" ? "never approves" : "the same token"

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
    case "Act":
      return `the customer pays or declines on the acquirer's page, ${behaviour.posts ? "reached and left by a form" : "a redirect"}`
    case "Accept":
      return `accepted, ${behaviour.approves ? "approved" : "declined"} after ${Duration.toSeconds(acceptance)} s of the sandbox's clock`
    case "ApproveSlowly":
      return `approved after ${seconds} s`
    case "Approve":
      return `approved, ${results(behaviour)}`
  }
}

const triggers = (head: string, of: ReadonlyArray<TestTrigger>): string =>
  table(
    [head, "Outcome", "Code"],
    of.map(({ behaviour, code, value }) => [`\`${value}\``, effect(behaviour), code ?? ""])
  )

const checks = (head: string, { otherwise, values }: CheckTriggers): string =>
  table(
    [head, "Result", "Meaning"],
    [
      ...values.map(({ meaning, result, value }) => [`\`${value}\``, `\`${result}\``, meaning]),
      ["any other", `\`${otherwise}\``, "it matches"],
      ["none", "`null`", "there was nothing to check"]
    ]
  )

const wallet = (result: WalletSaveResult | undefined): ReadonlyArray<string> => {
  if (result === undefined) return ["no answer: `no_answer` after 5 s", ""]
  if (result.status === "failed") return [`failed: \`${result.error}\``, result.errorCode]
  return [result.token === undefined ? "successful, without a `token`" : "saved, with a `token`", ""]
}

const transferEffect = (behaviour: TransferBehaviour): string => {
  switch (behaviour._tag) {
    case "Accept":
      return "waits"
    case "Reject":
      return `refused: ${behaviour.reason}`
    case "Lose":
      return "no answer, nothing done"
    case "AcceptLate":
      return "waits, but no answer in time"
    case "AcceptSlowly":
      return `waits, answered after ${seconds} s`
    case "Settle":
      return "done at once"
  }
}

const transferTrigger = ({ behaviour, code, digits, on, word }: TransferTrigger): ReadonlyArray<string> => [
  ...[`\`${word}\``, `\`${digits}\``],
  ...[on.map((kind) => kind.toLowerCase()).join(", "), transferEffect(behaviour), code ?? ""]
]

/** The tables of the README by heading. */
export const tables: Readonly<Record<string, string>> = {
  "Test cards": table(
    ["Number", "Without 3-D Secure", "With 3-D Secure"],
    testCards.map((card) => [`\`${card.number}\``, outcome(card), authentication(card)])
  ),
  "Test tokens": table(
    ["Token", "Card", "After an approval"],
    testTokens.map(({ card, reusable, value }) => [
      `\`${value}\``,
      `\`${card}\``,
      reusable === undefined ? afterApproval(card) : `\`${reusable}\``
    ])
  ),
  Issuers: table(
    ["First digits", "Product", "Country", "Issuer"],
    ranges.map(({ bin, issuerCountry, issuerName, product }) => [
      `\`${bin}\``,
      product === null ? "`null`" : `\`${product}\``,
      `\`${issuerCountry}\``,
      `${issuerName}`
    ])
  ),
  Wallet: table(
    ["Session", "Result", "Code"],
    [
      ...Array.from(sessions, ([session, answer]) => [`\`${session}\``, ...wallet(answer("uid"))]),
      ["any other", ...wallet(otherwise("uid"))]
    ]
  ),
  "The holder's name": triggers("Holder", holderTriggers),
  "The amount": triggers("Last three digits", amountTriggers),
  "Triggers of transfers": table(["Word", "Amount", "On", "Outcome", "Code"], transferTriggers.map(transferTrigger)),
  Banks: table(
    ["`bank_code`", "Bank"],
    banks.map(({ code, name }) => [`\`${code}\``, name])
  ),
  "Address check": checks("`billing_address.zip`", avsTriggers),
  "Security-code check": checks("`verification_value`", cvcTriggers)
}
