// What stands between a gateway and a provider answers too: proxies with error pages, and nobody at all.
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { about as anything, charge, newKey } from "@florin/testing/acquirers/AcquirerRequests"
import { begin } from "@florin/testing/three-d-secure/AuthenticationRequests"
import { payment } from "@florin/testing/transfers/TransferRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Nordbank from "../src/acquirer.js"
import type { Provider } from "../src/exchange.js"
import * as Veriscope from "../src/threeDSecureServer.js"
import * as Rubline from "../src/transferProvider.js"
import { listening } from "./serving.js"

const card = { number: Redacted.make("4200000000000000"), expMonth: 12, expYear: 2099 }

/** Answers every call with the same; with none, the connection breaks. */
const proxy = (reply?: { readonly status: number; readonly body: string }) =>
  listening(
    createServer((request, response) => {
      if (reply === undefined) request.socket.destroy()
      else response.writeHead(reply.status).end(reply.body)
    })
  )

/** An address at which nobody listens any more. */
const nobody = Effect.scoped(proxy())

const transferred = (provider: Provider) =>
  Effect.gen(function* () {
    const rubline = Rubline.make({ ...provider, banks: new Set() })
    const performed = yield* rubline.perform(yield* payment("sbp", { amount: 1000 }))
    const known = yield* rubline.status(yield* newKey)
    const now = yield* DateTime.now
    const listed = yield* Effect.exit(rubline.movements!({ from: now, to: now }))
    return [performed._tag, known._tag, listed._tag]
  })

const stated = (provider: Provider) =>
  Effect.gen(function* () {
    const acquirer = Nordbank.make(provider)
    const performed = yield* acquirer.perform(yield* charge("payment", card, { amount: 1000 }))
    const known = yield* acquirer.status(yield* newKey, anything)
    const requested = yield* Veriscope.make(provider).ask(yield* begin(card))
    return [performed._tag, known._tag, requested._tag, ...(yield* transferred(provider))]
  })

const decision = '{"state":"declined","reference":null,"code":"05","text":null}'
const about = '"number":"1","text":null,"now":"2029-01-02T03:04:05Z"'
const progress = `{${about},"state":"refused","code":"other"}`
const page = "<html>Bad gateway</html>"

describe("a provider that is out of reach", () => {
  it.scopedLive.each([
    { name: "an error page", reply: { status: 502, body: page } },
    { name: "a page with 200", reply: { status: 200, body: page } },
    { name: "half an answer", reply: { status: 200, body: '{"state":"appr' } },
    { name: "another JSON", reply: { status: 200, body: "{}" } },
    { name: "a decision with 500", reply: { status: 500, body: decision } },
    { name: "a standing with 500", reply: { status: 500, body: progress } },
    { name: "a standing of another shape", reply: { status: 200, body: `{${about},"state":"paid","amount":"1000"}` } },
    { name: "a 404 of a proxy", reply: { status: 404, body: '{"error":"no such host"}' } },
    { name: "a redirect", reply: { status: 302, body: "{}" } },
    { name: "a broken connection", reply: undefined }
  ])("$name is no answer", ({ reply }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* stated(yield* proxy(reply)), [
        "NoAnswer",
        "Unknown",
        "NoAnswer",
        "NoAnswer",
        "Unknown",
        "Failure"
      ])
    })
  )

  it.live("where nobody listens nothing was sent", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* stated(yield* nobody), [
        "NotSent",
        "Unknown",
        "NoAnswer",
        "NotSent",
        "Unknown",
        "Failure"
      ])
    })
  )

  it.scopedLive("its refusal of an operation is a decline that is final", () =>
    Effect.gen(function* () {
      const { perform } = Nordbank.make(yield* proxy({ status: 422, body: '{"error":"invalid"}' }))
      const answer = yield* perform(yield* charge("payment", card, { amount: 1000 }))
      assert.strictEqual(answer._tag === "Declined" ? answer.reason : answer._tag, "acquirer-permanent")
    })
  )
})

const shut = `{${about},"state":"closed","order":{"link":null,"phone":"+70001234567","mark":"7","bank":"Rubline"}}`

describe("what a provider of transfers says in its own words", () => {
  it.scopedLive.each([
    { name: "a refusal", status: 200, body: progress, performed: "Rejected", known: "Rejected" },
    { name: "an order that nobody has paid", status: 200, body: shut, performed: "Waiting", known: "Waiting" },
    { name: "another transfer's key", status: 409, body: '{"error":"another_transfer"}', performed: "Rejected" },
    { name: "a transfer it will never do", status: 422, body: '{"error":"impossible"}', performed: "Rejected" },
    { name: "a key it does not know", status: 404, body: '{"error":"unknown_transfer"}', known: "NotFound" },
    { name: "a 409 of a proxy", status: 409, body: '{"error":"conflict"}' },
    { name: "a 422 of a proxy", status: 422, body: page }
  ])("$name is no more than that", ({ body, known = "Unknown", performed = "NoAnswer", status }) =>
    Effect.gen(function* () {
      const received = yield* transferred(yield* proxy({ status, body }))
      assert.deepStrictEqual(received, [performed, known, "Failure"])
    })
  )
})
