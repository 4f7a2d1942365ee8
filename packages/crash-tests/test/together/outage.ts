import { spawnSync } from "node:child_process"
import { appendFileSync, copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { type Script, temporaryDirectory } from "@florin/crash-tests/Environment"
import * as PostgresServer from "@florin/crash-tests/PostgresServer"
import { prompt } from "@florin/testing/parties/ScriptedAcquirer"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { becomes, gateway, type Options } from "../internal/gateway.js"

type Gateway = Effect.Effect.Success<ReturnType<typeof gateway>>

/** How a store is put out of order, and into order again. */
interface Outage {
  readonly options: Options
  /** Nothing can be read either. */
  readonly isTotal?: boolean
  readonly begin: (gateway: Gateway) => Effect.Effect<unknown, unknown>
  /** Where there is none, it lasts. */
  readonly end?: (gateway: Gateway) => Effect.Effect<unknown, unknown>
  /** Copies a store that only its process sees to where it can be read. */
  readonly show?: (gateway: Gateway) => Effect.Effect<unknown>
}

/** What D4 says to a request that may be sent again. */
const assertUnavailable = ({ merchant }: Gateway): void => {
  const { body, headers, status } = merchant.troubles.last!
  const { message, request_id } = JSON.parse(body) as Record<string, string>
  assert.deepStrictEqual([status, headers["retry-after"], message], [503, "1", "Service unavailable"])
  assert.match(request_id ?? "", /^[0-9a-f]{24}$/)
}

/**
 * A charge is with the acquirer when the outage begins, and approved while it lasts; others are ordered meanwhile. The
 * first order after its end is answered at once, and then everything that was ordered.
 */
const endure = Effect.fnUntraced(function* ({ begin, end, isTotal, options, show }: Outage) {
  const gate = yield* Deferred.make<void>()
  const script: Script = ({ intent }) =>
    intent === "order-1" ? Effect.as(Deferred.await(gate), prompt) : Effect.succeed(prompt)
  const under = yield* gateway({ ...options, script })
  const { merchant, pay, settles, environment } = under
  const before = yield* pay
  const charged = yield* Effect.fork(pay)
  yield* becomes(() => environment.acquirer.visits().length === 2)
  yield* begin(under)
  const meanwhile = yield* Effect.fork(Effect.replicateEffect(pay, 30, { concurrency: 3 }))
  yield* becomes(() => merchant.troubles.unavailable > 0)
  // Comes back to a store that has room for it, or has not.
  yield* Deferred.succeed(gate, undefined)
  assertUnavailable(under)
  if (isTotal !== true) assert.deepStrictEqual(yield* merchant.look(before), [before.acknowledged!])
  if (end === undefined) return
  yield* end(under)
  const after = yield* pay
  assert.deepStrictEqual([after.attempts, after.acknowledged?.status], [1, "successful"])
  yield* Fiber.join(charged)
  yield* Fiber.join(meanwhile)
  yield* settles(show?.(under))
})

const telling = (statement: string) => (gateway: Gateway) => gateway.process.tell({ _tag: "Execute", statement })

/** A disk of 16 megabytes that only one process sees. */
const smallDisk = Effect.map(temporaryDirectory, (directory): Outage => {
  const mount = 'mount -t tmpfs -o size=16m tmpfs "$0" && exec "$@"'
  const inside = ({ process: { pid } }: Gateway, name: string) => `/proc/${pid}/root${directory}/${name}`
  const filler = (gateway: Gateway) => inside(gateway, "filler")
  const files = ["florin.db", "florin.db-wal"]
  // Until there is no room for a single page.
  const fill = (path: string) => {
    for (;;) appendFileSync(path, Buffer.alloc(4096))
  }
  const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOSPC"
  return {
    options: {
      store: { _tag: "Sqlite", filename: join(directory, "florin.db") },
      limits: ["unshare", "-Urm", "/bin/sh", "-c", mount, directory]
    },
    begin: (gateway) =>
      Effect.catchIf(
        Effect.try({ try: () => fill(filler(gateway)), catch: (error) => error }),
        isFull,
        () => Effect.void
      ),
    end: (gateway) => Effect.sync(() => rmSync(filler(gateway))),
    show: (gateway) =>
      Effect.sync(() => {
        for (const file of files) copyFileSync(inside(gateway, file), join(directory, file))
      })
  }
})

// Whether a user may make a file system of its own: on Linux mostly, and not everywhere.
const isDiskPossible = spawnSync("unshare", ["-Urm", "true"]).status === 0

const postgres = (outage: (server: PostgresServer.PostgresServer) => Omit<Outage, "options">) =>
  Effect.map(
    PostgresServer.make({ fsync: "off" }),
    (server): Outage => ({ options: { store: server.store }, ...outage(server) })
  )

const stopped = (signal: "INT" | "QUIT") =>
  postgres(({ start, stop }) => ({ isTotal: true, begin: () => stop(signal), end: () => start }))

const writable = ["SET default_transaction_read_only = off", "ALTER ROLE florin RESET default_transaction_read_only"]

const readOnly = postgres(({ cut, query }) => ({
  begin: () => Effect.zipRight(query("ALTER ROLE florin SET default_transaction_read_only = on"), cut),
  end: () => Effect.zipRight(query(...writable), cut)
}))

const growth = (pages: number) => telling(`PRAGMA max_page_count = ${pages}`)

const outages: ReadonlyArray<{ readonly name: string; readonly outage: typeof smallDisk }> = [
  { name: "SQLite may not grow", outage: Effect.succeed({ options: {}, begin: growth(1), end: growth(1_000_000) }) },
  ...(isDiskPossible ? [{ name: "the file system of SQLite is full", outage: smallDisk }] : []),
  { name: "SQLite became read-only", outage: Effect.succeed({ options: {}, begin: telling("PRAGMA query_only = 1") }) },
  { name: "PostgreSQL was stopped", outage: stopped("INT") },
  { name: "PostgreSQL crashed", outage: stopped("QUIT") },
  { name: "PostgreSQL became read-only", outage: readOnly }
]

describe.concurrent("a store that takes nothing", () => {
  it.scopedLive.each(outages)(
    "$name: a typed answer, nothing acknowledged is lost, and it is over with the first order after (D4)",
    ({ outage }) => Effect.flatMap(outage, endure),
    120_000
  )
})
