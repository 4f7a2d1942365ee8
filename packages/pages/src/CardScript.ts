/** The script of the forms with a card. Nothing depends on it: the form is complete without. Source: D47. */
import { lengths, luhnExempt, ranges } from "@florin/core/cards/CardNumber"
import { frameScript } from "./FrameScript.js"
import { brandNames } from "./internal/brandNames.js"

/** What the rules of the gateway say of numbers: the script has them from there. */
const rules = `const ranges = ${JSON.stringify(ranges)}
const lengths = ${JSON.stringify(lengths)}
const exempt = ${JSON.stringify([...luhnExempt])}
const names = ${JSON.stringify(brandNames)}`

const numbers = `const brandOf = (digits) => ranges.find(([low, high]) => {
  const prefix = digits.slice(0, low.length)
  return prefix >= low && prefix <= high
})?.[2]
const usual = (digits) => (/^3[47]/.test(digits) ? 15 : /^3(0[0-5]|[689])/.test(digits) ? 14 : 16)
const groups = (digits) => ({ 15: [4, 6, 5], 14: [4, 6, 4] })[usual(digits)] ?? [4, 4, 4, 4]
const passes = (digits) => [...digits].reverse().reduce((sum, digit, at) => {
  const doubled = at % 2 === 0 ? +digit : digit * 2
  return sum + (doubled > 9 ? doubled - 9 : doubled)
}, 0) % 10 === 0
const grouped = (digits) => {
  let at = 0
  return [...groups(digits), 19].map((size) => digits.slice(at, (at += size))).filter(Boolean).join(" ")
}
const dated = (digits, value) => {
  // One digit of a month, and then another month than it could begin, or a separator. Browsers fill in a year of four digits.
  const isShort = /^[2-9]/.test(digits) || /^\\s*1\\s*[/.-]/.test(value)
  const all = (isShort ? "0" : "") + digits
  const isLong = all.slice(2, 4) === "20" && all.length > 4
  if (isLong && all.length === 5) return all.slice(0, 2) + "/" + all.slice(2)
  const four = isLong ? all.slice(0, 2) + all.slice(4) : all.slice(0, 4)
  return four.length > 2 || (isShort && digits.length === 1) ? four.slice(0, 2) + "/" + four.slice(2) : four
}`

// Digits of other scripts, and whatever else it does not know, it leaves to the answer.
const checks = `const foreign = /(?![0-9])\\p{Nd}/u
const numberFault = (value) => {
  const digits = value.replace(/[\\s\\u2010-\\u2015-]/g, "")
  if (foreign.test(value)) return
  if (digits === "") return "number-missing"
  if (/[^0-9]/.test(digits)) return "number-wrong"
  const brand = brandOf(digits)
  if (excluded.includes(brand)) return "number-brand"
  if (digits.length < 12 || digits.length > 19) return "number-length"
  if (passes(digits) || exempt.includes(brand)) return
  return brand && !lengths[brand].includes(digits.length) ? "number-length" : "number-check"
}
const expiryFault = (value) => {
  if (foreign.test(value)) return
  if (value.trim() === "") return "expiry-missing"
  const [, month, year] = /^\\s*(\\d\\d)\\s*[/.-]\\s*(?:20)?(\\d\\d)\\s*$/.exec(value) ?? []
  if (month === undefined || month < 1 || month > 12) return "expiry-wrong"
  if ("20" + year + "-" + month < form.dataset.month) return "expired"
}
const codeFault = (value) => {
  if (foreign.test(value)) return
  if (value.trim() === "") return "code-missing"
  if (!/^\\s*\\d{3,4}\\s*$/.test(value)) return "code-wrong"
}
const checkOf = (field) => {
  const check = { number: numberFault, expiry: expiryFault, code: codeFault }[field.id]
  return check ? check(field.value) : field.required && field.value.trim() === "" ? "missing" : undefined
}`

const marks = `const show = (field, fault) => {
  if (fault && !say[fault]) return
  const id = field.id + "-fault"
  let line = document.getElementById(id)
  if (!fault) {
    if (line === null) return
    line.remove()
    field.removeAttribute("aria-invalid")
    field.setAttribute("aria-describedby", (field.getAttribute("aria-describedby") ?? "").replace(id, "").trim())
    if (form.querySelector("[aria-invalid]") === null) document.querySelector(".faults")?.remove()
    return
  }
  if (line === null) {
    line = document.createElement("p")
    line.id = id
    line.className = "fault"
    line.setAttribute("role", "alert")
    field.closest(".field").append(line)
    field.setAttribute("aria-invalid", "true")
    field.setAttribute("aria-describedby", ((field.getAttribute("aria-describedby") ?? "") + " " + id).trim())
  }
  if (line.textContent !== say[fault]) line.textContent = say[fault]
}
const isSeen = (field) => field.offsetParent !== null
const isMarked = (field) => field.hasAttribute("aria-invalid")`

