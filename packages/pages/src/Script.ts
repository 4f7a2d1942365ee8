/** The script of the verification page: takes the step that the customer would take with its button. */
export const script = `"use strict"
const step = document.getElementById("step")
const method = document.getElementById("method")
let gone = false
const go = () => {
  if (gone || step === null) return
  gone = true
  step.submit()
}
if (method === null) go()
else {
  // The issuer's page has 10 seconds; its load ends the step earlier.
  document.querySelector("iframe").addEventListener("load", () => setTimeout(go, 500))
  method.submit()
  setTimeout(go, 10000)
}
`
