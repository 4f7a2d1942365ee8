/** What the help of each command teaches: examples, and the settings that it reads. */
import * as Made from "../commands/operationCommands.js"

export interface Taught {
  readonly examples: readonly [string, ...ReadonlyArray<string>]
  /** The names of the settings that matter to it. Absent: all. */
  readonly settings?: ReadonlyArray<string>
}

const store = ["FLORIN_DATABASE"]
const shopsToo = ["FLORIN_DATABASE", "FLORIN_SHOPS"]
const sealed = ["FLORIN_DATABASE", "FLORIN_KEYS", "FLORIN_SANDBOX"]

const linked = [...sealed, "FLORIN_BASE_URL", "HOST", "PORT"]

const uid = "01a206f1-5731-725a-8e6e-4cf17065e558"

/** Of the commands of a group that are made of the table of operations. */
const made = (group: string): Readonly<Record<string, Taught>> =>
  Object.fromEntries(
    Made.of(group).map((one) => [
      one.words,
      { examples: one.examples, settings: Made.findsShop(one) ? store : shopsToo }
    ])
  )

/** By the words of the command, in the order in which the help lists them. */
export const taught: Readonly<Record<string, Taught>> = {
  "": { examples: ["florin serve", "florin doctor", "florin --completions bash"] },
  serve: { examples: ["florin serve", "PORT=9000 FLORIN_DATABASE=sqlite:books.db florin serve"] },
  migrate: { examples: ["florin migrate", "FLORIN_DATABASE=sqlite:books.db florin migrate --json"], settings: store },
  keys: { examples: ["florin keys new florin.keys.json", "florin keys rotate"], settings: sealed },
  "keys new": { examples: ["florin keys new florin.keys.json"], settings: [] },
  "keys create": { examples: ["florin keys create florin.keys.json"], settings: [] },
  "keys add": { examples: ["florin keys add florin.keys.json"], settings: [] },
  "keys rotate": { examples: ["florin keys rotate", "florin keys rotate --keep"], settings: sealed },
  shops: { examples: ["florin shops add books", "florin shops list"], settings: shopsToo },
  "shops add": {
    examples: ['florin shops add books --name "The Books"', "florin shops add books --basic --signature-key"],
    settings: [...shopsToo, "FLORIN_KEYS"]
  },
  "shops update": {
    examples: ["florin shops update books --hold-days 3 --no-basic", 'florin shops update books --notification-url ""'],
    settings: [...shopsToo, "FLORIN_KEYS"]
  },
  "shops list": { examples: ["florin shops list", "florin shops list --json"], settings: shopsToo },
  "shops show": { examples: ["florin shops show books"], settings: shopsToo },
  "shops rotate": {
    examples: ["florin shops rotate books --until 2026-04-01", "florin shops rotate books --at-once"],
    settings: [...shopsToo, "FLORIN_KEYS"]
  },
  "shops retire": { examples: ["florin shops retire books"], settings: [...shopsToo, "FLORIN_KEYS"] },
  "shops disable": { examples: ["florin shops disable books"], settings: [...shopsToo, "FLORIN_KEYS"] },
  "shops enable": { examples: ["florin shops enable books"], settings: [...shopsToo, "FLORIN_KEYS"] },
  people: { examples: ["florin people add anna --role operate", "florin people list"], settings: sealed },
  "people add": {
    examples: ["florin people add anna --role administer", "florin people add boris --role operate --shop books"],
    settings: linked
  },
  "people list": { examples: ["florin people list", "florin people list --json"], settings: sealed },
  "people role": {
    examples: ["florin people role anna --role operate", "florin people role boris --role none --shop books"],
    settings: sealed
  },
  "people remove": { examples: ["florin people remove boris"], settings: sealed },
  "people link": { examples: ["florin people link anna", "florin people link anna --reset"], settings: linked },
  audit: {
    examples: [
      "florin audit --actor anna --from 2026-03-01",
      `florin audit --subject ${uid}`,
      "florin audit --ndjson --from 2026-03-01 --to 2026-04-01"
    ],
    settings: store
  },
  transactions: { examples: ["florin transactions list", `florin transactions show ${uid}`], settings: shopsToo },
  "transactions show": { examples: [`florin transactions show ${uid}`], settings: store },
  "transactions explain": { examples: [`florin transactions explain ${uid}`], settings: store },
  "transactions list": {
    examples: ["florin transactions list --shop books --status pending", `florin transactions list --after ${uid}`],
    settings: shopsToo
  },
  ...made("transactions"),
  webhooks: { examples: ["florin webhooks list", "florin webhooks resend --exhausted"], settings: shopsToo },
  "webhooks list": { examples: ["florin webhooks list --shop books --status exhausted"], settings: shopsToo },
  "webhooks resend": {
    examples: [`florin webhooks resend msg_${uid}`, "florin webhooks resend --exhausted --shop books"],
    settings: [...shopsToo, "FLORIN_SANDBOX"]
  },
  ...made("webhooks"),
  reconcile: {
    examples: ["florin reconcile", "florin reconcile --from 2026-03-01 --to 2026-03-08 --json"],
    settings: [...store, "FLORIN_SANDBOX", "FLORIN_ACQUIRERS", "FLORIN_UPSTREAM", "FLORIN_PORTS"]
  },
  simulate: { examples: ["florin simulate", "florin simulate --subscriptions 50 --months 3"], settings: [] },
  mcp: { examples: ["florin mcp", "florin mcp --keys mcp.json --url https://pay.example"] },
  doctor: { examples: ["florin doctor", "florin doctor --json", "florin doctor --pci"] }
}
