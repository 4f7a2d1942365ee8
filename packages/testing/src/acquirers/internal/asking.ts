/** Requests to an acquirer under test, and what it decides about them in the end. */
import type { AcquirerAnswer, AcquirerRequest, AcquirerStatus } from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import type {
  AcquirerNotification,
  IncomingNotification,
  ReportedOutcome
} from "@florin/core/cards/AcquirerNotifications"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Currency } from "@florin/core/money/Currency"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { aboutOf, charge, child, kindOf, type Order, type Parent, payOut } from "../AcquirerRequests.js"
import { type AcquirerUnderTest, assertMovements, type Returned, type Source } from "./underTest.js"

/** A request that was carried out, and what became of it. */
export interface Done extends Parent {
  readonly request: AcquirerRequest
  /** The first answer to it. */
  readonly answer: AcquirerAnswer
  /** The decision that it came to, which is the answer itself where that decides. */
  readonly decision: AcquirerAnswer | AcquirerStatus
}

type Countable = "captures" | "partialVoids" | "refunds" | "credits" | "payouts" | "zeroAmountChecks"

const everything: Required<Pick<AcquirerCapabilities, Countable>> = {
  captures: "many",
  partialVoids: true,
  refunds: true,
  credits: true,
  payouts: true,
  zeroAmountChecks: true
}

/** What it can do, with the defaults of the port. */
export const capabilitiesOf = ({ acquirer }: AcquirerUnderTest) => ({ ...everything, ...acquirer.capabilities })

/** Euros, or the first of the currencies that it takes. */
export const currencyOf = ({ acquirer }: AcquirerUnderTest): string => {
  const currencies = acquirer.capabilities?.currencies
  return currencies === undefined || currencies.includes("EUR" as Currency) ? "EUR" : (currencies[0] ?? "EUR")
}

interface Requests {
  readonly charge: (
    kind: "authorization" | "payment" | "tokenization",
    by: Source,
    order: Order
  ) => ReturnType<typeof charge>
  readonly child: (
    kind: "Capture" | "Void" | "Refund",
    parent: Parent,
    order: Order
  ) => Effect.Effect<Extract<AcquirerRequest, { readonly parent: AcquirerKey }>>
  readonly payOut: (kind: "credit" | "payout", to: Source, order: Order) => ReturnType<typeof payOut>
}

/** The requests of a check, in a currency that the acquirer takes. */
export const requestsOf = (under: AcquirerUnderTest): Requests => {
  const inCurrency = (order: Order): Order => ({ currency: currencyOf(under), ...order })
  return {
    charge: (kind: "authorization" | "payment" | "tokenization", by: Source, order: Order) =>
      Effect.flatMap(by, (source) => charge(kind, source, inCurrency(order))),
    child: (kind: "Capture" | "Void" | "Refund", parent: Parent, order: Order) =>
      child(kind, parent, inCurrency(order)),
    payOut: (kind: "credit" | "payout", to: Source, order: Order) =>
      Effect.flatMap(to, (source) => payOut(kind, source, inCurrency(order)))
  }
}

/** What the provider reports as its reference. The report's own counts before one that was kept. */
export const referenceOf = (answer: AcquirerAnswer | AcquirerStatus): string | null => {
  if (answer._tag === "Approved" || answer._tag === "Declined") return answer.report.refId
  return answer._tag === "Accepted" || answer._tag === "ActionNeeded" ? answer.reference : null
}

/** What an acquirer makes of a notification. */
export const receive = (
  { acquirer }: AcquirerUnderTest,
  incoming: IncomingNotification
): Effect.Effect<AcquirerNotification> => {
  assert.isDefined(acquirer.notifications, "the acquirer has no notifications")
  return acquirer.notifications.receive(incoming)
}

const isAbout =
  ({ key }: AcquirerRequest, reference: string | null) =>
  (outcome: ReportedOutcome): boolean =>
    outcome.key === key || (outcome.key === undefined && reference !== null && outcome.reference === reference)

/** What the provider has told about a request so far, oldest first. */
export const reportedOf = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  request: AcquirerRequest,
  reference: string | null
) {
  const sent = under.notifications === undefined ? [] : yield* under.notifications.sentAbout(request.key)
  const all = yield* Effect.forEach(sent, (incoming) => receive(under, incoming))
  return all
    .flatMap((one) => (one._tag === "Genuine" ? one.outcomes : []))
    .filter(isAbout(request, reference))
    .map(({ status }) => status)
})

const isDecision = ({ _tag }: AcquirerAnswer | AcquirerStatus): boolean => _tag === "Approved" || _tag === "Declined"

/** What can be learned about a request: by a question, else of what the provider has reports. */
export const learned = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  request: AcquirerRequest,
  known: { readonly reference?: string | null; readonly returned?: Returned } = {}
) {
  const status = yield* under.acquirer.status(request.key, yield* aboutOf(request, known))
  if (status._tag !== "Unknown" || under.answersQuestions !== false) return status
  const reports = yield* reportedOf(under, request, known.reference ?? null)
  return reports.findLast(isDecision) ?? reports.at(-1) ?? status
})

