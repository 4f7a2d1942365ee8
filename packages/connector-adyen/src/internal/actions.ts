/** What the customer is needed for, as an address or a form, and what comes back from there. */
import type { CustomerAction } from "@florin/core/cards/CustomerAction"
import type { Action } from "./answers.js"
import type { DetailsBody } from "./vendor.js"

const isWebAddress = (url: string | null | undefined): url is string =>
  url != null && URL.canParse(url) && /^https?:\/\/[^\s"'<>]{1,4000}$/.test(url)

const encoded = (value: object, encoding: "base64" | "base64url"): string =>
  Buffer.from(JSON.stringify(value), "utf8").toString(encoding)

type Members = Readonly<Record<string, unknown>>

const decoded = (text: string): Members => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64").toString("utf8"))
    return typeof value === "object" && value !== null ? (value as Members) : {}
  } catch {
    return {}
  }
}

const textIn = (members: Members, name: string): string | undefined => {
  const value = members[name]
  return typeof value === "string" ? value : undefined
}

/** A redirect of Adyen's: by address, or by a form. */
const redirectOf = ({ data, method, url }: Action): CustomerAction | undefined => {
  if (!isWebAddress(url)) return undefined
  return method?.toUpperCase() === "POST" ? { _tag: "Form", url, fields: { ...data } } : { _tag: "Redirect", url }
}

/** Unit: characters. What an issuer returns as it came is no longer. Source: EMV 3-D Secure, `threeDSSessionData`. */
const sessionLimit = 1024

/**
 * The issuer's page of native 3-D Secure. Adyen's token of the authorization travels with the customer, as nothing is
 * remembered here; it is worth nothing without our API key.
 */
const challengeOf = ({ authorisationToken, token }: Action): CustomerAction | undefined => {
  const { acsTransID, acsURL, messageVersion, threeDSServerTransID } = decoded(token ?? "")
  const url = typeof acsURL === "string" ? acsURL : undefined
  const threeDSSessionData = Buffer.from(authorisationToken ?? "", "utf8").toString("base64url")
  const isWhole = threeDSSessionData !== "" && threeDSSessionData.length <= sessionLimit
  if (!isWebAddress(url) || !isWhole) return undefined
  const messageType = "CReq"
  const challengeWindowSize = "05"
  const creq = encoded(
    { acsTransID, challengeWindowSize, messageType, messageVersion, threeDSServerTransID },
    "base64url"
  )
  return { _tag: "Form", url, fields: { creq, threeDSSessionData } }
}

/** Where the customer goes. Absent where the action is none that a browser can do without Adyen's component. */
export const actionOf = (action: Action | null | undefined): CustomerAction | undefined => {
  if (action == null) return undefined
  if (action.type === "redirect") return redirectOf(action)
  return action.type === "threeDS2" && action.subtype === "challenge" ? challengeOf(action) : undefined
}

/**
 * Goes on without the fingerprint of the browser: the issuer's page would need a frame of ours. The issuer then decides
 * with less, and asks for the challenge more often.
 */
export const withoutFingerprint = (action: Action | null | undefined): DetailsBody | undefined => {
  if (action?.type !== "threeDS2" || action.subtype !== "fingerprint" || action.authorisationToken == null) {
    return undefined
  }
  const { authorisationToken } = action
  return { details: { threeDSResult: encoded({ threeDSCompInd: "N", authorisationToken }, "base64") } }
}

/**
 * The question to which the customer's return is the handle: nothing in it is believed. Absent where the browser brought
 * nothing of Adyen's.
 */
export const detailsOf = (returned: Readonly<Record<string, string>>): DetailsBody | undefined => {
  const { MD, PaRes, cres, redirectResult, threeDSSessionData } = returned
  if (redirectResult !== undefined && redirectResult !== "") return { details: { redirectResult } }
  if (cres !== undefined && threeDSSessionData !== undefined) {
    const transStatus = textIn(decoded(cres), "transStatus") ?? "U"
    const authorisationToken = Buffer.from(threeDSSessionData, "base64").toString("utf8")
    return { details: { threeDSResult: encoded({ transStatus, authorisationToken }, "base64") } }
  }
  return MD !== undefined && PaRes !== undefined ? { details: { MD, PaRes } } : undefined
}
