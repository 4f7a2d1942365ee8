import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Load from "@florin/crash-tests/Load"
import * as Merchant from "@florin/crash-tests/Merchant"
import * as KeyFile from "@florin/vault/KeyFile"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { standalone } from "../internal/standalone.js"

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-crash-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const prepared = Effect.tap(temporaryDirectory, (path) => KeyFile.create(join(path, "keys.json")))

interface Movement {
  readonly kind: string
  readonly amount: number
}

// The holder's name is a test trigger of the sandbox: it records at once and answers two seconds later.
const slowly = { ...Load.charge, credit_card: { ...Load.charge.credit_card, holder: "SLOW" } }

describe.concurrent("the standalone server, with another one as its acquirer", () => {
  it.scopedLive(
    "is killed while the other charges: started again it learns what became of that, and nothing is charged twice",
    () =>
      Effect.gen(function* () {
        const acquirer = yield* standalone(yield* prepared, {})
        const reader = Merchant.make({
          credentials: acquirer.credentials ?? "",
          name: "reader",
          host: Effect.succeed(acquirer.url),
          patience: "15 seconds"
        })
        const movements = Effect.map(
          reader.read("/sandbox/ledger"),
          (_) => (_ as { movements: Array<Movement> }).movements
        )

        const home = yield* prepared
        const shops = join(home, "shops.json")
        writeFileSync(shops, JSON.stringify([{ id: "books", secret_key: "a-secret-of-books" }]))
        const environment = {
          FLORIN_SHOPS: shops,
          FLORIN_UPSTREAM: acquirer.url.replace("//", `//${acquirer.credentials}@`)
        }
        let server = yield* standalone(home, environment)
        const merchant = Merchant.make({
          credentials: "books:a-secret-of-books",
          name: "order",
          host: Effect.suspend(() => Effect.succeed(server.url)),
          patience: "15 seconds"
        })

        for (const amount of [1001, 1002]) {
          const order = yield* Effect.fork(merchant.order("/transactions/payments", { ...slowly, amount }))
          yield* Effect.repeat(Effect.delay(movements, "50 millis"), {
            until: (all) => all.some((_) => _.amount === amount)
          })
          yield* server.kill
          server = yield* standalone(home, environment)
          const { acknowledged } = yield* Fiber.join(order)
          assert.deepStrictEqual([acknowledged?.status, acknowledged?.amount], ["successful", amount])
        }
        assert.deepStrictEqual(
          (yield* movements).map(({ amount, kind }) => [kind, amount]),
          [
            ["payment", 1001],
            ["payment", 1002]
          ]
        )
      }),
    240_000
  )
})
