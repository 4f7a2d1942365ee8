/** The forms in which routes refuse. Source: D2, D4, D5. */
import type { FieldError } from "@florin/core/request/InvalidRequest"
import type * as Schema from "effect/Schema"
import * as BillingErrors from "../BillingErrors.js"
import { BillingErrorDocument } from "../BillingSchemas.js"
import * as Errors from "../Errors.js"
import * as OperatorErrors from "../OperatorErrors.js"
import { ErrorDocument } from "../Schemas.js"
import * as TransferErrors from "../TransferErrors.js"

export interface RefusalForm {
  readonly unauthorized: Errors.ErrorReply
  readonly malformed: Errors.ErrorReply
  readonly invalid: (errors: ReadonlyArray<FieldError>) => Errors.ErrorReply
  readonly duplicate: Errors.ErrorReply
  readonly notFound: Errors.ErrorReply
  /** What all of them are. */
  readonly document: Schema.Schema.Any
  /** That of a record that is missing, where it is another one. */
  readonly missing?: Schema.Schema.Any
}

/** Card operations, and what is about transactions, notifications and the sandbox. */
export const ofCards: RefusalForm = {
  unauthorized: Errors.unauthorized,
  malformed: Errors.malformedJson,
  invalid: Errors.invalidRequest,
  duplicate: Errors.duplicate,
  notFound: Errors.notFound,
  document: ErrorDocument
}

/** Plans, customers and subscriptions. */
export const ofBilling: RefusalForm = {
  unauthorized: BillingErrors.unauthorized,
  malformed: BillingErrors.malformedJson,
  invalid: BillingErrors.invalidRequest,
  duplicate: BillingErrors.invalidRequest([{ path: [], sentence: "Duplicate transaction" }]),
  notFound: BillingErrors.notFound,
  document: BillingErrorDocument
}

/** The creation of a plan. Source: interface, "Authentication | Plan operations". */
export const ofPlans: RefusalForm = { ...ofBilling, unauthorized: BillingErrors.planUnauthorized }

export const ofTransfers: RefusalForm = {
  unauthorized: TransferErrors.unauthorized,
  malformed: TransferErrors.malformedJson,
  invalid: TransferErrors.invalidRequest,
  duplicate: TransferErrors.duplicate,
  notFound: TransferErrors.notFound,
  document: BillingErrorDocument
}

/** A confirmation that has no payment says so in the form of the cards. Source: interface, "Confirm response"; D4. */
export const ofConfirmations: RefusalForm = { ...ofTransfers, notFound: Errors.notFound, missing: ErrorDocument }

export const ofOperators: RefusalForm = {
  unauthorized: OperatorErrors.unauthorized,
  malformed: OperatorErrors.malformedJson,
  invalid: OperatorErrors.invalidRequest,
  duplicate: OperatorErrors.invalidRequest([{ path: [], sentence: "Duplicate transaction" }]),
  notFound: OperatorErrors.notFound,
  document: BillingErrorDocument
}
