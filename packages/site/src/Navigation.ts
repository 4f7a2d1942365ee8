/** The order of the documents: sections of the sidebar, and the pages in each. */

/** A page, by its path in `docs`. */
export interface Page {
  readonly text: string
  readonly path: string
}

/** Pages under a heading. Folded: shown once it is opened. */
export interface Section {
  readonly text: string
  readonly items: ReadonlyArray<Page | Section>
  readonly isFolded?: boolean
}

const page = (text: string, path: string): Page => ({ text, path: `${path}.md` })

const concepts: Section = {
  text: "Concepts",
  items: [
    page("Concepts in short", "concepts/index"),
    page("Payments and their states", "concepts/payments"),
    page("Declines, errors, unknown outcomes", "concepts/outcomes"),
    page("Idempotency", "concepts/idempotency"),
    page("One commit", "concepts/one-commit"),
    page("Webhooks", "concepts/webhooks"),
    page("Time", "concepts/time"),
    page("Card data", "concepts/card-data"),
    page("Shops and operators", "concepts/shops-and-operators"),
    page("Where it runs", "concepts/where-it-runs"),
    page("State machines", "concepts/machines"),
    {
      text: "The machines",
      isFolded: true,
      items: [
        page("Card charges", "machines/card-transaction"),
        page("3-D Secure", "machines/three-d-secure"),
        page("Captures, voids, refunds, payouts", "machines/child"),
        page("Subscriptions", "machines/subscription"),
        page("Checkouts", "machines/checkout"),
        page("Transfer by QR code", "machines/sbp-payment"),
        page("Transfer by phone number", "machines/sbp-data-payment"),
        page("Proof of payment", "machines/payment-proof"),
        page("Refund of a transfer", "machines/transfer-refund"),
        page("Payout by transfer", "machines/transfer-payout"),
        page("Delivery of a notification", "machines/notification"),
        page("An attempt at a provider", "machines/attempt")
      ]
    }
  ]
}

const guides: Section = {
  text: "Guides",
  items: [
    page("Embed Florin", "guides/embed"),
    page("Sell an order", "guides/sell-an-order"),
    page("Mount it in a server", "guides/mount"),
    page("Test your app", "guides/test-your-host"),
    page("Call it from another app", "guides/client"),
    page("Toolchains", "guides/toolchains"),
    page("Payments through 3-D Secure", "guides/three-d-secure"),
    page("Receive webhooks", "guides/receive-webhooks"),
    page("Bill subscriptions", "guides/subscriptions"),
    page("Seats and upgrades", "guides/seats"),
    page("Usage", "guides/usage"),
    page("Coupons", "guides/coupons"),
    page("Mails about money", "guides/mails"),
    page("Features by plan", "guides/features"),
    page("A portal for customers", "guides/portal"),
    page("Saved cards", "guides/saved-cards"),
    page("Sell by a link", "guides/sell-by-a-link"),
    page("Shop plugins", "guides/plugins"),
    page("When subscriptions are charged", "calendar"),
    page("Bank transfers", "guides/bank-transfers"),
    page("Customers' pages", "guides/pages"),
    page("Charge through Stripe", "guides/stripe"),
    page("Write an acquirer", "guides/acquirer"),
    page("Write a connector", "guides/connector"),
    page("Move to an acquirer of your own", "guides/move-acquirers"),
    page("Write a 3-D Secure server", "guides/three-d-secure-server"),
    page("Write a provider of transfers", "guides/transfer-provider"),
    page("Route charges", "guides/routing"),
    page("The console", "guides/console"),
    page("Tools for assistants", "guides/assistants"),
    page("Go to production", "guides/production"),
    page("Keys and PCI DSS", "guides/keys-and-pci"),
    page("Upgrade", "guides/upgrade")
  ]
}

const operations: Section = {
  text: "Operations",
  items: [
    page("Running the server", "operations/running"),
    page("PostgreSQL", "operations/postgres"),
    page("Containers, Kubernetes, systemd", "operations/containers"),
    page("On call", "operations/on-call"),
    page("Operators", "operations/operators"),
    page("Reconciliation", "operations/reconciliation"),
    page("ASVS, row by row", "security/asvs"),
    page("Simulate a year", "simulate")
  ]
}

const reference: Section = {
  text: "Reference",
  items: [
    page("Operations in process", "reference/operations"),
    page("HTTP", "reference/http"),
    page("HTTP: fields", "reference/http-fields"),
    page("Events", "reference/events"),
    page("Settings", "reference/settings"),
    page("Errors", "reference/errors"),
    page("Metrics and spans", "reference/metrics"),
    page("Command line", "reference/cli"),
    page("Interface, row by row", "interface")
  ]
}

const decisions: Section = {
  text: "Decisions",
  items: [
    page("The interface", "decisions/interface"),
    page("The page for one order", "decisions/checkout"),
    page("Billing with items", "decisions/billing"),
    page("People who run it", "decisions/console"),
    page("Connectors to acquirers", "decisions/connectors"),
    page("Dependencies", "decisions/dependencies"),
    page("Effect's SQL", "decisions/effect-sql")
  ]
}

const making: Section = {
  text: "How Florin is made",
  items: [
    page("Architecture", "architecture"),
    page("Glossary", "glossary"),
    page("Conformance", "conformance"),
    page("Crash tests", "crash-tests"),
    page("Simulation", "simulation"),
    page("Benchmarks", "benchmarks")
  ]
}

/** The whole sidebar, in order. */
export const sections: ReadonlyArray<Section> = [
  {
    text: "Start",
    items: [
      page("Start in five minutes", "start"),
      page("What Florin promises", "promises"),
      page("Sandbox", "sandbox")
    ]
  },
  ...[concepts, guides, operations, reference, decisions, making],
  { text: "More", items: [page("Changelog", "changelog"), page("Florin compared", "comparison")] }
]

const isSection = (item: Page | Section): item is Section => "items" in item

/** Every page of some sections, in order. */
export const pagesOf = (items: ReadonlyArray<Page | Section>): ReadonlyArray<Page> =>
  items.flatMap((item) => (isSection(item) ? pagesOf(item.items) : [item]))

interface SidebarItem {
  text: string
  link?: string
  collapsed?: boolean
  items?: Array<SidebarItem>
}

/** The sections as VitePress takes them. */
export const sidebar = (items: ReadonlyArray<Page | Section> = sections): Array<SidebarItem> =>
  items.map((item) => {
    if (!isSection(item)) return { text: item.text, link: `/${item.path}` }
    const folded = item.isFolded === undefined ? {} : { collapsed: item.isFolded }
    return { text: item.text, ...folded, items: sidebar(item.items) }
  })
