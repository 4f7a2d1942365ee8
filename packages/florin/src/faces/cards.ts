/** What every call that changes something takes beside its request. */
export interface CallOptions {
  /**
   * 1 to 255 visible ASCII characters, such as the id of an order. Whatever is called again under it resolves, or
   * rejects, as the first call did, for 30 days.
   */
  readonly idempotencyKey?: string
}

/** One card operation. */
export type CardCall<Request, Transaction> = (request: Request, options?: CallOptions) => Promise<Transaction>
