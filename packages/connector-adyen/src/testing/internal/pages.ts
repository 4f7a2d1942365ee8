/** The pages on which the fake's customers confirm a payment: Adyen's own, and the issuer's. */
import type { Challenge } from "./world.js"
import { handle, type World } from "./world.js"

/** An answer to a browser. */
export interface Page {
  readonly status: number
  readonly html?: string
  readonly location?: string
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join("")

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><body style="font-family:sans-serif;max-width:24rem;margin:3rem auto">${body}</body></html>`

const asking = (action: string, { payment }: Challenge, fields: Readonly<Record<string, string>>): Page => ({
  status: 200,
  html: document(
    "3-D Secure test page",
    `<h1>Confirm the payment</h1><p>${payment.amount.value} minor units of ${escaped(payment.amount.currency)}</p>` +
      `<form method="post" action="${action}">${hidden(fields)}` +
      `<button name="decision" value="confirm">Confirm</button> ` +
      `<button name="decision" value="refuse">Refuse</button></form>`
  )
})

const missing: Page = { status: 404, html: document("Not found", "<p>There is no such page.</p>") }

const appended = (url: string, name: string, value: string): string => {
  const to = new URL(url)
  to.searchParams.set(name, value)
  return to.href
}

const isConfirmed = (form: URLSearchParams): boolean => form.get("decision") === "confirm"

/** Adyen's page, to which a redirect leads. */
const redirect = ({ challenges }: World, md: string): Page => {
  const challenge = challenges.get(md)
  return challenge === undefined ? missing : asking("/checkoutshopper/threeDS/answer", challenge, { MD: md })
}

/** Its answer leads back, with a result that says nothing to the browser. A second answer changes nothing. */
const redirected = (world: World, form: URLSearchParams): Page => {
  const challenge = world.challenges.get(form.get("MD") ?? "")
  if (challenge === undefined) return missing
  challenge.isConfirmed ??= isConfirmed(form)
  const result = handle(world)
  world.challenges.set(result, challenge)
  return { status: 303, location: appended(challenge.payment.returnUrl, "redirectResult", result) }
}

const readRequest = (creq: string): string => {
  try {
    const { acsTransID } = JSON.parse(Buffer.from(creq, "base64url").toString("utf8")) as { acsTransID?: unknown }
    return String(acsTransID)
  } catch {
    return ""
  }
}

/** The issuer's page of native 3-D Secure. */
const challenged = ({ challenges }: World, form: URLSearchParams): Page => {
  const acsTransID = readRequest(form.get("creq") ?? "")
  const challenge = challenges.get(acsTransID)
  const threeDSSessionData = form.get("threeDSSessionData") ?? ""
  return challenge === undefined
    ? missing
    : asking("/threeds2simulator/acs/answer", challenge, { acsTransID, threeDSSessionData })
}

/** Its answer is posted by the browser to where the merchant wants it. */
const confirmed = ({ challenges }: World, form: URLSearchParams): Page => {
  const acsTransID = form.get("acsTransID") ?? ""
  const challenge = challenges.get(acsTransID)
  if (challenge?.notificationUrl === undefined) return missing
  challenge.isConfirmed ??= isConfirmed(form)
  const transStatus = challenge.isConfirmed ? "Y" : "N"
  const cres = Buffer.from(JSON.stringify({ acsTransID, messageType: "CRes", transStatus }), "utf8").toString(
    "base64url"
  )
  const fields = hidden({ cres, threeDSSessionData: form.get("threeDSSessionData") ?? "" })
  return {
    status: 200,
    html: document(
      "Back to the shop",
      `<form method="post" action="${escaped(challenge.notificationUrl)}">${fields}<button>Continue</button></form>` +
        "<script>document.forms[0].submit()</script>"
    )
  }
}

/** The page of a request of a browser; absent where there is none. */
export const open = (world: World, method: string, url: URL, form: URLSearchParams): Page | undefined => {
  switch (`${method} ${url.pathname}`) {
    case "GET /checkoutshopper/threeDS/redirect":
      return redirect(world, url.searchParams.get("MD") ?? "")
    case "POST /checkoutshopper/threeDS/answer":
      return redirected(world, form)
    case "POST /threeds2simulator/acs/challenge.shtml":
      return challenged(world, form)
    case "POST /threeds2simulator/acs/answer":
      return confirmed(world, form)
    default:
      return undefined
  }
}
