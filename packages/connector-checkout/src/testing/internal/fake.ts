/** What all routes of the fake share. */
import * as Clock from "effect/Clock"
import type { Answer, FakeAction, FakePayment } from "./books.js"
import type { World } from "./charging.js"
import type { Fault, Faults } from "./faults.js"
import type { Outgoing, Reaction } from "./server.js"
import type { Teller } from "./telling.js"

export interface Account {
  readonly secretKey: string
  readonly publicKey: string
  /** Unit: milliseconds. */
  readonly keyLife: number
}

export interface Fake {
  readonly world: World
  readonly account: Account
  readonly faults: Faults
  readonly teller: Teller
  readonly ownUrl: () => string
}

/** Waiting takes the machine's time: nothing has to move a test clock for it. */
export const machineClock = Clock.make()

export const refused = (status: number, codes: ReadonlyArray<string>): Answer => ({
  status,
  body: { error_type: "request_invalid", error_codes: codes }
})

export const notFound: Answer = { status: 404 }

/** What webhooks tell of actions: those that are decided. */
export const decidedOf = (payment: FakePayment, actions: ReadonlyArray<FakeAction>) =>
  actions.filter(({ approved }) => approved !== undefined).map((action) => [payment, action] as const)

const html = "<!doctype html><title>Service temporarily unavailable</title>"
const htmlPage: Outgoing = { status: 200, headers: { "content-type": "text/html" }, body: html }

/** Every answer of the vendor's own has the id of its request. */
export const outgoing = ({ world }: Fake, { body, headers, status }: Answer): Outgoing => ({
  status,
  headers: {
    ...(body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
    "cko-request-id": world.newId("req"),
    ...headers
  },
  body: body === undefined ? "" : JSON.stringify(body)
})

/** What reaches whoever asked, once the work is done. */
export const transported = (fake: Fake, answer: Answer, fault: Fault | undefined): Outgoing | undefined => {
  switch (fault) {
    case "answer-lost":
      return undefined
    case "html-done":
      return htmlPage
    case "error-done":
      return outgoing(fake, { status: 500 })
    default:
      return outgoing(fake, answer)
  }
}

/** What goes wrong before any work. */
export const prevented = (fake: Fake, fault: Fault | undefined): Reaction | undefined => {
  switch (fault) {
    case "request-lost":
      return { outgoing: undefined }
    case "html":
      return { outgoing: htmlPage }
    case "too-many-requests":
      return { outgoing: outgoing(fake, { status: 429, headers: { "retry-after": "1" } }) }
    case "error":
      return { outgoing: outgoing(fake, { status: 500 }) }
    default:
      return undefined
  }
}
