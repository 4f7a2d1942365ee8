/** The cases, each in a process of its own, one after the other. */
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { memory, ready } from "./cases/alone.js"
import * as authorize from "./cases/authorize.js"
import { bodies } from "./cases/bodies.js"
import { fairness } from "./cases/fairness.js"
import * as garbage from "./cases/garbage.js"
import * as http from "./cases/http.js"
import { jobs } from "./cases/jobs.js"
import { rules } from "./cases/rules.js"
import { receiver, webhooks } from "./cases/webhooks.js"
import * as HandHttp from "./hand/http.js"
import { serve as neighbours } from "./neighbours.js"
import { clear, serve } from "./places.js"
import { isReached } from "./report.js"

const cases: Readonly<Record<string, (scale: number) => Promise<string>>> = {
  "authorize-sqlite": authorize.sqlite,
  "authorize-sqlite-listener": authorize.sqliteWithListener,
  "authorize-postgres": authorize.postgres,
  http: http.http,
  webhooks,
  jobs,
  fairness,
  bodies,
  rules,
  garbage: garbage.garbage,
  memory,
  ready
}

const servers: Readonly<Record<string, (parameter: string) => Promise<number>>> = {
  florin: http.florin,
  fastify: HandHttp.serve,
  receiver,
  neighbours
}

/** What a case asks of its process beyond the collector's function. */
const flags: Readonly<Record<string, ReadonlyArray<string>>> = { garbage: garbage.flags }

const usage = `npm run bench -- [--scale SHARE] [CASE …]
  SHARE  how much of the work is done, 0.01 to 10; default 1
  CASE   ${Object.keys(cases).join(", ")}; default all`

const end = (status: number, text: string): never => {
  ;(status === 0 ? console.log : console.error)(text)
  process.exit(status)
}

/** Whether all that the case demands was reached. */
const runCase = async (name: string, scale: number): Promise<boolean> => {
  try {
    const printed = await cases[name]!(scale)
    console.log(printed)
    return isReached(printed)
  } finally {
    await clear()
  }
}

const parsed = () => {
  const flag = { type: "string" } as const
  const options = { scale: flag, help: { type: "boolean", short: "h" }, serve: flag, case: flag } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return end(2, `${(error as Error).message}\n${usage}`)
  }
}

const { positionals, values } = parsed()
const scale = Number(values.scale ?? 1)

if (values.serve !== undefined) {
  await serve(() => servers[values.serve!]!(positionals[0]!))
} else if (values.case !== undefined) {
  process.exit((await runCase(values.case, scale)) ? 0 : 1)
} else {
  if (values.help === true) end(0, usage)
  if (!(scale >= 0.01 && scale <= 10)) end(2, `--scale takes a number from 0.01 to 10\n${usage}`)
  const unknown = positionals.find((name) => cases[name] === undefined)
  if (unknown !== undefined) end(2, `There is no case ${unknown}\n${usage}`)
  const statuses = (positionals.length === 0 ? Object.keys(cases) : positionals).map((name) => {
    const own = ["--expose-gc", ...(flags[name] ?? []), process.argv[1]!, "--case", name, "--scale", String(scale)]
    return spawnSync(process.execPath, own, { stdio: ["ignore", "inherit", "inherit"] }).status
  })
  process.exit(statuses.every((status) => status === 0) ? 0 : 1)
}
