import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { receiverSuite } from "@florin/testing/webhooks/ReceiverSuite"
import type { WebhookEvent } from "florin/receiver"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { lineOf, receive } from "../src/receiver.js"

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
const events: Array<WebhookEvent> = []

let server: Server
let handler: string
let fails = false

beforeAll(async () => {
  server = receive(secret, (event) => {
    if (fails) {
      fails = false
      throw new Error("the database is away")
    }
    events.push(event)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  handler = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
})
afterAll(() => server.close())

receiverSuite({ describe, it }, "The example", () => ({
  handler,
  secret,
  effects: (uid) => events.filter(({ subject }) => subject === uid).length,
  failNext: () => {
    fails = true
  }
}))

const reported = { id: "msg_1", subject: "a", sequence: 1 }
const transaction = { uid: "a", type: "payment", status: "pending", amount: 1290 }

describe("the example's line", () => {
  it.each([
    { event: { ...reported, type: "card", transaction }, line: "payment a is pending, amount 1290" },
    { event: { ...reported, type: "transfer", transaction }, line: "payment a is pending, amount 1290" },
    {
      event: { ...reported, type: "subscription", event: "renewed.subscription", subscription: { state: "active" } },
      line: "renewed.subscription a is active"
    },
    {
      event: { ...reported, type: "checkout", checkout: { message: "Token is expired." } },
      line: "checkout a is unpaid: Token is expired."
    },
    { event: { ...reported, type: "unknown", document: {} }, line: "unknown a" }
  ])("tells of $event.type", ({ event, line }) => {
    assert.strictEqual(lineOf(event as WebhookEvent), line)
  })
})
