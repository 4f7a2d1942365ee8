/** The routes are loaded with the first request, or before it. */
import { assert, describe, it } from "@effect/vitest"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Incoming } from "../src/Incoming.js"
import * as Memory from "./memory.js"
import { credentials, payment } from "./server.js"

const requestOf = (method: string, path: string, body = ""): Incoming => ({
  method,
  path,
  target: path,
  query: "",
  header: (name) => ({ authorization: credentials, "content-type": "application/json" })[name],
  body: () => Effect.succeed(Buffer.from(body))
})

const pay = requestOf("POST", "/transactions/payments", payment())
const lost = requestOf("GET", "/nowhere")

const adapter = Effect.suspend(() => Layer.build(Layer.provide(HttpAdapter.layer, Memory.layer(Memory.memory())))).pipe(
  Effect.flatMap((context) => Effect.provide(HttpAdapter.HttpAdapter, context))
)

describe("an adapter without routes yet", () => {
  it.scopedLive("answers all that comes while they are loaded", () =>
    Effect.gen(function* () {
      const { drain, respond } = yield* adapter
      const requests = [pay, lost, pay, pay, lost]
      const answers = yield* Effect.forEach(requests, respond, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 404, 200, 200, 404]
      )
      assert.strictEqual(yield* drain("1 second"), 0)
    })
  )

  it.scopedLive("refuses what comes once it drains", () =>
    Effect.gen(function* () {
      const { drain, respond } = yield* adapter
      assert.strictEqual(yield* drain("1 second"), 0)
      assert.strictEqual((yield* respond(pay)).status, 503)
    })
  )

  it.scopedLive("has them before a request, if it is told to load them", () =>
    Effect.gen(function* () {
      const { load, respond } = yield* adapter
      yield* Effect.all([load, load], { concurrency: "unbounded" })
      // What has to be loaded cannot be answered in one go.
      assert.strictEqual(Effect.runSync(respond(lost)).status, 404)
      yield* load
    })
  )
})
