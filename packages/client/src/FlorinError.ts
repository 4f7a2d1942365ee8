/**
 * Why a call has no answer.
 *
 * - `refused`: the request was not carried out; `fields` says why
 * - `unauthorized`: wrong or missing credentials
 * - `not-found`: there is no such record in this shop
 * - `in-flight`: the first request with this key is still under way
 * - `busy`: too many requests at a time, the request came too slowly, or the server is shutting down
 * - `failed`: a failure of the gateway
 * - `unreached`: no answer came. Whether the request was carried out is not known: repeat it under `idempotencyKey`
 *
 * A declined payment is an answer: its `status` is `failed`.
 */
export type FlorinErrorKind = "refused" | "unauthorized" | "not-found" | "in-flight" | "busy" | "failed" | "unreached"

interface Details {
  readonly kind: FlorinErrorKind
  readonly operation: string
  readonly status?: number | undefined
  readonly fields?: unknown
  readonly requestId?: string | null | undefined
  readonly idempotencyKey?: string | undefined
  readonly cause?: unknown
}

/** Its message never holds what was sent. */
export class FlorinError extends Error {
  override readonly name = "FlorinError"
  /** Why the call has no answer. */
  readonly kind: FlorinErrorKind
  /** The operation that was called. */
  readonly operation: string
  /** The HTTP status; none where no answer came. */
  readonly status: number | undefined
  /** What is wrong with the request, field by field, as the server has said. */
  readonly fields: unknown
  /** By which the server's log names the request. */
  readonly requestId: string | null | undefined
  /** The key under which the same request may be sent again, and is carried out once. Reads have none. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, { cause, fields, idempotencyKey, kind, operation, requestId, status }: Details) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.operation = operation
    this.status = status
    this.fields = fields
    this.requestId = requestId
    this.idempotencyKey = idempotencyKey
  }
}

const kinds: Readonly<Record<number, FlorinErrorKind>> = {
  401: "unauthorized",
  404: "not-found",
  408: "busy",
  409: "in-flight",
  429: "busy",
  503: "busy"
}

export const kindOf = (status: number): FlorinErrorKind => kinds[status] ?? (status < 500 ? "refused" : "failed")
