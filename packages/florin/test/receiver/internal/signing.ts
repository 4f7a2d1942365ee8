// Messages as the dispatcher signs them.
import type { NotificationId } from "@florin/core/ids/Ids"
import * as Signature from "@florin/webhook-dispatcher/Signature"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"

export const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
export const otherSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

/** A whole second. */
export const now = 1_772_366_400_000

export interface Sent {
  readonly id?: string
  readonly sequence?: number
  /** Unit: milliseconds since 1970. Default: `now`. */
  readonly at?: number
  /** One signature each. Default: `secret`. */
  readonly secrets?: ReadonlyArray<string>
  /** A text goes as it is. */
  readonly document?: unknown
}

export const payment = (members: object = {}) => ({
  transaction: { uid: "0195519a-5c00-7000-8000-000000000007", type: "payment", status: "successful", ...members }
})

/** As Florin 0.1 wrote it. */
export const unsequenced = "msg_0195519a-5c00-7000-8000-000000000001"

export const message = ({
  at = now,
  document = payment(),
  sequence = 7,
  id = `${unsequenced}_${sequence}`,
  secrets = [secret]
}: Sent = {}) => {
  const body = typeof document === "string" ? document : JSON.stringify(document)
  const timestamp = DateTime.unsafeMake(at)
  const content = { id: id as NotificationId, timestamp, sequence, body }
  const signatures = secrets.map((one) => Either.getOrThrow(Signature.standardWebhooks(Redacted.make(one), content)))
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": signatures.join(" "),
    "florin-sequence": String(sequence)
  }
  return { headers, body }
}