const typing = `const shape = (field, most, format) => {
  field?.addEventListener("input", () => {
    const { selectionStart: caret, value } = field
    const digits = value.replace(/[^0-9]/g, "")
    // What does not consist of digits and separators stays as it was typed, for the answer to say what is wrong.
    if (/[^0-9\\s\\u2010-\\u2015/.-]/.test(value) || digits.length > most) return
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
const [number, expiry, code] = ["number", "expiry", "code"].map((id) => form.querySelector("#" + id))
shape(number, 19, grouped)
shape(expiry, 6, dated)
// On to the next field, when one was typed to its end.
let moved
const onward = (field, next) => {
  if (next === null || next.value !== "" || document.activeElement !== field) return
  if (field.selectionStart !== field.value.length) return
  next.focus()
  moved = next
}
// Whoever presses Tab by habit is there already.
form.addEventListener("keydown", (event) => {
  if (event.key === "Tab" && !event.shiftKey && event.target === moved && moved.value === "") event.preventDefault()
  moved = undefined
})
number?.addEventListener("input", () => {
  const digits = number.value.replace(/[^0-9]/g, "")
  const name = names[brandOf(digits)] ?? ""
  const shown = document.getElementById("brand")
  if (shown !== null && shown.textContent !== name) shown.textContent = name
  const fault = numberFault(number.value)
  const isWhole = digits.length === usual(digits)
  if (isWhole || fault === "number-brand" || isMarked(number)) show(number, fault)
  if (isWhole && !fault && !exempt.includes(brandOf(digits))) onward(number, expiry)
})
expiry?.addEventListener("input", () => {
  const fault = expiryFault(expiry.value)
  const isWhole = /^\\d\\d\\/\\d\\d$/.test(expiry.value)
  if (isWhole || isMarked(expiry)) show(expiry, fault)
  if (isWhole && !fault) onward(expiry, code)
})
const controls = [...form.querySelectorAll("input:not([type=hidden],[type=radio],[type=checkbox]),select")]
for (const field of controls) {
  if (field !== number && field !== expiry) field.addEventListener("input", () => isMarked(field) && show(field, checkOf(field)))
  field.addEventListener("change", () => field.value.trim() !== "" && show(field, checkOf(field)))
}`

const sending = `const button = form.querySelector("button[type=submit]")
const free = () => {
  delete form.dataset.sent
  button.removeAttribute("aria-disabled")
  if (button.dataset.text !== undefined) button.querySelector(".word").textContent = button.dataset.text
}
form.addEventListener("submit", (event) => {
  if (form.dataset.sent !== undefined) return event.preventDefault()
  const faulty = controls.filter((field) => {
    const fault = isSeen(field) ? checkOf(field) : undefined
    show(field, fault)
    return fault && say[fault]
  })
  if (faulty.length > 0) {
    event.preventDefault()
    return faulty[0].focus()
  }
  form.dataset.sent = "1"
  button.setAttribute("aria-disabled", "true")
  const word = button.querySelector(".word")
  if (word !== null && button.dataset.busy !== undefined) {
    button.dataset.text = word.textContent
    word.textContent = button.dataset.busy
  }
  // A customer who stops it may send it again: it is charged once however often it comes.
  setTimeout(free, 10000)
})
// Back from another page, the browser may show this one as it was left.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && form.dataset.sent !== undefined) location.reload()
})`

const timing = `const timer = document.getElementById("timer")
const spoken = document.getElementById("spoken")
// From the server's clock, whatever the customer's says. At the end the page says what follows.
if (timer !== null) {
  const two = (number) => String(number).padStart(2, "0")
  const end = Date.now() + timer.dataset.left * 1000
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    timer.textContent = two(Math.floor(left / 60)) + ":" + two(left % 60)
    timer.classList.toggle("soon", left <= 60)
    if (left === 300) spoken.textContent = spoken.dataset.five
    if (left === 60) spoken.textContent = spoken.dataset.one
    if (left > 0) setTimeout(tick, ((end - Date.now() - 1) % 1000) + 1)
    // A form that is on its way shows its own answer.
    else if (document.getElementById("pay")?.dataset.sent === undefined) location.reload()
  }
  tick()
  document.getElementById("left").hidden = false
}`

// What the bank's server decides by whether it asks the customer.
const describing = `const described = form.querySelector("[name=browser]")
if (described !== null) {
  const depths = [1, 4, 8, 15, 16, 24, 32, 48]
  described.value = JSON.stringify({
    screen_width: screen.width,
    screen_height: screen.height,
    screen_color_depth: depths.filter((depth) => depth <= screen.colorDepth).pop(),
    window_width: innerWidth,
    window_height: innerHeight,
    language: navigator.language,
    java_enabled: false,
    time_zone: new Date().getTimezoneOffset(),
    time_zone_name: Intl.DateTimeFormat().resolvedOptions().timeZone
  })
}`

const indented = (text: string): string => text.replaceAll(/^/gm, "  ")

/**
 * Groups the digits of a number as its brand writes them, names the brand, says at once what is wrong, completes the
 * date, moves on, sends once, and counts the time down.
 */
export const cardScript = `"use strict"
${frameScript}
const form = document.getElementById("pay")
${timing}
if (form !== null) {
  const say = JSON.parse(form.dataset.say ?? "{}")
  const excluded = (form.dataset.excluded ?? "").split(",")
${indented([rules, numbers, checks, marks, typing, sending, describing].join("\n"))}
}
`
