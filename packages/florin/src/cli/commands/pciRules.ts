/** What `florin doctor --pci` makes of what it has seen: evidence for an assessment. Pure. Source: D58. */
import { type Candidate, cardEntryOf } from "@florin/core/cards/ProviderFields"
import * as Sources from "@florin/core/routing/Sources"
import type { InventoriedPage } from "@florin/pages/PageInventory"
import type { CardHoldings } from "@florin/storage-sql/CardHoldings"
import * as DateTime from "effect/DateTime"
import { wrapped } from "../text/wrappedText.js"

/** Which numbers the server sees. */
export type Scope = "tokens-only" | "card-numbers"

/** Who charges the cards. */
export interface Charging extends Candidate {
  readonly name: string
}

const takesNumbers = (acquirer: Charging): boolean => Sources.takes(acquirer, { source: "card" })

/** With nobody to charge cards, their numbers are taken all the same, and charges fail. */
export const scopeOf = (acquirers: ReadonlyArray<Charging>): Scope =>
  Sources.isTokensOnly(acquirers) ? "tokens-only" : "card-numbers"

/** Where customers enter their cards, of acquirers that take tokens only. */
const entrance = (acquirers: ReadonlyArray<Charging>): string => {
  const entry = cardEntryOf(acquirers, acquirers)
  return entry._tag === "Fields"
    ? `customers enter cards in the fields of ${entry.provider}`
    : "none has card fields that the pages could show (Stripe: its publishable key), so that nobody can enter a card on them"
}

const listed = (acquirers: ReadonlyArray<Charging>): string => acquirers.map(({ name }) => name).join(", ")

/** The sentence about the scope, by what is configured, and by what is stored already. */
export const scopeSentences = (
  acquirers: ReadonlyArray<Charging>,
  holdings: CardHoldings | undefined
): ReadonlyArray<string> => {
  if (scopeOf(acquirers) === "tokens-only") {
    return [
      `All acquirers take tokens only (${listed(acquirers)}): ${entrance(acquirers)}. No card number reaches this server by its pages, and one that a shop sends is refused before anything is stored.`,
      ...(holdings !== undefined && holdings.cards > 0
        ? [
            `${holdings.cards} card numbers are stored: as long as there is one, this server and its database stay in scope.`
          ]
        : [])
    ]
  }
  const named = acquirers.filter(takesNumbers)
  const whom = named.length === 0 ? "" : ` (${listed(named)} takes them)`
  return [
    `Card numbers are in this process${whom}: SAQ D for who operates it. A frame of one's own origin changes nothing.`,
    "Shops that only send customers to these pages, and are another's than this server, usually answer SAQ A."
  ]
}

export interface PciReport {
  readonly acquirers: ReadonlyArray<Charging>
  readonly pages: ReadonlyArray<InventoriedPage>
  /** Undefined where the database could not be read. */
  readonly holdings: CardHoldings | undefined
}

const retention = (holdings: CardHoldings | undefined): ReadonlyArray<string> => {
  if (holdings === undefined) return ["The database could not be read: `florin doctor` says why."]
  const { cards, oldest, oldestUnreferenced, tokens, unreferenced } = holdings
  const since = (instant: DateTime.Utc | null) =>
    instant === null ? "" : `, the oldest of ${DateTime.formatIsoDateUtc(instant)}`
  return [
    `${cards} card numbers are stored${since(oldest)}. Cards by a provider's token, without a number: ${tokens}. A number stays until its card is deleted; with forgetGuestCards those of guests go with their charges.`,
    `${unreferenced} of them are referred to by no contract, customer or subscription${since(oldestUnreferenced)}: delete them, or say in your policy why they stay.`
  ]
}

const pageLines = ({ headers, path, scripts, takesCards }: InventoriedPage): ReadonlyArray<string> => [
  `  ${path}${takesCards ? " (a card is entered here)" : ""}`,
  ...(scripts.length === 0 ? ["    no script"] : []),
  ...scripts.flatMap(({ integrity, purpose, source }) => [
    `    script ${source}`,
    ...(integrity === null ? ["      changes without us: compare it as its provider says"] : [`      ${integrity}`]),
    ...wrapped(purpose, 72).map((line) => `      ${line}`)
  ]),
  ...Object.entries(headers).map(([name, value]) => `    ${name}: ${value}`)
]

/** Values of headers and digests stay whole, however wide the terminal is: they are compared. */
export const text = ({ acquirers, holdings, pages }: PciReport): string => {
  const sentences = (all: ReadonlyArray<string>) =>
    all.flatMap((sentence) => wrapped(sentence, 76)).map((line) => `  ${line}`)
  return [
    "Scope (an assessor decides; see the guide to keys and PCI DSS)",
    ...sentences(scopeSentences(acquirers, holdings)),
    "",
    "Card numbers that are kept (3.2.1)",
    ...sentences(retention(holdings)),
    "",
    "Scripts of the customers' pages (6.4.3) and expected headers (11.6.1)",
    ...pages.flatMap(pageLines)
  ].join("\n")
}

const iso = (instant: DateTime.Utc | null): string | null => (instant === null ? null : DateTime.formatIso(instant))

export const documentOf = ({ acquirers, holdings, pages }: PciReport) => ({
  scope: { numbers: scopeOf(acquirers), says: scopeSentences(acquirers, holdings) },
  cards:
    holdings === undefined
      ? null
      : {
          numbers: holdings.cards,
          tokens: holdings.tokens,
          oldest: iso(holdings.oldest),
          unreferenced: holdings.unreferenced,
          oldest_unreferenced: iso(holdings.oldestUnreferenced)
        },
  pages: pages.map(({ headers, path, scripts, takesCards }) => ({ path, takes_cards: takesCards, scripts, headers }))
})
