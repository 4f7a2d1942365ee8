import { describe, expect, it } from "vitest"
import { idOf, rowsOf } from "../src/InterfaceRows.js"
import * as RowIndex from "../src/RowIndex.js"

const index = RowIndex.make(
  rowsOf(
    [
      "### Authorization request (inside `request`)",
      "| Field | Type |",
      "|---|---|",
      "| amount | int |",
      "| currency | text |",
      "`credit_card` object:",
      "| Field | Type |",
      "|---|---|",
      "| number | text |",
      "### Tokenization request",
      "Same shapes as the authorization request with these differences:",
      "- `contract` elements: some.",
      "## States and transitions",
      "| State | Trigger | Condition | Next | Effects |",
      "|---|---|---|---|---|",
      "| (none) | Authorization request | Accepted, approved | `successful` | |",
      "| (none) | Authorization request | Verification required | `incomplete` | |",
      "## Limits",
      "| Limit | Value |",
      "|---|---|",
      "| Card `number` length | 12 to 19 |",
      "| Payout minimum | 1 |"
    ].join("\n")
  )
)

const show = (found: RowIndex.Found) => (found.kind === "rows" ? idOf(found.rows[0]!) : `${found.kind}: ${found.name}`)
const find = (section: string, names: string) => index.find(section, names).map(show)

describe("the rows that a title names", () => {
  it.each([
    ["Authorization request", "amount", ["Authorization request | amount"]],
    [
      "Authorization request",
      "amount, currency",
      ["Authorization request | amount", "Authorization request | currency"]
    ],
    ["`credit_card` object", "`number`", ["credit_card object | number"]],
    ["credit_card", "number", ["credit_card object | number"]],
    ["Authorization request", "credit_card.number", ["credit_card object | number"]],
    ["Limits", "Card `number` length", ["Limits | Card number length"]],
    [
      "States and transitions",
      "Accepted, approved",
      ["States and transitions | Authorization request, Accepted, approved"]
    ],
    [
      "States and transitions",
      "Verification required",
      ["States and transitions | Authorization request, Verification required"]
    ],
    ["Tokenization request", "contract", ["Tokenization request | contract"]],
    ["Tokenization request", "amount", ["Tokenization request | same shapes as the authorization request"]],
    ["Tokenization request", "credit_card.number", ["Tokenization request | same shapes as the authorization request"]]
  ])("%s | %s", (section, names, expected) => {
    expect(find(section, names)).toEqual(expected)
  })

  it.each([
    ["Authorization request", "amuont", ["unknown: amuont"]],
    ["Authorization request", "amount, curency", ["Authorization request | amount", "unknown: curency"]],
    ["Authorization request", "number", ["unknown: number"]],
    ["Authorization request", "credit_card.nmber", ["unknown: credit_card.nmber"]],
    ["Tokenization request", "nmber", ["unknown: nmber"]],
    // One word of a longer name could mean another thing: a payout to a card is no payout by transfer.
    ["Limits", "payout", ["unknown: payout"]],
    ["States and transitions", "Authorization request", ["ambiguous: Authorization request"]]
  ])("%s | %s is not guessed", (section, names, expected) => {
    expect(find(section, names)).toEqual(expected)
  })

  it.each([
    ["Authorization request", true],
    ["credit_card", true],
    ["credit_card object", true],
    ["D12", false],
    ["a card number", false]
  ])("%s is a section: %s", (text, expected) => {
    expect(index.isSection(text)).toBe(expected)
  })
})
