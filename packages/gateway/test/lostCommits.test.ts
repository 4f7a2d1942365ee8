import { assert, describe, it } from "@effect/vitest"
import { proxied } from "@florin/storage-postgres/testing/proxiedStore"
import type { Proxy } from "@florin/storage-postgres/testing/proxy"
import * as Effect from "effect/Effect"
import { acquirerWith, authorize, charge, find, morning, movements, world } from "./internal/world.js"

/** Cuts the connection when the server next confirms a commit. */
const cutAtCommit = (proxy: Proxy): { readonly times: number } => {
  const cuts = { times: 0 }
  const { back } = proxy
  proxy.back = (chunk, { client }) => {
    if (!chunk.includes("COMMIT")) return chunk
    proxy.back = back
    cuts.times += 1
    client.destroy()
    return undefined
  }
  return cuts
}

const authorized = Effect.gen(function* () {
  const { status, uid } = yield* authorize(charge())
  assert.deepStrictEqual([status, (yield* find(uid)).status], ["successful", "successful"])
  assert.lengthOf(yield* movements, 1)
})

describe("a connection to PostgreSQL that is lost when a commit is answered", () => {
  it.scoped("is not noticed by the caller, and charges once", () =>
    Effect.gen(function* () {
      const { proxy, store } = yield* proxied()
      const test = Effect.gen(function* () {
        yield* morning
        const accepting = cutAtCommit(proxy)
        yield* authorized
        assert.strictEqual(accepting.times, 1)
      })
      yield* Effect.provide(test, world({ store }))
    })
  )

  it.scoped("is not noticed when what was charged is settled", () =>
    Effect.gen(function* () {
      const { proxy, store } = yield* proxied()
      let settling = { times: 0 }
      const cut = Effect.sync(() => {
        settling = cutAtCommit(proxy)
      })
      const acquirers = acquirerWith((real) => ({ perform: (request) => Effect.zipLeft(real.perform(request), cut) }))
      yield* Effect.provide(Effect.zipRight(morning, authorized), world({ store, acquirers }))
      assert.strictEqual(settling.times, 1)
    })
  )
})
