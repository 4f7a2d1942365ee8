/** Errors as Stripe answers them. */

export interface ErrorBody {
  readonly type: string
  readonly code?: string
  readonly decline_code?: string
  readonly message: string
  readonly param?: string
  readonly charge?: string
  readonly payment_intent?: unknown
  readonly setup_intent?: unknown
  readonly payment_method?: unknown
}

/** Thrown within the fake, so that its rules read like Stripe's documents; its door answers with it. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody
  ) {
    super(body.code ?? body.type)
  }
}

export const invalid = (code: string, message: string, param?: string, status = 400): Failure =>
  new Failure(status, { type: "invalid_request_error", code, message, ...(param === undefined ? {} : { param }) })

export const missing = (what: string, param: string, status = 400): Failure =>
  invalid("resource_missing", `No such ${what}`, param, status)

export const unexpectedState = (status: string): Failure =>
  invalid("payment_intent_unexpected_state", `This PaymentIntent's status is ${status}.`)
