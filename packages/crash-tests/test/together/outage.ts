import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { type Script, temporaryDirectory } from "@florin/crash-tests/Environment"
import * as PostgresServer from "@florin/crash-tests/PostgresServer"
import { prompt } from "@florin/testing/parties/ScriptedAcquirer"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { becomes, gateway, type Options } from "../internal/gateway.js"
import * as smallDisk from "../internal/smallDisk.js"

const timeout = 120_000

type Gateway = Effect.Effect.Success<ReturnType<typeof gateway>>

/** How a store is put out of order, and into order again. */
interface Outage {
  readonly options: Options
  /** Nothing can be read either. */
  readonly isTotal?: boolean
  readonly begin: (gateway: Gateway) => Effect.Effect<unknown, unknown>
  readonly end: (gateway: Gateway) => Effect.Effect<unknown, unknown>
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
const endure = Effect.fnUntraced(function* ({ begin, end, isTotal, options }: Outage) {
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
  yield* end(under)
  const after = yield* pay
  assert.deepStrictEqual([after.attempts, after.acknowledged?.status], [1, "successful"])
  yield* Fiber.join(charged)
  yield* Fiber.join(meanwhile)
  yield* settles
})

const telling = (statement: string) => (gateway: Gateway) => gateway.process.tell({ _tag: "Execute", statement })

const full: Outage = {
  options: {},
  begin: telling("PRAGMA max_page_count = 1"),
  end: telling("PRAGMA max_page_count = 1000000")
}

const smallDiskFull = Effect.map(
  temporaryDirectory,
  (directory): Outage => ({
    options: {
      store: { _tag: "Sqlite", filename: join(directory, "florin.db") },
      limits: smallDisk.on(directory)
    },
    begin: ({ process }) => Effect.sync(() => smallDisk.fill(process.pid, directory)),
    end: ({ process }) => Effect.sync(() => smallDisk.clear(process.pid, directory))
  })
)

const fullDisks = [
  { name: "SQLite may not grow", outage: Effect.succeed(full) },
  ...(smallDisk.isPossible ? [{ name: "the file system has no room", outage: smallDiskFull }] : [])
]

describe.concurrent("a full disk", () => {
  it.scopedLive.each(fullDisks)(
    "$name: a typed answer, nothing acknowledged is lost, and it is over with the first order after (D4)",
    ({ outage }) => Effect.flatMap(outage, endure),
    timeout
  )
})

const postgres = Effect.map(PostgresServer.make({ fsync: "off" }), (server) => ({
  server,
  options: { store: server.store }
}))

const writable = ["SET default_transaction_read_only = off", "ALTER ROLE florin RESET default_transaction_read_only"]

const stopped = (signal: "INT" | "QUIT") =>
  Effect.map(
    postgres,
    ({ options, server }): Outage => ({
      options,
      isTotal: true,
      begin: () => server.stop(signal),
      end: () => server.start
    })
  )

const readOnly = Effect.map(postgres, ({ options, server }): Outage => {
  const refusing = server.query("ALTER ROLE florin SET default_transaction_read_only = on")
  return {
    options,
    begin: () => Effect.zipRight(refusing, server.cut),
    end: () => Effect.zipRight(server.query(...writable), server.cut)
  }
})

const outages = [
  { name: "stopped", outage: stopped("INT") },
  { name: "crashed", outage: stopped("QUIT") },
  { name: "read-only", outage: readOnly }
]

describe.concurrent("PostgreSQL that does not take what it is given", () => {
  it.scopedLive.each(outages)(
    "$name: a typed answer, nothing acknowledged is lost, and it is over with the first order after (D4)",
    ({ outage }) => Effect.flatMap(outage, endure),
    timeout
  )
})

describe.concurrent("SQLite that became read-only", () => {
  it.scopedLive(
    "is a typed answer, and what was acknowledged is read as before (D4)",
    () =>
      Effect.gen(function* () {
        const under = yield* gateway()
        const { merchant, pay } = under
        const before = yield* pay
        yield* telling("PRAGMA query_only = 1")(under)
        yield* Effect.fork(pay)
        yield* becomes(() => merchant.troubles.unavailable > 0)
        assertUnavailable(under)
        assert.deepStrictEqual(yield* merchant.look(before), [before.acknowledged!])
      }),
    timeout
  )
})
