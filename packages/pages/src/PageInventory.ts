/**
 * The scripts of the customers' pages, and the headers that browsers get with them: evidence for an assessment by PCI DSS
 * (6.4.3, 11.6.1). Source: D58.
 */
import { createHash } from "node:crypto"
import type { CardEntry, ShownFields } from "@florin/core/cards/ProviderFields"
import { given } from "@florin/core/request/Given"
import { cardScript } from "./CardScript.js"
import type { Allowances, Design } from "./Design.js"
import { allowedOf, checkoutScript, fieldsIn } from "./FieldsScript.js"
import { script as verificationScript } from "./Script.js"
import { transferScript } from "./TransferScript.js"
import { widgetScript } from "./WidgetScript.js"

/** A script that a page runs. */
export interface PageScript {
  /** Where it comes from: `inline`, a path of this server, or an address of a provider. */
  readonly source: string
  /** Why the page needs it. */
  readonly purpose: string
  /** `sha256-` and the digest of its text in base64. Null: it is a provider's, and changes without us. */
  readonly integrity: string | null
}

/** A page, or what pages of shops load from here. */
export interface InventoriedPage {
  readonly path: string
  /** Whether a customer enters a card on it. */
  readonly takesCards: boolean
  readonly scripts: ReadonlyArray<PageScript>
  /** The headers that are expected with it, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** What the pages of a server depend on. */
export interface Inventoried {
  readonly design: Pick<Design, "contentSecurityPolicy">
  /** Origins whose pages may frame the customers' pages. Default: none. */
  readonly framedBy?: ReadonlyArray<string>
  /** How the pages take a card. Default: by its number. */
  readonly cardEntry?: CardEntry
}

const integrityOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`

const own = (source: string, text: string, purpose: string): PageScript => ({
  source,
  purpose,
  integrity: integrityOf(text)
})

const card = "checks what is typed, before it is sent; the form works without"
const fieldsOf = "loads the card fields of the provider, and puts its token into the form in place of a card"
const choosing = "marks the form as sent; no card is entered in it"
const onward = "takes the step to the bank that a button would take, and waits; works without"

/** The headers of `page` in the HTTP adapter, for a policy. */
const headersOf = (policy: string): Readonly<Record<string, string>> => ({
  "content-security-policy": policy,
  "referrer-policy": "no-referrer",
  ...(policy.includes("frame-ancestors 'none'") ? { "x-frame-options": "DENY" } : {})
})

const ofProvider = ({ fields: { script }, provider }: ShownFields): PageScript => ({
  source: script,
  purpose: `the card fields of ${provider}: no card number reaches this server`,
  integrity: null
})

/** The scripts by which a card is entered. `source`: where ours come from. */
const entryScripts = (entry: CardEntry, source: string): ReadonlyArray<PageScript> => {
  switch (entry._tag) {
    case "Numbers":
      return [own(source, cardScript, card)]
    case "Fields":
      return [own("inline", checkoutScript(entry.fields), fieldsOf), ofProvider(entry)]
    case "Nothing":
      return []
  }
}

/** Pages whose one purpose is a card: where none can be entered, they run no script. */
const cardPages = [
  { path: "/plans/{id}/pay", isFramed: true },
  { path: "/subscriptions/{id}/new-card", isFramed: true },
  { path: "/portal/{token}", isFramed: false }
]

/** All pages that have a part in a payment by card, and the scripts for pages of shops. */
export const inventory = ({
  cardEntry = { _tag: "Numbers" },
  design,
  framedBy = []
}: Inventoried): ReadonlyArray<InventoriedPage> => {
  const fields = fieldsIn(cardEntry)
  const script = checkoutScript(fields)
  const takesCards = cardEntry._tag !== "Nothing"
  const within = framedBy.length === 0 ? [] : ["'self'", ...framedBy]
  const headers = (allowances: Allowances, frames: ReadonlyArray<string> = framedBy) =>
    headersOf(design.contentSecurityPolicy({ framedBy: frames, ...allowances }))
  const toBank = { script: true, forms: ["https:"] }
  return [
    {
      path: "/checkout",
      takesCards,
      scripts: takesCards ? entryScripts(cardEntry, "inline") : [own("inline", cardScript, choosing)],
      headers: headers({ inline: script, forms: ["'self'"], ...given({ fields }) }, within)
    },
    ...cardPages.map(({ isFramed, path }) => ({
      path,
      takesCards,
      scripts: entryScripts(cardEntry, "/assets/card.js"),
      headers: headers({ ...allowedOf(cardEntry), forms: ["'self'"] }, isFramed ? framedBy : [])
    })),
    {
      path: "/process/{uid}",
      takesCards: false,
      scripts: [own("/assets/verification.js", verificationScript, onward)],
      headers: headers(toBank)
    },
    {
      path: "/transfers/{uid}",
      takesCards: false,
      scripts: [own("/assets/transfer.js", transferScript, "counts the time down and waits for the payment")],
      headers: headers({ script: true })
    },
    { path: "/products/{id}", takesCards: false, scripts: [], headers: headers({ forms: ["'self'"] }) },
    { path: "/receipts/{uid}", takesCards: false, scripts: [], headers: headers({}) },
    {
      path: "pages of shops",
      takesCards: false,
      scripts: [own("/widget/be_gateway.js", widgetScript, "shows the page of an order in a frame")],
      headers: {}
    }
  ]
}
