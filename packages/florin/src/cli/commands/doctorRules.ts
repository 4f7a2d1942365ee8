/** What `florin doctor` makes of what it has seen. Pure. */
import type { Versions } from "@florin/storage-sql/Migrations"
import { wrapped } from "../text/wrappedText.js"

export type Verdict = "ok" | "warning" | "failure"

/** A line of the answer. `todo`: what to do, unless it is ok. */
export interface Check {
  readonly name: string
  readonly verdict: Verdict
  readonly says: string
  readonly todo?: string
}

const check = (name: string, verdict: Verdict, says: string, todo?: string): Check => ({
  name,
  verdict,
  says,
  ...(todo === undefined ? {} : { todo })
})

const fine = (name: string, says: string): Check => check(name, "ok", says)

/** `lines`: those of the settings that can't be used. */
export const settings = (lines: ReadonlyArray<string>): ReadonlyArray<Check> =>
  lines.length === 0
    ? [fine("settings", "all can be used")]
    : lines.map((line) => check("settings", "failure", line, "correct it: `florin serve --help` lists the settings"))

/** `lines`: those of variables that look like settings and are none. */
export const unknown = (lines: ReadonlyArray<string>): ReadonlyArray<Check> =>
  lines.map((line) => check("settings", "warning", line, "correct it or remove it: the server does not read it"))

/** An acquirer as it is configured. `fault`: what its provider has against the credentials. */
export interface AcquirerSeen {
  readonly name: string
  readonly gatewayId: number
  readonly can: string
  readonly fault: string | undefined
}

export const acquirer = ({ can, fault, gatewayId, name }: AcquirerSeen): Check =>
  fault === undefined
    ? fine("acquirer", `${name}, gateway ${gatewayId}: ${can}`)
    : check(
        "acquirer",
        "failure",
        `${name}, gateway ${gatewayId}: ${fault}`,
        "correct its settings, or try again when its provider answers"
      )

/** The schema of a database that was reached. `name`: what it is, without a password. */
export const schema = (name: string, { from, to }: Versions): Check => {
  if (from === to) return fine("database", `${name}, schema version ${to}`)
  const says = from === 0 ? `${name} has no tables of Florin` : `${name} has schema version ${from} of ${to}`
  return check("database", "warning", says, "run `florin migrate`, or start the server, which does the same")
}

/** `says` is the error, whose setting is named in it. */
export const unreachable = (says: string): Check =>
  check("database", "failure", says, "correct FLORIN_DATABASE, or start what it names")

/** `says` is why a start is refused on this database, as the start says it. */
export const misfit = (name: "database" | "keys", says: string): Check =>
  check(
    name,
    "failure",
    says,
    name === "keys" ? "give FLORIN_KEYS the ring of this database" : "correct FLORIN_DATABASE or FLORIN_SANDBOX"
  )

/** The ring in `path` is missing, and a new one would not be this database's. */
export const lost = (path: string): Check =>
  misfit("keys", `${path} does not exist, and a start would make a new ring, which is not this database's`)

/** What was seen of clocks. Unit: milliseconds. */
export interface Clocks {
  /** How far the database's clock is ahead; undefined where it has none of its own. */
  readonly ahead: number | undefined
  /** How long the checks took by the wall clock, and by the monotonic one. */
  readonly wall: number
  readonly monotonic: number
  /** A transaction was accepted later than it is now. */
  readonly isBehindBooks: boolean
}

/** Processes may differ by that much: their leases last for seconds. Unit: milliseconds, inclusive. */
export const tolerated = { warning: 1000, failure: 10_000, jump: 500 } as const

const synchronize = "synchronize this machine's clock (NTP)"

const againstDatabase = (ahead: number | undefined): Check => {
  if (ahead === undefined) return fine("clock", "the database has no clock of its own")
  const apart = Math.abs(ahead)
  const says = `the database's is ${Math.round(apart)} ms ${ahead < 0 ? "behind" : "ahead"}`
  if (apart <= tolerated.warning) return fine("clock", says)
  const verdict = apart <= tolerated.failure ? "warning" : "failure"
  return check("clock", verdict, says, `${synchronize}, and the database's`)
}

export const clocks = ({ ahead, isBehindBooks, monotonic, wall }: Clocks): ReadonlyArray<Check> => {
  const jumped = Math.abs(wall - monotonic)
  return [
    againstDatabase(ahead),
    ...(isBehindBooks
      ? [check("clock", "failure", "the newest transaction was accepted later than it is now", synchronize)]
      : []),
    ...(monotonic < 0 || jumped > tolerated.jump
      ? [check("clock", "warning", `it was set by ${Math.round(jumped)} ms during these checks`, synchronize)]
      : [])
  ]
}

