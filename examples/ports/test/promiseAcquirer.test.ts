import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { charge } from "@florin/testing/acquirers/AcquirerRequests"
import { acquirerSuite } from "@florin/testing/acquirers/AcquirerSuite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import * as Nordbank from "../src/promiseAcquirer.js"
import { nordbank } from "./nordbank.js"

const card = (number: string, holder = "Jane Doe") => ({
  number: Redacted.make(number),
  securityCode: Redacted.make("123"),
  holder,
  expMonth: 12,
  expYear: 2099
})

const open = Effect.map(nordbank, ({ movementsOf, provider: { apiKey, url } }) => ({
  acquirer: Nordbank.make({ url, apiKey: Redacted.value(apiKey), inFlightWindow: 100 }),
  movementsOf
}))

acquirerSuite({ describe, it }, "Nordbank by promises", open, {
  approvingCard: card("4200000000000000"),
  decliningCard: card("4005550000000019"),
  lostCard: card("4200000000000000", "TIMEOUT"),
  lateCard: card("4200000000000000", "LATE")
})

describe("Nordbank by promises", () => {
  it("has sent nothing where nobody listens", async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, "close")
    const { perform } = Nordbank.make({ url: `http://127.0.0.1:${port}`, apiKey: "key" })
    const answer = Effect.flatMap(charge("payment", card("4200000000000000"), { amount: 1 }), perform)
    assert.deepStrictEqual(await Effect.runPromise(answer), { _tag: "NotSent" })
  })

  it("reports what the bank says of a payment", async () => {
    const paid = Effect.gen(function* () {
      const { acquirer } = yield* open
      return yield* acquirer.perform(yield* charge("payment", card("4200000000000000"), { amount: 1 }))
    })
    const answer = await Effect.runPromise(Effect.scoped(paid))
    assert(answer._tag === "Approved")
    const { authCode, refId } = answer.report
    assert.deepStrictEqual(answer.report, { ...noReport, authCode, refId })
    assert.match(`${authCode} ${refId}`, /^\d{6} \d{10}$/)
  })
})
