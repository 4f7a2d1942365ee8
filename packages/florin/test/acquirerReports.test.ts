// What an acquirer tells by itself, over HTTP and handed on in process.
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { AcquirerNotification, type ReportedOutcome } from "@florin/core/cards/AcquirerNotifications"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { createFlorin, type Florin } from "florin"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "florin-acquirers-"))

/** Never answers, and tells in JSON what it has done, signed with a word. */
const acquirer: AcquirerService = {
  ...{ gatewayId: 7, name: "Nordbank", simulated: false, inFlightWindow: Duration.minutes(2) },
  perform: () => Effect.succeed(AcquirerAnswer.NoAnswer()),
  status: () => Effect.succeed(AcquirerStatus.Unknown()),
  notifications: {
    receive: ({ body, header }) =>
      Effect.sync(() => {
        if (header("x-signature") !== "right") return AcquirerNotification.NotGenuine()
        const outcomes = JSON.parse(Buffer.from(body).toString()) as ReadonlyArray<ReportedOutcome>
        return AcquirerNotification.Genuine({ outcomes, reply: "[accepted]" })
      })
  }
}

const nothing = { authCode: null, bankCode: null, rrn: null, message: null, billingDescriptor: null }
const report = { ...nothing, refId: "nb-17", avsResult: null, cvcResult: null }

const approvalOf = (uid: string) => Buffer.from(JSON.stringify([{ key: uid, status: { _tag: "Approved", report } }]))

let florin: Florin
let url: string
const server = createServer((request, response) => florin.handler(request, response))

beforeAll(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/acquirers`
  florin = await createFlorin({
    ...{ database: `sqlite:${join(directory, "florin.db")}`, baseUrl: "https://shop.example/pay", log: "none" },
    keys: JSON.stringify({
      ...{ current: "k1", keys: { k1: Buffer.alloc(32, 1).toString("base64") } },
      stamp: Buffer.alloc(32, 2).toString("base64")
    }),
    acquirers: [acquirer],
    shops: [{ id: "books", secretKey: "books-secret-0001" }]
  })
})

afterAll(async () => {
  await florin.close()
  server.close()
  rmSync(directory, { recursive: true })
})

const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }

const paid = async () => {
  const order = { amount: 1995, currency: "EUR", description: "An order", duplicateCheck: false, card }
  const { status, uid } = await florin.shop("books").pay(order)
  assert.strictEqual(status, "pending")
  return uid
}

const statusOf = async (uid: string) => (await florin.shop("books").transactions.find(uid)).status

describe("D53 What an acquirer tells by itself", () => {
  it("is recorded where it posts it", async () => {
    const uid = await paid()
    const post = (gatewayId: number, signature: string) =>
      fetch(`${url}/${gatewayId}/notifications`, {
        ...{ method: "POST", body: approvalOf(uid), headers: { "x-signature": signature } }
      })
    assert.deepStrictEqual([(await post(7, "wrong")).status, (await post(8, "right")).status], [401, 404])
    assert.strictEqual(await statusOf(uid), "pending")
    const answer = await post(7, "right")
    assert.deepStrictEqual([answer.status, await answer.text()], [200, "[accepted]"])
    assert.match(answer.headers.get("content-type") ?? "", /^text\/plain/)
    assert.strictEqual(await statusOf(uid), "successful")
  })

  it("is recorded when the host hands it on", async () => {
    const uid = await paid()
    const body = approvalOf(uid)
    const receive = (headers: Readonly<Record<string, string | Array<string>>>, gatewayId = 7) =>
      florin.acquirers.receive(gatewayId, { headers, body })
    assert.deepStrictEqual(await receive({}), { status: 401, body: "" })
    assert.deepStrictEqual(await receive({ "x-signature": ["right", "right"] }), { status: 401, body: "" })
    assert.deepStrictEqual(await receive({ "x-signature": "right" }, 8), { status: 404, body: "" })
    assert.strictEqual(await statusOf(uid), "pending")
    assert.deepStrictEqual(await receive({ "X-Signature": "right" }), { status: 200, body: "[accepted]" })
    assert.strictEqual(await statusOf(uid), "successful")
    const broken = { headers: { "x-signature": "right" }, body: Buffer.from("[") }
    assert.deepStrictEqual(await florin.acquirers.receive(7, broken), { status: 503, body: "" })
  })

  const body = Buffer.from("[]")
  it.each<[what: string, gatewayId: unknown, notification: unknown, field: string]>([
    ["no number", "7", { headers: {}, body }, "gatewayId"],
    ["half a number", 7.5, { headers: {}, body }, "gatewayId"],
    ["nothing", 7, undefined, "body"],
    ["text, whose bytes are guessed", 7, { headers: {}, body: "[]" }, "body"],
    ["no headers", 7, { body }, "headers"],
    ["a header that is no text", 7, { headers: { "x-signature": 4111111111111111 }, body }, "headers"]
  ])("is refused with %s, by its name and without its value", async (_, gatewayId, notification, field) => {
    const refused = await florin.acquirers.receive(gatewayId as number, notification as never).then(
      () => assert.fail("it is refused"),
      (error) => error as { code: string; fields: object; message: string }
    )
    assert.deepStrictEqual([refused.code, Object.keys(refused.fields)], ["invalid-request", [field]])
    assert.notInclude(refused.message, "4111")
  })

  it("is counted by what became of it", async () => {
    const text = await florin.metrics()
    const counted = (result: string) =>
      Number(
        new RegExp(`^florin_acquirer_notifications_total\\{[^}]*"7"[^}]*"${result}"\\} (\\d+)`, "m").exec(text)?.[1]
      )
    assert.deepStrictEqual(["genuine", "not-genuine", "unreadable", "failed"].map(counted), [2, 3, 0, 1])
  })
})
