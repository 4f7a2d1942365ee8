// The page of settings has every setting of the server and every option of a host, and no other.
import { readFileSync } from "node:fs"
import { assert, it } from "vitest"
import { settings } from "../src/cli/settingsHelp.js"
import type { HostOptions } from "../src/host/hostOptions.js"
import type { MailOptions, Options, PagesOptions, ShopOptions } from "../src/host/options.js"

const page = readFileSync(new URL("../../../docs/reference/settings.md", import.meta.url), "utf8")

/** The first column of the table under a heading. */
const named = (heading: string): ReadonlyArray<string | undefined> => {
  const [, section = ""] = page.split(new RegExp(`^#+ ${heading}$`, "m"))
  const table = section.split(/^#/m)[0] ?? ""
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
}

/** Every member of every variant of a type. */
type Names<Type> = Type extends unknown ? keyof Type : never

// These do not compile while one lacks a member of its type, or has another.
const options: Record<Names<Options & HostOptions>, null> = {
  database: null,
  tablePrefix: null,
  dueWork: null,
  accept: null,
  baseUrl: null,
  sandbox: null,
  keys: null,
  acquirers: null,
  threeDSecureServers: null,
  transferProviders: null,
  shops: null,
  operators: null,
  approvalLimits: null,
  authenticate: null,
  onCommit: null,
  routing: null,
  pages: null,
  timeZone: null,
  mail: null,
  log: null,
  metrics: null,
  openTelemetry: null,
  drainFor: null
}
const shop: Record<keyof ShopOptions, null> = {
  id: null,
  secretKey: null,
  formerSecretKey: null,
  name: null,
  site: null,
  holdDays: null,
  graceDays: null,
  timeZone: null,
  threeDSecure: null,
  allowSkipThreeDSecure: null,
  allowForceThreeDSecure: null,
  strictContracts: null,
  forgetGuestCards: null,
  mailYearlyDays: null,
  mailTrialDays: null,
  mailCardDays: null,
  mailFailedCharges: null,
  mailEndedSubscriptions: null,
  mailRefunds: null,
  mailTests: null,
  declineRetryDays: null,
  errorRetryHours: null,
  notificationUrl: null,
  notificationBasic: null,
  webhookSecret: null,
  notificationPrivateKey: null,
  allowPublicKey: null
}
const pages: Record<keyof PagesOptions, null> = {
  languages: null,
  colours: null,
  logo: null,
  styles: null,
  replace: null,
  framedBy: null,
  triesPerAddress: null,
  triesPerPage: null,
  proxies: null
}
const mail: Record<keyof MailOptions, null> = { url: null, from: null, plain: null }

it.each([
  { heading: "The server", names: settings.map(([name]) => name) },
  { heading: "A host", names: Object.keys(options) },
  { heading: "A shop", names: Object.keys(shop) },
  { heading: "Pages", names: Object.keys(pages) },
  { heading: "Mail", names: Object.keys(mail) }
])("the table under $heading has every one, and no other", ({ heading, names }) => {
  assert.deepStrictEqual<ReadonlyArray<unknown>>(named(heading), names)
})
