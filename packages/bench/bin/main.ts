/** The cases, each in a process of its own, one after the other. */
import { spawnSync } from "node:child_process"
import { memory, ready } from "./cases/alone.js"
import * as authorize from "./cases/authorize.js"
import { bodies } from "./cases/bodies.js"
import { fairness, neighbours } from "./cases/fairness.js"
import * as garbage from "./cases/garbage.js"
import * as http from "./cases/http.js"
import { jobs } from "./cases/jobs.js"
import { rules } from "./cases/rules.js"
import { receiver, webhooks } from "./cases/webhooks.js"
import * as HandHttp from "./hand/http.js"
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

const wrong = (what: string): never => {
  console.error(`${what}\n${usage}`)
  process.exit(2)
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

const parse = (given: ReadonlyArray<string>): { readonly scale: number; readonly names: ReadonlyArray<string> } => {
  const place = given.indexOf("--scale")
  const names = place < 0 ? given : given.toSpliced(place, 2)
  const scale = place < 0 ? 1 : Number(given[place + 1])
  if (!(scale >= 0.01 && scale <= 10)) wrong("--scale takes a number from 0.01 to 10")
  const unknown = names.find((name) => cases[name] === undefined)
  if (unknown !== undefined) wrong(`There is no case ${unknown}`)
  return { scale, names: names.length === 0 ? Object.keys(cases) : names }
}

const [first, ...rest] = process.argv.slice(2)

if (first === "--serve") {
  await serve(() => servers[rest[0]!]!(rest[1]!))
} else if (first === "--case") {
  process.exit((await runCase(rest[0]!, Number(rest[1]))) ? 0 : 1)
} else {
  const { names, scale } = parse(process.argv.slice(2))
  let failed = false
  for (const name of names) {
    const parameters = ["--expose-gc", ...(flags[name] ?? []), process.argv[1]!, "--case", name, String(scale)]
    const { status } = spawnSync(process.execPath, parameters, { stdio: ["ignore", "inherit", "inherit"] })
    failed ||= status !== 0
  }
  process.exit(failed ? 1 : 0)
}
