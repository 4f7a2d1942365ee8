import { acquirerSuite } from "@florin/testing/acquirers/AcquirerSuite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, it } from "vitest"
import * as Nordbank from "../src/acquirer.js"
import { nordbank } from "./nordbank.js"

const card = (number: string, holder = "Jane Doe") => ({
  number: Redacted.make(number),
  securityCode: Redacted.make("123"),
  holder,
  expMonth: 12,
  expYear: 2099
})

const open = Effect.map(nordbank, ({ movementsOf, provider }) => ({
  acquirer: Nordbank.make({ ...provider, inFlightWindow: "100 millis" }),
  movementsOf
}))

acquirerSuite({ describe, it }, "Nordbank over HTTP", open, {
  approvingCard: card("4200000000000000"),
  decliningCard: card("4005550000000019"),
  // The bank's test cards for a request that is lost on its way, and for an answer that is.
  lostCard: card("4200000000000000", "TIMEOUT"),
  lateCard: card("4200000000000000", "LATE")
})
