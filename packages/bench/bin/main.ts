/** The cases, each in a process of its own, one after the other. */
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { memory, ready } from "./cases/alone.js"
import * as authorize from "./cases/authorize.js"
import * as bills from "./cases/bills.js"
import { bodies } from "./cases/bodies.js"
import { catchUp } from "./cases/catchUp.js"
import { checkouts } from "./cases/checkouts.js"
import { cold } from "./cases/cold.js"
import * as connectors from "./cases/connectors.js"
import * as desks from "./cases/desks.js"
import { drain } from "./cases/drain.js"
import { entitlements } from "./cases/entitlements.js"
import { faces } from "./cases/faces.js"
import { fairness } from "./cases/fairness.js"
import { garbage } from "./cases/garbage.js"
import * as http from "./cases/http.js"
import { jobs } from "./cases/jobs.js"
import { listening, observed } from "./cases/observed.js"
import * as plans from "./cases/plans.js"
import * as proof from "./cases/proof.js"
import { rules } from "./cases/rules.js"
import * as searches from "./cases/searches.js"
import { start } from "./cases/start.js"
import * as stored from "./cases/stored.js"
import { receiver, webhooks } from "./cases/webhooks.js"
import { billingYear, subscriptionsYear } from "./cases/year.js"
import * as HandHttp from "./hand/http.js"
import { serve as neighbours } from "./neighbours.js"
import { clear, serve } from "./places.js"
import * as Renewers from "./renewers.js"
import { isReached } from "./report.js"

const cases: Readonly<Record<string, (scale: number) => Promise<string>>> = {
  "authorize-sqlite": authorize.sqlite,
  "authorize-sqlite-listener": authorize.sqliteWithListener,
  "authorize-3ds": authorize.frictionless,
  "authorize-postgres": authorize.postgres,
  "subscriptions-year": subscriptionsYear,
  "billing-year": billingYear,
  preview: bills.preview,
  usage: bills.usage,
  "plans-sqlite": plans.onSqlite,
  "plans-postgres": plans.onPostgres,
  "stored-sqlite": stored.onSqlite,
  "stored-postgres": stored.onPostgres,
  "searches-sqlite": searches.onSqlite,
  "searches-postgres": searches.onPostgres,
  drain,
  checkouts,
  cold,
  connectors: connectors.connectors,
  "catch-up": catchUp,
  proof: proof.proof,
  desks: desks.desks,
  entitlements,
  ...{ faces, http: http.http, start, observed, webhooks, jobs, fairness, bodies, rules, garbage, memory, ready }
}

const servers: Readonly<Record<string, (parameter: string) => Promise<number>>> = {
  ...{
    florin: http.florin,
    listening,
    fastify: HandHttp.serve,
    receiver,
    neighbours,
    desks: desks.serve,
    renewers: Renewers.serve,
    proof: proof.serve,
    provider: connectors.serve
  }
}

// Garbage is measured with half a gigabyte for what is new: a round fits in, and nothing is collected while it runs.
const flagsOf = (name: string): ReadonlyArray<string> =>
  name === "garbage" ? ["--min-semi-space-size=512", "--max-semi-space-size=512"] : []

const help = `npm run bench -- [--scale SHARE] [CASE …]
  SHARE  how much of the work is done, 0.01 to 10; default 1
  CASE   ${Object.keys(cases).join(", ")}; default all`

const refuse = (text: string): never => {
  console.error(`${text}\n${help}`)
  process.exit(2)
}

const parsed = () => {
  const text = { type: "string" } as const
  const options = { scale: text, help: { type: "boolean", short: "h" }, serve: text, case: text } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

const { positionals, values } = parsed()
const scale = Number(values.scale ?? 1)

/** Whether all that the case demands was reached. */
const runHere = async (name: string): Promise<boolean> => {
  try {
    const printed = await cases[name]!(scale)
    console.log(printed)
    return isReached(printed)
  } finally {
    await clear()
  }
}

const runApart = (name: string): boolean => {
  const args = ["--expose-gc", ...flagsOf(name), process.argv[1]!, "--case", name, "--scale", String(scale)]
  const { signal, status } = spawnSync(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] })
  if (status !== 0 && status !== 1) console.error(`${name} broke off: ${signal ?? `exit code ${status}`}`)
  return status === 0
}

if (values.serve !== undefined) {
  await serve(() => servers[values.serve!]!(positionals[0]!))
} else if (values.case !== undefined) {
  process.exit((await runHere(values.case)) ? 0 : 1)
} else if (values.help === true) {
  console.log(help)
} else {
  if (!(scale >= 0.01 && scale <= 10)) refuse("--scale takes a number from 0.01 to 10")
  const unknown = positionals.find((name) => cases[name] === undefined)
  if (unknown !== undefined) refuse(`There is no case ${unknown}`)
  const reached = (positionals.length === 0 ? Object.keys(cases) : positionals).map(runApart)
  process.exit(reached.every(Boolean) ? 0 : 1)
}
