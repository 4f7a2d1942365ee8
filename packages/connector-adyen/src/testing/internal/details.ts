/** `POST /payments/details` of the fake: what the customer brought back. */
import type { DetailsBody } from "../../internal/vendor.js"
import type { Payment } from "./books.js"
import * as Native from "./native.js"
import { decide, decided } from "./payments.js"
import { error, type Outcome, type World } from "./world.js"

const settled = (payment: Payment): Outcome => ({ answer: { status: 200, body: decided(payment) } })

const unknown = error(422, "14_003", "Invalid redirect result")

const ofRedirect = (world: World, result: string): Outcome => {
  const challenge = world.challenges.get(result)
  if (challenge?.isConfirmed === undefined || challenge.notificationUrl !== undefined) return unknown
  const { isConfirmed, payment } = challenge
  if (payment.state === "closed") return error(422, "14_027", "Offer is closed")
  return payment.state === "waiting" ? decide(world, payment, isConfirmed) : settled(payment)
}

const readResult = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(Buffer.from(text, "base64").toString("utf8")) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

/** What the issuer has reported decides, not what the browser says of it. */
const ofNative = (world: World, result: string): Outcome => {
  const { authorisationToken, threeDSCompInd } = readResult(result)
  const challenge = world.challenges.get(String(authorisationToken))
  if (challenge?.notificationUrl === undefined) return unknown
  const { isConfirmed, notificationUrl, payment } = challenge
  if (payment.state === "closed") return error(422, "14_027", "Offer is closed")
  if (payment.state !== "waiting") return settled(payment)
  if (threeDSCompInd !== undefined) return Native.challenge(world, payment, notificationUrl)
  return decide(world, payment, isConfirmed === true)
}

export const complete = (world: World, { details }: DetailsBody): Outcome => {
  if (details.redirectResult !== undefined) return ofRedirect(world, details.redirectResult)
  return details.threeDSResult === undefined ? unknown : ofNative(world, details.threeDSResult)
}
