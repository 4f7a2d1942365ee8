/** What a scripted acquirer tells by itself: signed, with the time of the signature and the account that it is for. */

import { createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingNotification, ReportedOutcome } from "@florin/core/cards/AcquirerNotifications"
import { AcquirerNotification } from "@florin/core/cards/AcquirerNotifications"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** How an acquirer and the gateway know each other. */
export interface Account {
  readonly name: string
  /** The key of the signatures. Not secret: the acquirer is scripted. */
  readonly secret: string
}

export const account: Account = { name: "florin", secret: "scripted" }

/** How long a signature is good for. */
export const tolerance = Duration.minutes(5)

const header = "scripted-signature"

// The outcome travels as it is: it is plain data.
const Body = Schema.parseJson(Schema.Struct({ account: Schema.String, outcome: Schema.Unknown }))

const decode = Schema.decodeUnknownOption(Body)

const signatureOf = (body: Uint8Array, at: number, secret: string): Buffer =>
  createHmac("sha256", secret).update(`${at}.`).update(body).digest()

const sign = (body: Uint8Array, at: number, secret: string): IncomingNotification => {
  const value = `t=${at},v1=${signatureOf(body, at, secret).toString("hex")}`
  return { body, header: (name) => (name === header ? value : undefined) }
}

const bodyOf = (outcome: unknown, name: string): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ account: name, outcome }))

/** A notification as it is sent. Unit of `at`: milliseconds since 1970. */
export const noticeOf = (outcome: ReportedOutcome, at: number, by: Account = account): IncomingNotification =>
  sign(bodyOf(outcome, by.name), at, by.secret)

const isSigned = ({ body, header: read }: IncomingNotification, now: number, secret: string): boolean => {
  const [, at, hex] = /^t=(\d{1,16}),v1=([0-9a-f]{64})$/.exec(read(header) ?? "") ?? []
  if (at === undefined || hex === undefined) return false
  const isRecent = Math.abs(now - Number(at)) <= Duration.toMillis(tolerance)
  return isRecent && timingSafeEqual(Buffer.from(hex, "hex"), signatureOf(body, Number(at), secret))
}

/** What a notification says. */
export const read = (incoming: IncomingNotification, by: Account = account): Effect.Effect<AcquirerNotification> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    if (!isSigned(incoming, now, by.secret)) return AcquirerNotification.NotGenuine()
    const content = Option.getOrUndefined(decode(new TextDecoder().decode(incoming.body)))
    if (content === undefined) return AcquirerNotification.Unreadable()
    if (content.account !== by.name) return AcquirerNotification.NotGenuine()
    return AcquirerNotification.Genuine({ outcomes: [content.outcome as ReportedOutcome] })
  })

/** What looks like a notification that was sent, and is none. */
export const forged = ({ body }: IncomingNotification, by: Account = account) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const content = Option.getOrUndefined(decode(new TextDecoder().decode(body)))
    return {
      wronglySigned: sign(body, now, `${by.secret}-not`),
      ofAnotherAccount: sign(bodyOf(content?.outcome, "another"), now, by.secret),
      outdated: sign(body, now - Duration.toMillis(tolerance) - 1000, by.secret)
    }
  })
