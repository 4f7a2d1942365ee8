/** The script of the verification page: takes the step that the customer would take with its button, and waits. */
export const script = `"use strict"
const step = document.getElementById("step")
const method = document.getElementById("method")
const wait = document.getElementById("wait")
let gone = false
let pause = 2000
const go = () => {
  if (gone || step === null) return
  gone = true
  step.submit()
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

/** The script of the card form: groups the digits of a number, sets the slash of a date, and sends the form once. */
export const cardScript = `"use strict"
const groups = (digits) => (/^3[47]/.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3])
const grouped = (digits) => {
  let at = 0
  return groups(digits)
    .map((size) => digits.slice(at, (at += size)))
    .filter((group) => group !== "")
    .join(" ")
}
const dated = (digits, value) => {
  // One digit of a month, and then another month than it could begin, or a separator.
  const isShort = /^[2-9]/.test(digits) || /^\\s*1\\s*[/.-]/.test(value)
  const four = ((isShort ? "0" : "") + digits).slice(0, 4)
  return four.length > 2 || (isShort && digits.length === 1) ? four.slice(0, 2) + "/" + four.slice(2) : four
}
const shape = (field, most, format) => {
  if (field === null) return
  field.addEventListener("input", () => {
    const { selectionStart: caret, value } = field
    const digits = value.replace(/[^0-9]/g, "")
    // What does not consist of digits and separators stays as it was typed, for the answer to say what is wrong.
    if (/[^0-9\\s\u2010-\u2015/.-]/.test(value) || digits.length > most) return
    const before = value.slice(0, caret).replace(/[^0-9]/g, "").length
    const shaped = format(digits, value)
    if (shaped === value) return
    field.value = shaped
    if (caret === value.length) return
    let position = 0
    for (let seen = 0; position < shaped.length && seen < before; position++) if (/[0-9]/.test(shaped[position])) seen++
    field.setSelectionRange(position, position)
  })
}
shape(document.getElementById("number"), 19, grouped)
shape(document.getElementById("expiry"), 4, dated)
const form = document.getElementById("pay")
form?.addEventListener("submit", (event) => {
  if (form.dataset.sent !== undefined) return event.preventDefault()
  form.dataset.sent = "1"
  // A customer who stops it may send it again: it is charged once however often it comes.
  setTimeout(() => delete form.dataset.sent, 5000)
})
// Back from another page, the browser may show this one as it was left.
addEventListener("pageshow", () => delete form?.dataset.sent)
`
