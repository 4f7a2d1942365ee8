/** What a page of ours tells the page that frames it. Source: D47, D50. */

/**
 * Part of the scripts of the pages that may stand in a frame. Browsers hold the policy of each page to the origins that may
 * frame it, so that nobody else hears: `height` of the page in pixels, `outcome` with its `status`, `leave` with the `url`
 * that the customer goes to, and `close`.
 */
export const frameScript = `const framed = parent !== self
const tell = (type, more) => {
  if (framed) parent.postMessage({ florin: "checkout", type, ...more }, "*")
}
if (framed) {
  document.documentElement.classList.add("framed")
  tell("ready")
  const { outcome: status } = document.querySelector("[data-outcome]")?.dataset ?? {}
  if (status) tell("outcome", { status })
  const measure = () => tell("height", { height: Math.ceil(document.body.getBoundingClientRect().height) })
  new ResizeObserver(measure).observe(document.body)
  const close = document.getElementById("close")
  close?.addEventListener("click", () => tell("close"))
  // Only a page that can close the frame says so.
  addEventListener("message", ({ data, source }) => {
    if (source !== parent || data?.florin !== "checkout" || data.type !== "closable") return
    if (close !== null) close.hidden = false
    addEventListener("keydown", ({ key }) => key === "Escape" && tell("close"))
  })
  for (const button of document.querySelectorAll("[formtarget=_top]"))
    button.addEventListener("click", () => tell("outcome", { status: "redirected" }))
}`