/** `wrapped`: how many cards and documents older keys wrap; undefined where the database was not read. */
export const ring = (name: string, current: string, wrapped: number | undefined): Check =>
  wrapped === undefined || wrapped === 0
    ? fine("keys", `${name}, current key ${current}`)
    : check(
        "keys",
        "warning",
        `${name}: older keys than ${current} wrap ${wrapped} cards and documents`,
        "run `florin keys rotate --keep`, and remove no key before it wraps 0"
      )

/** `isMade`: the sandbox makes a missing ring at its start. */
export const noRing = (says: string, isMade: boolean): Check =>
  isMade
    ? check("keys", "warning", says, "the server makes one at its start, as the sandbox is on")
    : check("keys", "failure", says, "correct FLORIN_KEYS or the file it names")

/** Unit: bytes. */
export const leastFree = { failure: 100 * 1024 ** 2, warning: 1024 ** 3 } as const

const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 2)} MiB` : `${(bytes / 1024 ** 3).toFixed(1)} GiB`

/** `free`: what is left beside the database's file. */
export const disk = (folder: string, free: number): Check => {
  const says = `${sizeOf(free)} free in ${folder}`
  if (free >= leastFree.warning) return fine("disk", says)
  const verdict = free >= leastFree.failure ? "warning" : "failure"
  return check("disk", verdict, says, "make room: a store that is full commits nothing")
}

/** `installed` is undefined where the package is missing. */
export interface Installed {
  readonly name: string
  readonly wanted: string
  readonly installed: string | undefined
}

const numbersOf = (version: string): ReadonlyArray<number> => (version.match(/\d+/g) ?? []).slice(0, 3).map(Number)

/** Whether a version is in a caret range or is at least a version, `^3.22.0` or `>=20.19`. */
export const fits = (version: string, range: string): boolean => {
  const [have, want] = [numbersOf(version), numbersOf(range)]
  const part = (numbers: ReadonlyArray<number>, index: number) => numbers[index] ?? 0
  const fixed = range.startsWith("^") ? (part(want, 0) === 0 ? 2 : 1) : 0
  for (let index = 0; index < fixed; index++) if (part(have, index) !== part(want, index)) return false
  const differs = [0, 1, 2].find((index) => part(have, index) !== part(want, index))
  return differs === undefined || part(have, differs) > part(want, differs)
}

/** One line of all versions that fit, and one of each that does not. */
export const versions = (all: ReadonlyArray<Installed>): ReadonlyArray<Check> => {
  const isRight = ({ installed, wanted }: Installed) => installed !== undefined && fits(installed, wanted)
  const right = all.filter(isRight)
  return [
    ...(right.length === 0
      ? []
      : [fine("versions", right.map(({ installed, name }) => `${name} ${installed}`).join(", "))]),
    ...all
      .filter((one) => !isRight(one))
      .map(({ installed, name, wanted }) =>
        check(
          "versions",
          "failure",
          installed === undefined ? `${name} is not installed` : `${name} ${installed} is not ${wanted}`,
          name === "Node" ? `install Node ${wanted}` : `npm install "${name}@${wanted}"`
        )
      )
  ]
}

/**
 * A line about a SQLite driver that was built from source with the headers of Node 24.19 or later: it aborts the process
 * when a statement is collected outside of JavaScript. Published binaries were built with those of 24.0.
 *
 * Source: nodejs/node#65446.
 */
export const driver = (node: string, binary: Buffer | undefined): ReadonlyArray<Check> =>
  numbersOf(node)[0] === 24 && binary?.includes("RemoveEnvironmentCleanupHook") === true
    ? [
        check(
          "versions",
          "failure",
          "better-sqlite3 was built with the headers of Node 24.19 or later, and will abort the process",
          "install its published binary, build it on Node 24.18 or older, or run Node 22"
        )
      ]
    : []

const marks: Readonly<Record<Verdict, string>> = { ok: "ok     ", warning: "warning", failure: "FAILURE" }

const indent = " ".repeat(19)

const linesOf = ({ name, says, todo, verdict }: Check): ReadonlyArray<string> => {
  const [first = "", ...rest] = [...wrapped(says, 61), ...(todo === undefined ? [] : wrapped(`→ ${todo}`, 61))]
  return [`${marks[verdict]}  ${name.padEnd(10)}${first}`, ...rest.map((line) => `${indent}${line}`)]
}

/** The answer of `florin doctor` for people: it fits a terminal of 80 columns. */
export const text = (checks: ReadonlyArray<Check>): string => checks.flatMap(linesOf).join("\n")
