/** What the server prints when it is ready. */
import type { NewShop } from "@florin/settings/Shops"
import * as Option from "effect/Option"
import * as Secrets from "../commands/secrets.js"
import * as Connectors from "../server/connectors.js"
import type { Settings } from "../settings.js"

const tour = [
  "",
  "Paste these lines into another terminal, then take the tour (authorize, capture, refund, verified webhooks);",
  "it is part of the repository:",
  "",
  "  npm run tour"
]

/** Where the tour finds the server. Without it, it asks where a server is by default. */
const elsewhere = (url: string): ReadonlyArray<string> =>
  url === "http://127.0.0.1:8080" ? [] : [`  export FLORIN_URL=${url}`]

/** Shows the demo shop's secrets. Printed only when the shop is made. `url`: the server's. */
export const demoShop = (shop: NewShop, url: string): string => {
  const shown = Secrets.shownOnce(shop)
  return [
    "",
    "There was no shop, so a demo shop was made. Its secrets are shown this once:",
    "",
    `  export FLORIN_SHOP=${shown.shop}`,
    `  export FLORIN_WEBHOOK_SECRET=${shown.webhookSecret}`,
    ...elsewhere(url),
    ...tour
  ].join("\n")
}

// Ready to paste without printing a secret again: a listed shop's is read from its file, the demo shop's was printed.
const credentials = ({ shops }: Settings): string => {
  const [first] = shops?.list ?? []
  return shops === undefined || first === undefined
    ? '"$FLORIN_SHOP"'
    : `"${first.id}:$(node -p "JSON.parse(fs.readFileSync('${shops.file}'))[0].secret_key")"`
}

/** A card that is approved at once: the fakes of providers know others than the sandbox. */
const cardIn = ({ providers }: Settings): object => {
  const source = Connectors.exampleOf(providers) ?? { number: "4200000000000000", securityCode: "123" }
  if ("token" in source) return { provider_token: { provider: providers[0]?.name, value: source.token } }
  const { number, securityCode } = source
  return { number, verification_value: securityCode, holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
}

const curl = (settings: Settings, url: string, made: Option.Option<NewShop>): ReadonlyArray<string> => {
  const user = Option.match(made, {
    onNone: () => credentials(settings),
    onSome: (shop) => Secrets.shownOnce(shop).shop
  })
  const order = { amount: 3245, currency: "EUR", description: "Test order" }
  const request = {
    ...order,
    credit_card: cardIn(settings)
  }
  return [
    ...(Option.isNone(made) && elsewhere(url).length > 0 ? ["", "For the tour:", "", ...elsewhere(url)] : []),
    "",
    "Authorize a test card:",
    "",
    `  curl -u ${user} ${url}/transactions/authorizations \\`,
    "    -H 'Content-Type: application/json' \\",
    `    -d '${JSON.stringify({ request })}'`,
    "",
    "Have an order paid on a page, whose address is the answer's redirect_url:",
    "",
    `  curl -u ${user} ${url}/ctp/api/checkouts \\`,
    "    -H 'Content-Type: application/json' \\",
    `    -d '${JSON.stringify({ checkout: { transaction_type: "payment", order } })}'`
  ]
}

const acquirer = ({ ports, providers, sandbox, upstream }: Settings): string => {
  if (sandbox) return "The sandbox is on: everything is simulated, no money moves."
  const all = [
    ...(upstream === undefined ? [] : [upstream.origin]),
    ...providers.map(({ name }) => name),
    ...(ports.acquirers ?? []).map(({ name }) => name)
  ]
  return all.length === 0
    ? "The sandbox is off and no acquirer is wired: charges end with F.2011."
    : `The sandbox is off: cards are charged through ${all.join(", ")}.`
}

const staff = ({ operators }: Settings, url: string): ReadonlyArray<string> =>
  operators.length === 0 ? [] : [`Operators: ${url}/operator (${operators.map(({ id }) => id).join(", ")})`]

/** The address, the notices, a command to try, and the address of the documentation. */
export const banner = (
  settings: Settings,
  url: string,
  made: Option.Option<NewShop>,
  notices: ReadonlyArray<string>
): string =>
  [
    "",
    `Florin is ready on ${url}`,
    acquirer(settings),
    ...notices,
    ...staff(settings, url),
    ...(settings.sandbox ? curl(settings, url, made) : []),
    "",
    `Documentation: ${url}/docs`,
    ""
  ].join("\n")