/** Waits until what was accepted is decided. */
const decisionOf = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  request: AcquirerRequest,
  answer: AcquirerAnswer
) {
  if (answer._tag !== "Accepted") return answer
  assert.isDefined(under.settle, "an acquirer that answers Accepted is tried with `settle`")
  yield* under.settle
  return yield* learned(under, request, { reference: answer.reference })
})

/** Carries out a request, to the end where it is accepted first. */
export const doing = Effect.fnUntraced(function* (under: AcquirerUnderTest, request: AcquirerRequest) {
  const answer = yield* under.acquirer.perform(request)
  const decision = yield* decisionOf(under, request, answer)
  const reference = referenceOf(decision) ?? referenceOf(answer)
  return { request, answer, decision, key: request.key, kind: kindOf(request), reference } satisfies Done
})

const nameOf = (request: AcquirerRequest): string => `${request._tag} of ${request.amount}`

/** Carries out a request, and expects an end of that kind. */
export const expecting = Effect.fnUntraced(function* (
  tag: AcquirerAnswer["_tag"],
  under: AcquirerUnderTest,
  request: AcquirerRequest
) {
  const done = yield* doing(under, request)
  assert.strictEqual(done.decision._tag, tag, nameOf(request))
  return done
})

/** Carries out a request, and expects that it is declined, or not even sent. */
export const expectingRefusal = Effect.fnUntraced(function* (under: AcquirerUnderTest, request: AcquirerRequest) {
  const done = yield* doing(under, request)
  assert.include(["Declined", "NotSent"], done.decision._tag, nameOf(request))
  yield* assertMovements(under, request.key, 0)
})

/** Sends a request again, and expects what it was answered before, or what that has come to. */
export const assertSameAgain = Effect.fnUntraced(function* (under: AcquirerUnderTest, done: Done) {
  const again = yield* under.acquirer.perform(done.request)
  if (done.answer._tag === "Accepted" && again._tag !== "Accepted") {
    assert.strictEqual(again._tag, done.decision._tag)
    return
  }
  // What is not kept under a key is decided anew, for the same reason.
  const isDecidedAnew = under.acquirer.keeps === "successes" && done.answer._tag === "Declined"
  if (isDecidedAnew) assert.hasMembers(again, { _tag: "Declined", reason: done.answer.reason })
  else assert.deepStrictEqual(again, done.answer)
})

/** Asks by key what became of a request, and expects what was decided about it. */
export const assertStatus = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  { decision, reference, request }: Done
) {
  const status = yield* under.acquirer.status(request.key, yield* aboutOf(request))
  if (status._tag === "Unknown" && under.answersQuestions === false) {
    assert.strictEqual((yield* learned(under, request, { reference }))._tag, decision._tag)
  } else {
    assert.deepStrictEqual({ ...status }, { ...decision } as object)
  }
})

/** Expects that this can be learned about a request. What answers no questions need not know that it never came. */
export const assertLearned = Effect.fnUntraced(function* (
  tags: ReadonlyArray<AcquirerStatus["_tag"]>,
  under: AcquirerUnderTest,
  request: AcquirerRequest
) {
  const others = under.answersQuestions === false && tags.includes("NotFound") ? (["Unknown"] as const) : []
  assert.include([...tags, ...others], (yield* learned(under, request))._tag)
})

const movesMoney = (request: AcquirerRequest): boolean => request._tag !== "Charge" || request.kind !== "tokenization"

/** It happened once: the books hold it once, and a query by the key says that it was approved. */
export const assertOnce = Effect.fnUntraced(function* (under: AcquirerUnderTest, { reference, request }: Done) {
  yield* assertMovements(under, request.key, movesMoney(request) ? 1 : 0)
  assert.strictEqual((yield* learned(under, request, { reference }))._tag, "Approved")
})

/** Carries out one request of every kind that the acquirer can do, each possible when it is its turn. */
export const eachKind = Effect.fnUntraced(function* (
  under: AcquirerUnderTest,
  by: Source,
  carryOut: (request: AcquirerRequest) => Effect.Effect<Done>
) {
  const { charge, child, payOut } = requestsOf(under)
  const can = capabilitiesOf(under)
  const hold = yield* carryOut(yield* charge("authorization", by, { amount: 1000 }))
  const payment = yield* carryOut(yield* charge("payment", by, { amount: 500 }))
  if (can.zeroAmountChecks) yield* carryOut(yield* charge("tokenization", by, { amount: 0 }))
  if (can.captures !== "none") {
    const capture = yield* carryOut(yield* child("Capture", hold, { amount: 600 }))
    if (can.refunds) yield* carryOut(yield* child("Refund", capture, { amount: 600 }))
  }
  const other = yield* carryOut(yield* charge("authorization", by, { amount: 1000 }))
  yield* carryOut(yield* child("Void", other, { amount: 1000 }))
  if (can.refunds) yield* carryOut(yield* child("Refund", payment, { amount: 500 }))
  if (can.credits) yield* carryOut(yield* payOut("credit", by, { amount: 300 }))
  if (can.payouts) yield* carryOut(yield* payOut("payout", by, { amount: 300 }))
})
