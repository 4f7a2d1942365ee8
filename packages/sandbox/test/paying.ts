import type { AcquirerAnswer, AcquirerCard, AcquirerStatus } from "@florin/core/cards/Acquirer"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { about, charge, type Order } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import * as Ledger from "../src/Ledger.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import { provider } from "../src/TestTokens.js"
import type { Behaviour } from "../src/TestTriggers.js"

export const card = (number: string, rest: Partial<AcquirerCard> = {}): AcquirerCard => ({
  number: Redacted.make(number),
  holder: "Jane Doe",
  expMonth: 12,
  expYear: 2099,
  ...rest
})

export const approving = "4200000000000000"
export const declining = "4005550000000019"
export const looksAtAmount = "4111111111111111"

const token = (value: string) => ({ provider, value: Redacted.make(value) })

/** The test cards and test tokens, as the suite of acquirers takes them. */
export const suiteCards = {
  approvingCard: card(approving, { securityCode: Redacted.make("123") }),
  decliningCard: card(declining),
  lostCard: card(approving, { holder: "TIMEOUT" }),
  lateCard: card(approving, { holder: "LATE" }),
  approvingToken: token("tok_visa_once"),
  decliningToken: token("tok_declined")
}

export const Live = Layer.provideMerge(SandboxAcquirer.layer(), Ledger.layerMemory)

export const pay = Effect.fnUntraced(function* (number: string, rest: Partial<AcquirerCard>, order: Order) {
  const { perform, status } = yield* SandboxAcquirer.SandboxAcquirer
  const request = yield* charge("payment", card(number, rest), order)
  const fiber = yield* Effect.fork(perform(request))
  yield* TestClock.adjust("2 seconds")
  return { request, answer: yield* Fiber.join(fiber), status: yield* status(request.key, about) }
})

export interface Seen {
  readonly answer: AcquirerAnswer["_tag"]
  readonly status: AcquirerStatus["_tag"]
  readonly reason: DeclineReason | null
}

export const expected = (behaviour: Behaviour): Seen => {
  switch (behaviour._tag) {
    case "Decline":
      return { answer: "Declined", status: "Declined", reason: behaviour.reason }
    case "Lose":
      return { answer: "NoAnswer", status: "NotFound", reason: null }
    case "ApproveLate":
      return { answer: "NoAnswer", status: "Approved", reason: null }
    case "Act":
      return { answer: "ActionNeeded", status: "ActionNeeded", reason: null }
    case "Accept":
      return { answer: "Accepted", status: "Accepted", reason: null }
    case "ApproveSlowly":
    case "Approve":
      return { answer: "Approved", status: "Approved", reason: null }
  }
}

export const seen = ({
  answer,
  status
}: {
  readonly answer: AcquirerAnswer
  readonly status: AcquirerStatus
}): Seen => ({
  answer: answer._tag,
  status: status._tag,
  reason: status._tag === "Declined" ? status.reason : null
})

export const approved: Seen = { answer: "Approved", status: "Approved", reason: null }
export const refused = (reason: DeclineReason): Seen => ({ answer: "Declined", status: "Declined", reason })

// D37, on a shop without 3-D Secure, written out because the table under test can't prove itself.
export const d37 = [
  ...["4200000000000000", "9112300000000000", "4242424242424242", "5555555555554444", looksAtAmount],
  ...["4012000000003010", "4012001037141112"],
  ...["1006", "1055", "1097", "1022", "1030", "1014"].map((end) => `401200000000${end}`),
  ...["5003", "5011", "5029", "5045"].map((end) => `520424000001${end}`)
]
