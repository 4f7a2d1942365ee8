/** What becomes of captures, voids and refunds. Pure, apart from the books that it writes. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { authorizationOf, balancesOf, book, type FakeAction, type FakePayment } from "./books.js"
import type { Refused, World } from "./charging.js"
import { ActionRequest } from "./requests.js"

export type ActionType = "Capture" | "Void" | "Refund"

/** Not possible in this state (`403`), or not with these values (`422`). */
export type NotDone =
  | { readonly status: 403; readonly codes: Refused }
  | { readonly status: 422; readonly codes: Refused }

const decode = Schema.decodeUnknownEither(ActionRequest)

const approved = { approved: true, code: "10000", summary: "Approved" } as const

const limits = {
  Capture: { left: "available_to_capture", tooMuch: "capture_value_greater_than_remaining_authorized" },
  Void: { left: "available_to_void", tooMuch: "void_amount_exceeds_balance" },
  Refund: { left: "available_to_refund", tooMuch: "refund_amount_exceeds_balance" }
} as const

const write = (world: World, payment: FakePayment, action: FakeAction): FakeAction => {
  if (world.books.held !== "none") Object.assign(action, { approved: undefined })
  payment.actions.push(action)
  book(world.books, payment, action)
  return action
}

/** A final capture of a part voids the rest. */
const release = (world: World, payment: FakePayment, at: number): ReadonlyArray<FakeAction> => {
  const amount = balancesOf(payment).available_to_void
  if (amount === 0) return []
  return [
    write(world, payment, { ...approved, id: world.newId("act"), type: "Void", reference: undefined, amount, at })
  ]
}

/** Takes the action, or refuses it. What was taken is decided at once, unless the fake is held. */
export const act = (
  world: World,
  payment: FakePayment,
  type: ActionType,
  body: unknown
): Either.Either<ReadonlyArray<FakeAction>, NotDone> => {
  const request = Either.getOrUndefined(decode(body ?? {}, { onExcessProperty: "error" }))
  if (request === undefined) return Either.left({ status: 422, codes: ["request_body_malformed"] })
  const { left, tooMuch } = limits[type]
  const available = balancesOf(payment)[left]
  if (authorizationOf(payment)?.approved !== true || available <= 0) return Either.left({ status: 403, codes: [] })
  // A void has no amount: it releases whatever is left.
  const amount = type === "Void" ? available : (request.amount ?? available)
  if (amount > available) return Either.left({ status: 422, codes: [tooMuch] })
  const at = world.now()
  const { reference } = request
  const action = write(world, payment, { ...approved, id: world.newId("act"), type, reference, amount, at })
  const isFinal = type === "Capture" && request.capture_type !== "NonFinal"
  return Either.right(isFinal ? [action, ...release(world, payment, at)] : [action])
}

/** Decides what is undecided. Answers what the webhooks tell. */
export const settle = (world: World): ReadonlyArray<readonly [FakePayment, FakeAction]> =>
  [...world.books.payments.values()].flatMap((payment) =>
    payment.actions.flatMap((action) => {
      if (action.approved !== undefined) return []
      Object.assign(action, approved)
      book(world.books, payment, action)
      return [[payment, action] as const]
    })
  )
