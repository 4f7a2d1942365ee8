/** The forms in which operations are refused. Source: D2, D4, D5. */

import { given } from "@florin/core/request/Given"
import type { FieldError } from "@florin/core/request/InvalidRequest"
import * as Arr from "effect/Array"
import * as Rec from "effect/Record"
import type { AnswerName } from "../Answers.js"
import * as Errors from "../Errors.js"
import { errorTree, listed, summary } from "../internal/errorTree.js"

export interface RefusalForm {
  /** Wrong or missing credentials. Source: D2. */
  readonly unauthorized: Errors.ErrorReply
  /** The body is not JSON. Source: D4. */
  readonly malformed: Errors.ErrorReply
  /** Refused field by field. Source: D4, D5. */
  readonly invalid: (errors: ReadonlyArray<FieldError>) => Errors.ErrorReply
  /** The same request came less than 30 seconds ago. Source: D12. */
  readonly duplicate: Errors.ErrorReply
  /** The idempotency key was used for another request. Default: the failure of all operations. Source: D13. */
  readonly mismatch?: Errors.ErrorReply
  /** There is no such record, for whoever asks. Source: D4. */
  readonly notFound: Errors.ErrorReply
  /** What all of them are. */
  readonly document: AnswerName
  /** What the contract shows of it. */
  readonly example: FieldError
  /** That of a record that is missing, where it is another one. */
  readonly missing?: AnswerName
}

/** Card operations, and what is about transactions, notifications and the sandbox. */
export const ofCards: RefusalForm = {
  unauthorized: Errors.unauthorized,
  malformed: Errors.malformedJson,
  invalid: Errors.invalidRequest,
  duplicate: Errors.duplicate,
  notFound: Errors.notFound,
  document: "ErrorDocument",
  example: { path: ["credit_card", "token"], sentence: "does not exist" }
}

const { reply } = Errors

const challenge = (realm: string) => ({ "WWW-Authenticate": `Basic realm="${realm}"` })

interface Style {
  readonly example: FieldError
  /** The sentence of the whole ends with a period. */
  readonly period?: true
  readonly realm?: string
  /** Where an error stands in the tree. Default: under its own path. */
  readonly place?: (error: FieldError) => FieldError
}

/** `{"message","errors"}`. Source: shapes, "Errors". */
const unwrapped = ({ example, period, place = (error) => error, realm = "Florin" }: Style): RefusalForm => {
  const invalid: RefusalForm["invalid"] = (errors) => {
    const all = listed(errors)
    const message = period === true ? `${summary(all)}.` : summary(all)
    return reply(422, { message, errors: errorTree(all.map(place)) })
  }
  const malformed = "Request body is not valid JSON"
  return {
    unauthorized: reply(401, { message: "Unauthorized" }, challenge(realm)),
    malformed: reply(400, { message: malformed, errors: { base: [malformed] } }),
    invalid,
    duplicate: invalid([{ path: [], sentence: "Duplicate transaction" }]),
    notFound: reply(404, { message: "Not found." }),
    document: "BillingErrorDocument",
    example
  }
}

/**
 * Plans, customers and subscriptions. Source: interface,
 * "Errors | Plan creation with invalid or missing parameter or invalid credentials".
 */
export const ofBilling: RefusalForm = unwrapped({ example: { path: ["title"], sentence: "can't be blank" } })

/** Products. Source: D51. */
export const ofProducts: RefusalForm = unwrapped({ example: { path: ["name"], sentence: "can't be blank" } })

/** The creation of a plan. Source: interface, "Authentication | Plan operations"; D2. */
export const ofPlans: RefusalForm = {
  ...ofBilling,
  unauthorized: reply(422, { message: "Unauthorized", errors: { base: ["Unauthorized"] } }, challenge("Florin"))
}

/** What concerns the whole body, or that there is no request in it, stands at the top. */
const inRequest = (error: FieldError): FieldError =>
  error.path.length === 0 || error.path[0] === "request" ? error : { ...error, path: ["request", ...error.path] }

/** Transfers: errors nest as the request does. Source: shapes, "Transfer". */
export const ofTransfers: RefusalForm = unwrapped({
  period: true,
  place: inRequest,
  example: { path: ["amount"], sentence: "can't be less than 50000" }
})

/** A confirmation that has no payment says so in the form of the cards. Source: interface, "Confirm response"; D4. */
export const ofConfirmations: RefusalForm = { ...ofTransfers, notFound: Errors.notFound, missing: "ErrorDocument" }

export const ofOperators: RefusalForm = unwrapped({
  period: true,
  realm: "Florin operators",
  example: { path: ["reason"], sentence: "can't be blank" }
})

/** Both forms that clients of the page read, in one body; errors by dotted names. Source: D45, D46. */
const inBothForms = (status: number, message: string, errors?: Readonly<Record<string, ReadonlyArray<string>>>) => {
  const response = { message, ...given({ errors }) }
  return reply(status, { ...response, response })
}

const dotted = (errors: ReadonlyArray<FieldError>): Readonly<Record<string, ReadonlyArray<string>>> => {
  const byName = Arr.groupBy(errors, ({ path }) => (path.length === 0 ? "base" : path.join(".")))
  return Rec.map(byName, (all) => Arr.dedupe(all.map(({ sentence }) => sentence)))
}

const messageOf = ({ body }: Errors.ErrorReply): string => JSON.parse(body).message

const ofCheckout = (errors: ReadonlyArray<FieldError>): Errors.ErrorReply => {
  const all = listed(errors)
  return inBothForms(422, summary(all), dotted(all))
}

export const ofCheckouts: RefusalForm = {
  unauthorized: { ...inBothForms(401, "Unauthorized"), headers: challenge("Florin") },
  malformed: inBothForms(400, "Request body is not valid JSON"),
  invalid: ofCheckout,
  duplicate: ofCheckout([{ path: [], sentence: "Duplicate transaction" }]),
  mismatch: inBothForms(422, messageOf(Errors.idempotencyMismatch)),
  notFound: inBothForms(404, "Record not found"),
  document: "CheckoutErrorDocument",
  example: { path: ["order", "amount"], sentence: "must be greater than 0" }
}

/** The same of a payment, whose clients read a status in every answer. Source: D51. */
const failed = (reply: Errors.ErrorReply): Errors.ErrorReply => {
  const { response, ...body } = JSON.parse(reply.body)
  return { ...reply, body: JSON.stringify({ ...body, response: { status: "error", ...response } }) }
}

export const ofCheckoutPayments: RefusalForm = {
  ...ofCheckouts,
  unauthorized: failed(ofCheckouts.unauthorized),
  malformed: failed(ofCheckouts.malformed),
  invalid: (errors) => failed(ofCheckouts.invalid(errors)),
  duplicate: failed(ofCheckouts.duplicate),
  notFound: failed(ofCheckouts.notFound),
  example: { path: ["credit_card", "number"], sentence: "is invalid" }
}

/** Bodies of refusals, by status, as the contract shows them. */
export const examplesOf = ({ example, invalid, malformed, notFound, unauthorized }: RefusalForm) =>
  Object.fromEntries(
    [malformed, unauthorized, notFound, invalid([example])].map(({ body, status }): [number, unknown] => [
      status,
      JSON.parse(body)
    ])
  )
