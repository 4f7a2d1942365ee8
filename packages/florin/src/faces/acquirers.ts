/** What an acquirer has posted, for a host that receives it by itself. */
export interface AcquirerNotification {
  /** Names in any case, as `request.headers` of `node:http`; of a web request `Object.fromEntries(request.headers)`. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The bytes as they came: they are what is signed. */
  readonly body: Uint8Array
}

/**
 * What to answer the acquirer.
 *
 * - `200`: it is recorded; `body` is what the acquirer wants to read
 * - `400`: it is not what the acquirer documents
 * - `401`: its signature is missing, wrong or too old
 * - `404`: there is no such acquirer, or it tells nothing
 * - `503`: its connector has failed, and the acquirer shall send it again
 */
export interface AcquirerReply {
  /** The HTTP status of the answer. */
  readonly status: 200 | 400 | 401 | 404 | 503
  /** Plain text, often empty. */
  readonly body: string
}

/** What acquirers tell by themselves. The HTTP interface has a route for it: `POST /acquirers/{gatewayId}/notifications`. */
export interface Acquirers {
  /**
   * Verifies and records what an acquirer has posted. Answer `503` when it rejects, so that the acquirer sends it again.
   */
  readonly receive: (gatewayId: number, notification: AcquirerNotification) => Promise<AcquirerReply>
}
