import { frameScript } from "./FrameScript.js"

/** The script of the pages on which a customer pays by bank transfer, and of their results. Nothing depends on it. */
export const transferScript = `"use strict"
${frameScript}
const page = document.getElementById("transfer")
const spoken = document.getElementById("spoken")
const timer = document.getElementById("timer")
const onward = document.getElementById("onward")
let gone = false
const say = (text) => {
  if (spoken !== null) spoken.textContent = text
}
const again = () => {
  if (gone) return
  gone = true
  location.reload()
}

// Asks for the status: ever more seldom, and not while nobody looks. A customer comes back from the bank's app: at once.
const follow = ({ status, version }) => {
  let pause = 2000
  let next
  let asking = false
  const later = () => {
    clearTimeout(next)
    if (!document.hidden) next = setTimeout(look, pause)
  }
  const look = async () => {
    if (asking || gone) return
    asking = true
    try {
      const answer = await fetch(status, { cache: "no-store" })
      if (answer.ok && String((await answer.json()).version) !== version) return again()
      pause = answer.ok ? Math.min(pause * 1.2, 10000) : Math.min(pause * 2, 60000)
    } catch {
      // The connection may come back.
      pause = Math.min(pause * 2, 60000)
    } finally {
      asking = false
    }
    later()
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return clearTimeout(next)
    pause = 2000
    look()
  })
  later()
}

const two = (number) => String(number).padStart(2, "0")
// From the server's clock, whatever the customer's says. At the end the page says what follows.
const countDown = (seconds) => {
  const end = Date.now() + seconds * 1000
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    const hours = Math.floor(left / 3600)
    timer.textContent = (hours > 0 ? hours + ":" : "") + two(Math.floor(left / 60) % 60) + ":" + two(left % 60)
    timer.classList.toggle("soon", left <= 60)
    if (left === 300) say(spoken?.dataset.five)
    if (left === 60) say(spoken?.dataset.one)
    if (left === 0) return again()
    setTimeout(tick, ((end - Date.now() - 1) % 1000) + 1)
  }
  tick()
  document.getElementById("left")?.removeAttribute("hidden")
}

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Without a secure connection, or in a frame that may not.
    const field = document.createElement("textarea")
    field.value = text
    document.body.append(field)
    field.select()
    document.execCommand("copy")
    field.remove()
  }
}
for (const button of document.querySelectorAll("[data-copy]")) {
  const word = button.querySelector(".word") ?? button
  const name = word.textContent
  let back
  button.addEventListener("click", async () => {
    await copy(button.dataset.copy)
    button.focus()
    button.classList.add("copied")
    word.textContent = button.dataset.done
    say(button.textContent)
    clearTimeout(back)
    back = setTimeout(() => {
      button.classList.remove("copied")
      word.textContent = name
    }, 2500)
  })
  button.hidden = false
}

const goOn = ({ seconds, to }) => {
  // A page in a frame cannot lead the page around it away: that one is told.
  const next = setTimeout(() => (framed ? tell("leave", { url: to }) : location.replace(to)), seconds * 1000)
  onward.querySelector("button")?.addEventListener("click", () => {
    clearTimeout(next)
    onward.remove()
    document.querySelector(".action")?.focus()
  })
  onward.hidden = false
}

if (page !== null) follow(page.dataset)
if (timer !== null) countDown(Number(timer.dataset.left))
if (onward !== null) goOn(onward.dataset)
// Back from another page, the browser may show this one as it was left.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload())
`
