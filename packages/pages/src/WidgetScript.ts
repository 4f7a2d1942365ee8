/** The widget of shop plugins: the page of an order in a frame over the shop's page. Source: D50. */

/**
 * Defines `BeGateway` for a page of a shop's.
 *
 * `new BeGateway({ checkout_url, token, closeWidget }).createWidget()` shows the page of that checkout;
 * `{ checkout_url, checkout: { public_key, … } }` creates one first. `closeWidget` gets `successful`, `failed`, `pending`,
 * `error`, `redirected`, or null where it was closed unpaid.
 */
export const widgetScript = `"use strict"
;(() => {
  const own = document.currentScript?.src ?? ""
  const words = { en: ["Payment", "Close"], ru: ["Оплата", "Закрыть"] }
  const isWeb = (url) => /^https?:\\/\\//i.test(url)
  const pageOf = (url) => (url || own.replace(/\\/widget\\/be_gateway\\.js.*$/, "")).replace(/\\/+$/, "") + "/widget/hpp.html"
  const set = (element, style) => Object.assign(element.style, style)
  let count = 0

  class BeGateway {
    constructor(options) {
      this.options = options ?? {}
      this.status = null
      this.listen = (event) => this.receive(event)
    }

    createWidget() {
      if (this.dialog !== undefined) return
      this.status = null
      this.isHeard = false
      this.page = new URL(pageOf(this.options.checkout_url), location.href)
      const [title, close] = words[document.documentElement.lang.slice(0, 2)] ?? words.en
      this.dialog = document.createElement("dialog")
      this.dialog.setAttribute("aria-label", title)
      set(this.dialog, { position: "fixed", inset: "0", width: "100%", height: "100%", maxWidth: "none", maxHeight: "none" })
      set(this.dialog, { margin: "0", padding: "0", border: "0", overflow: "auto", background: "rgb(0 0 0 / 60%)" })
      this.frame = document.createElement("iframe")
      this.frame.name = "be_gateway_" + ++count
      this.frame.title = title
      set(this.frame, { display: "block", width: "100%", height: "40rem", border: "0" })
      const button = document.createElement("button")
      button.type = "button"
      button.textContent = "\\u00d7"
      button.setAttribute("aria-label", close)
      set(button, { display: "block", width: "2.75rem", height: "2.75rem", marginInlineStart: "auto", padding: "0" })
      set(button, { font: "1.5rem/1 sans-serif", cursor: "pointer", border: "0", background: "none", color: "inherit" })
      const panel = document.createElement("div")
      set(panel, { width: "min(60rem, 100%)", margin: "min(2rem, 3vw) auto", borderRadius: "1rem", overflow: "hidden" })
      set(panel, { background: "Canvas", color: "CanvasText" })
      panel.append(button, this.frame)
      button.addEventListener("click", () => this.close())
      this.dialog.addEventListener("cancel", (event) => (event.preventDefault(), this.close()))
      this.dialog.append(panel)
      document.body.append(this.dialog)
      addEventListener("message", this.listen)
      // A page that may not stand in a frame says nothing: the customer goes there.
      this.frame.addEventListener("load", () => setTimeout(() => this.isHeard || this.dialog === undefined || this.leave(), 1500))
      this.dialog.showModal()
      this.frame.focus()
      this.open(this.frame.name)
    }

    open(target) {
      const { checkout, token } = this.options
      const form = document.createElement("form")
      const add = (name, value) => {
        const field = document.createElement("input")
        Object.assign(field, { type: "hidden", name, value })
        form.append(field)
      }
      const { public_key: key = "", ...order } = checkout ?? {}
      Object.assign(form, { target, hidden: true, action: this.page.href, method: token ? "get" : "post" })
      if (token) add("token", token)
      else {
        add("public_key", key)
        add("checkout", JSON.stringify({ iframe: target !== "_top", ...order }))
      }
      document.body.append(form)
      form.submit()
      form.remove()
    }

    receive({ data, origin, source }) {
      if (source !== this.frame?.contentWindow || origin !== this.page.origin || data?.florin !== "checkout") return
      this.isHeard = true
      if (data.type === "ready") source.postMessage({ florin: "checkout", type: "closable" }, origin)
      if (data.type === "height") this.frame.style.height = data.height + "px"
      if (data.type === "outcome") this.status = data.status
      if (data.type === "outcome" && data.status === "redirected") this.told()
      if (data.type === "close") this.close()
      if (data.type === "leave") {
        this.close()
        if (isWeb(data.url)) location.assign(data.url)
      }
    }

    leave() {
      this.status = "redirected"
      this.close()
      this.open("_top")
    }

    told() {
      const { closeWidget } = this.options
      if (typeof closeWidget === "function") closeWidget(this.status)
    }

    close() {
      if (this.dialog === undefined) return
      removeEventListener("message", this.listen)
      this.dialog.close()
      this.dialog.remove()
      this.dialog = undefined
      this.frame = undefined
      this.told()
    }
  }

  window.BeGateway = BeGateway
})()
`
