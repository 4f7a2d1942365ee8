/** Names for what the interface states without one: whole sentences, and lines that state several things. */

/**
 * The line that begins with `starts` stands for these rows, each a name and other words it may be called by.
 * Without `section` they belong to the section they stand in.
 */
export interface NamedLine {
  readonly starts: string
  readonly section?: string
  readonly rows: ReadonlyArray<readonly [name: string, ...others: ReadonlyArray<string>]>
}

/**
 * Parts that are no rows: how to read the document, an overview of what the tables say in full, and a list of values
 * that the transitions carry.
 */
export const notRows: ReadonlyArray<string> = [
  "Address placeholders used throughout",
  "What the service does",
  "Transaction status values that appear"
]

/** Titles above a table or a list that open no section of their own, and the section they belong to. */
export const sectionOf: Readonly<Record<string, string>> = {
  "Common fields of authorization and tokenization responses": "Transaction",
  "Same shapes as the authorization request with these differences": "Tokenization request",
  Rules: "Endpoints"
}

/** The name of the row that stands for all that a tokenization shares with an authorization. */
export const sameShapes = "same shapes as the authorization request"

/** The table. */
export const named: ReadonlyArray<NamedLine> = [
  { starts: "- Monetary amounts are", rows: [["Monetary amounts"]] },
  {
    starts: "- Timestamps:",
    rows: [
      ["Timestamps of card responses", "Timestamps"],
      ["Timestamps of instant bank-transfer responses"],
      ["Timestamps of confirm responses"]
    ]
  },
  {
    starts: "- Gateway request bodies (JSON) are wrapped",
    rows: [
      ["wrapped in request", "request"],
      ["wrapped in transaction", "transaction"]
    ]
  },
  { starts: "- `*` marks required", rows: [] },
  {
    starts: "The skip and force flags are overridden",
    section: "Authorization request",
    rows: [["smart-routing rules override the skip and force flags"]]
  },
  { starts: "Same shapes as the authorization request", section: "Tokenization request", rows: [[sameShapes]] },
  {
    starts: "- Not present:",
    rows: [
      ["expired_at"],
      ["card_on_file"],
      ["avs_cvc_verification"],
      ["browser"],
      ["excluded_gateways"],
      ["wallet"],
      ["credit_card.token"],
      ["customer.taxpayer_id"]
    ]
  },
  {
    starts: "- `three_d_secure.advanced` is supported",
    rows: [
      ["three_d_secure.advanced", "three_d_secure"],
      ["skip_three_d_secure_verification"],
      ["force_three_d_secure_verification"]
    ]
  },
  {
    starts: "Payment response (`transaction`) for `sbp` additionally",
    section: "Payment response for sbp",
    rows: [["form.action", "form"]]
  },
  { starts: "While proof is being processed", section: "Payment proof", rows: [["while proof is being processed"]] },
  { starts: "- Plan operations use HTTP basic", rows: [["Plan operations"]] },
  {
    starts: "- Authentication of the gateway endpoints",
    rows: [["gateway endpoints"], ["proof and confirm endpoints", "proof endpoint", "confirm endpoint"]]
  },
  { starts: "- Authentication or signing of webhook", rows: [["webhook requests"]] },
  {
    starts: "| Duplicate-check window",
    rows: [
      ["Duplicate-check window of card requests", "Duplicate-check window"],
      ["Duplicate-check window of proof and confirm"]
    ]
  }
]
