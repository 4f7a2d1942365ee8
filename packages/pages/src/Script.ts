import { frameScript } from "./FrameScript.js"

/** The script of the verification page: takes the step that the customer would take with its button, and waits. */
export const script = `"use strict"
${frameScript}
const step = document.getElementById("step")
const method = document.getElementById("method")
const wait = document.getElementById("wait")
const bank = document.getElementById("bank")
let gone = false
let pause = 2000
const go = () => {
  if (gone || step === null) return
  gone = true
  if (step.href === undefined) step.submit()
  else step.click()
}
const look = async () => {
  try {
    const page = await fetch(location.href, { redirect: "manual", cache: "no-store" })
    if (page.type === "opaqueredirect" || (page.ok && !(await page.text()).includes('id="wait"'))) return location.reload()
  } catch {
    // The connection may come back.
  }
  setTimeout(look, pause)
  pause = Math.min(pause * 1.3, 30000)
}
if (wait !== null) setTimeout(look, pause)
else if (framed && bank !== null) {
  // The bank's page stands in this one, which stays: its way out of the frame, too. What comes back is a page of ours.
  bank.hidden = false
  bank.addEventListener("load", () => {
    const url = bank.contentDocument?.URL ?? "about:blank"
    if (url !== "about:blank" && !url.includes("/sandbox/")) location.reload()
  })
  step.target = "bank"
  go()
  step.hidden = true
}
else if (method === null) go()
else {
  // The issuer's page has 10 seconds. When it is done, it sends the frame to a page of ours; others are closed to us.
  const frame = document.querySelector("iframe")
  frame.addEventListener("load", () => frame.contentDocument?.getElementById("finished") && go())
  method.submit()
  setTimeout(go, 10000)
}
// Back from the issuer's page, the browser may show this page as it was left.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload())
`
