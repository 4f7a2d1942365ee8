/** Native 3-D Secure 2 of the fake: the merchant's pages lead the customer to the issuer. */
import type { NativeAction, PaymentAnswer } from "../../internal/vendor.js"
import type { Payment } from "./books.js"
import { handle, type Outcome, type World } from "./world.js"

const encoded = (value: object): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64")

const answered = (
  payment: Payment,
  resultCode: "IdentifyShopper" | "ChallengeShopper",
  action: NativeAction
): Outcome => {
  const body: PaymentAnswer = { resultCode, merchantReference: payment.reference, pspReference: payment.psp, action }
  return { answer: { status: 200, body }, waits: payment }
}

/** Asks for the fingerprint of the browser. */
export const identify = (world: World, payment: Payment, notificationUrl: string): Outcome => {
  const authorisationToken = handle(world)
  world.challenges.set(authorisationToken, { payment, notificationUrl })
  const token = encoded({
    threeDSMethodNotificationURL: notificationUrl,
    threeDSMethodURL: `${world.url()}/threeds2simulator/acs/startMethod.shtml`,
    threeDSServerTransID: payment.psp
  })
  return answered(payment, "IdentifyShopper", {
    type: "threeDS2",
    subtype: "fingerprint",
    paymentMethodType: "scheme",
    authorisationToken,
    token
  })
}

/** Asks for the challenge on the issuer's page. */
export const challenge = (world: World, payment: Payment, notificationUrl: string): Outcome => {
  const authorisationToken = handle(world)
  const acsTransID = handle(world)
  const one = { payment, notificationUrl }
  world.challenges.set(authorisationToken, one)
  world.challenges.set(acsTransID, one)
  const token = encoded({
    acsReferenceNumber: "ADYEN-ACS-SIMULATOR",
    acsTransID,
    acsURL: `${world.url()}/threeds2simulator/acs/challenge.shtml`,
    messageVersion: "2.2.0",
    threeDSServerTransID: payment.psp
  })
  return answered(payment, "ChallengeShopper", {
    type: "threeDS2",
    subtype: "challenge",
    paymentMethodType: "scheme",
    authorisationToken,
    token
  })
}
