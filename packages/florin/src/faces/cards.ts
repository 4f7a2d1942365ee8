/** What every call that changes something takes beside its request. */
export interface CallOptions {
  /**
   * 1 to 255 visible ASCII characters, which name one attempt, such as an order's id and the number of its attempt. What
   * is called again under it is answered as the first call was, for 30 days. A refusal keeps no key: the call may be
   * repeated under it when the reason is gone. Source: D13.
   */
  readonly idempotencyKey?: string
}

/** One card operation. */
export type CardCall<Request, Transaction> = (request: Request, options?: CallOptions) => Promise<Transaction>
