/** Plays Florin at a host's webhook handler: signs and posts what a test says, right or wrong. */
import { createHmac } from "node:crypto"
import * as Clock from "effect/Clock"

/** Where webhooks are received: an address, or a function from a web request to its response. */
export type Handler = string | URL | ((request: Request) => Response | Promise<Response>)

/** An event, the same at every attempt to deliver it. */
export interface Notice {
  /** Sent as `Webhook-Id`, with `_` and the sequence behind it. */
  readonly id: string
  /** Sent as `Florin-Sequence`, too. */
  readonly sequence: number
  /** A text is sent as it is, anything else as JSON. */
  readonly document: unknown
}

/** What is unlike an attempt of Florin's. */
export interface Changes {
  /** Unit: milliseconds since 1970. Default: now. */
  readonly signedAt?: number
  /** Signs once with each. Default: the kit's secret. */
  readonly secrets?: ReadonlyArray<string>
  /** Sent in place of the body that was signed. */
  readonly body?: string
  /** Sent in place of the headers that were signed, by names in lower case; undefined: without the header. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface KitOptions {
  readonly handler: Handler
  /** Shape: `whsec_` and base64. */
  readonly secret: string
  /** Unit: milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number
}

export interface ReceiverKit {
  /**
   * Posts an event and resolves with the status of the answer. A handler that rejects has answered 500, as frameworks
   * do.
   */
  readonly send: (notice: Notice, changes?: Changes) => Promise<number>
}

const post = async (handler: Handler, headers: Headers, body: string): Promise<number> => {
  const init = { method: "POST", headers, body }
  if (typeof handler !== "function") return (await fetch(handler, init)).status
  try {
    return (await handler(new Request("http://receiver.example/webhooks", init))).status
  } catch {
    return 500
  }
}

const systemNow = (): number => Clock.make().unsafeCurrentTimeMillis()

/** Source: Standard Webhooks 1.0; D33, D33a. */
export const receiverKit = ({ handler, now = systemNow, secret }: KitOptions): ReceiverKit => ({
  send: ({ document, id: name, sequence }, { body, headers = {}, secrets = [secret], signedAt = now() } = {}) => {
    const signed = typeof document === "string" ? document : JSON.stringify(document)
    const id = `${name}_${sequence}`
    const timestamp = Math.floor(signedAt / 1000)
    const signature = (one: string): string => {
      const key = Buffer.from(one.replace(/^whsec_/, ""), "base64")
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${signed}`).digest("base64")}`
    }
    const all: Readonly<Record<string, string | undefined>> = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": secrets.map(signature).join(" "),
      "florin-sequence": String(sequence),
      ...headers
    }
    const sent = new Headers(Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined))
    return post(handler, sent, body ?? signed)
  }
})
