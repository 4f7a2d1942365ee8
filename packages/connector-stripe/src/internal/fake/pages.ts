/** What a browser sees of the fake: the page on which a customer confirms, and the script of the card fields. */

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface Challenge {
  readonly action: string
  readonly amount: number
  readonly currency: string
}

/** A form with two buttons, in the place of the issuer's page. */
export const challenge = ({ action, amount, currency }: Challenge): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>3-D Secure test page</title></head>
<body><h1>3-D Secure test page</h1>
<p>The fake of Stripe asks whether the customer confirms ${escaped(String(amount))} ${escaped(currency.toUpperCase())}.</p>
<form method="post" action="${escaped(action)}">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button>
</form></body></html>`

export const nothingToConfirm = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>3-D Secure test page</title></head>
<body><p>There is nothing to confirm.</p></body></html>`

/** Where the browser goes afterwards, with what Stripe adds. It decides nothing. */
export const returnAddress = (returnUrl: string, id: string, isConfirmed: boolean): string => {
  const url = new URL(returnUrl)
  const name = id.startsWith("seti_") ? "setup_intent" : "payment_intent"
  url.searchParams.set(name, id)
  url.searchParams.set(`${name}_client_secret`, `${id}_secret_fake`)
  if (name === "payment_intent") url.searchParams.set("source_redirect_slug", "fake")
  url.searchParams.set("redirect_status", isConfirmed ? "succeeded" : "failed")
  return url.href
}

/**
 * The smallest script that looks like Stripe.js: `Stripe(key)`, `elements().create("card").mount(place)`, events of the
 * element, and `createPaymentMethod`, which answers a token of the fake. The fields are an iframe of the fake's origin, so
 * that no number is in the page that mounts them.
 */
export const script = `(() => {
  const origin = new URL(document.currentScript.src).origin
  const frames = new Map()
  let count = 0
  addEventListener("message", ({ data, origin: from, source }) => {
    if (from !== origin || typeof data !== "object" || data === null) return
    for (const field of frames.values()) if (field.frame.contentWindow === source) field.receive(data)
  })
  const element = (type) => {
    const listeners = new Map()
    const waiting = new Map()
    const frame = document.createElement("iframe")
    const emit = (name, event) => (listeners.get(name) ?? []).forEach((listener) => listener(event))
    const field = {
      frame,
      receive(data) {
        if (data.event === "ready") emit("ready", { elementType: type })
        if (data.event === "change") {
          const { complete, empty, brand, error } = data
          emit("change", { elementType: type, complete, empty, brand, error })
        }
        if (data.event === "created") {
          waiting.get(data.id)?.(data.result)
          waiting.delete(data.id)
        }
      }
    }
    frames.set(frame, field)
    frame.title = "Secure card payment input frame"
    frame.setAttribute("name", "__privateStripeFrame" + (count += 1))
    frame.style.cssText = "border:0;width:100%;height:2.6em"
    return {
      mount(place) {
        const at = typeof place === "string" ? document.querySelector(place) : place
        if (at === null) throw new Error("The selector you specified applies to no DOM elements that are currently on the page.")
        frame.src = origin + "/v3/fields"
        at.replaceChildren(frame)
      },
      on(name, listener) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener])
        return this
      },
      off(name) {
        listeners.delete(name)
        return this
      },
      update() {},
      unmount() { frame.remove() },
      destroy() { frame.remove(); frames.delete(frame) },
      create(details) {
        return new Promise((resolve) => {
          const id = count += 1
          waiting.set(id, resolve)
          frame.contentWindow.postMessage({ ask: "create", id, details }, origin)
        })
      }
    }
  }
  window.Stripe = (key) => {
    if (typeof key !== "string" || !key.startsWith("pk_")) throw new Error("Please call Stripe() with your publishable key.")
    return {
      elements: () => ({ create: (type) => element(type) }),
      createPaymentMethod: ({ card, billing_details }) => card.create({ billing_details }),
      createToken: (card) =>
        card.create({}).then(({ error, paymentMethod }) => (error ? { error } : { token: { id: paymentMethod.id } }))
    }
  }
  window.Stripe.version = "fake"
})()
`

/** The inside of the card fields: it sends the number to the fake, and hands out a token alone. */
export const fields = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Card fields</title>
<style>body{margin:0;font:1em sans-serif;display:flex;gap:.4em}input{font:inherit;min-width:0;flex:1;border:0;outline:0}input[name=number]{flex:3}</style>
</head><body>
<input name="number" autocomplete="cc-number" inputmode="numeric" placeholder="Card number" aria-label="Credit or debit card number">
<input name="expiry" autocomplete="cc-exp" inputmode="numeric" placeholder="MM / YY" aria-label="Credit or debit card expiration date">
<input name="cvc" autocomplete="cc-csc" inputmode="numeric" placeholder="CVC" aria-label="Credit or debit card CVC/CVV">
<script src="/v3/fields.js"></script>
</body></html>`

export const fieldsScript = `(() => {
  const value = (name) => document.querySelector("input[name=" + name + "]").value.replace(/\\D/g, "")
  const tell = (data) => parent.postMessage(data, "*")
  const read = () => ({ number: value("number"), expiry: value("expiry"), cvc: value("cvc") })
  const isComplete = ({ number, expiry, cvc }) => number.length >= 12 && expiry.length === 4 && cvc.length >= 3
  const brandOf = (number) => number.startsWith("4") ? "visa" : /^5[1-5]/.test(number) ? "mastercard" : "unknown"
  document.addEventListener("input", () => {
    const card = read()
    const empty = card.number + card.expiry + card.cvc === ""
    tell({ event: "change", complete: isComplete(card), empty, brand: brandOf(card.number), error: undefined })
  })
  addEventListener("message", async ({ data, source }) => {
    if (source !== parent || data?.ask !== "create") return
    const card = read()
    if (!isComplete(card)) {
      const error = { type: "validation_error", code: "incomplete_number", message: "Your card number is incomplete." }
      return tell({ event: "created", id: data.id, result: { error } })
    }
    const body = new URLSearchParams({
      type: "card",
      "card[number]": card.number,
      "card[exp_month]": card.expiry.slice(0, 2),
      "card[exp_year]": "20" + card.expiry.slice(2),
      "card[cvc]": card.cvc
    })
    const name = data.details?.billing_details?.name
    if (name) body.set("billing_details[name]", name)
    const answer = await fetch("/v3/payment_methods", { method: "POST", body })
    const document = await answer.json()
    tell({ event: "created", id: data.id, result: answer.ok ? { paymentMethod: document } : { error: document.error } })
  })
  tell({ event: "ready" })
})()
`
