import { assert, it } from "@effect/vitest"
import * as RequestObserver from "@florin/http-adapter/RequestObserver"
import * as Effect from "effect/Effect"
import * as Memory from "./memory.js"
import { payment, start } from "./server.js"

const uid = "01890a5d-ac96-774b-bcce-b302099a8057"
const authorizations = "/transactions/authorizations"

it.scopedLive.each([
  {
    of: "an accepted one",
    ask: [authorizations, { method: "POST", body: payment() }],
    reported: ["shop", authorizations, 200, "its own"]
  },
  {
    of: "a refused one",
    ask: [authorizations, { method: "POST", body: "{}" }],
    reported: ["shop", authorizations, 400, undefined]
  },
  {
    of: "one with a wrong secret",
    ask: [authorizations, { method: "POST", body: payment(), headers: { authorization: "Basic c2hvcDp4" } }],
    reported: [undefined, authorizations, 401, undefined]
  },
  {
    of: "one about a transaction",
    ask: [`/transactions/${uid}?secret=1`],
    reported: ["shop", "/transactions/:uid", 404, uid]
  },
  {
    of: "one about no uid",
    ask: ["/transactions/4111111111111111"],
    reported: ["shop", "/transactions/:uid", 404, undefined]
  },
  { of: "one without a route", ask: ["/nowhere/4111111111111111"], reported: [undefined, undefined, 404, undefined] }
] as const)("an observer is told once of $of: $reported", ({ ask: [path, sent], reported }) =>
  Effect.gen(function* () {
    const received: Array<RequestObserver.ObservedRequest> = []
    const { ask } = yield* start(Memory.memory(), { more: RequestObserver.layer((one) => received.push(one)) })
    const answer = yield* ask(path, sent)
    const own = /"uid":"([^"]+)"/.exec(answer.text)?.[1]
    assert.deepStrictEqual(
      received.map(({ route, shop, status, uid }) => [
        shop,
        route,
        status,
        uid !== undefined && uid === own ? "its own" : uid
      ]),
      [[...reported]]
    )
    const [one] = received
    assert.strictEqual(one?.request, answer.headers["x-request-id"])
    assert.strictEqual(one?.method, sent?.method ?? "GET")
    assert.isTrue(one !== undefined && one.milliseconds > 0 && one.milliseconds < 30_000)
    assert.notInclude(JSON.stringify(received), "4111111111111111")
  })
)
