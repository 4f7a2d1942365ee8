/** Signs beside headlines. A screen reader reads the headline. */
import type { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import { type Html, html, trusted } from "../Html.js"

const icon = (shape: string, kind = ""): Html =>
  html`<svg class="${kind}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${trusted(shape)}</svg>`

const circle = '<circle cx="12" cy="12" r="10"/>'

export const shield = icon(
  '<path d="M12 2.5 4 5.5v6c0 5 3.4 8.6 8 10 4.6-1.4 8-5 8-10v-6z"/><path d="m8.5 12 2.5 2.5 4.5-5"/>'
)
export const turning = icon(
  '<circle cx="12" cy="12" r="10" opacity=".25"/><path d="M12 2a10 10 0 0 1 10 10"/>',
  "turning"
)
export const bank = icon('<path d="M3 9.5 12 4l9 5.5M4 20h16M6 10v7M10 10v7M14 10v7M18 10v7"/>')
export const card = icon('<rect x="2" y="5" width="20" height="14" rx="2.5"/><path d="M2 10h20"/>')
export const question = icon(`${circle}<path d="M9.2 9a3 3 0 1 1 4.3 2.9c-1 .6-1.5 1.1-1.5 2.1M12 17.2v.1"/>`)
export const phone = icon('<rect x="6" y="2" width="12" height="20" rx="2.5"/><path d="M11 18.5h2"/>')
export const copy = icon(
  '<rect x="9" y="9" width="12" height="12" rx="2"/><path d="M15 5.5V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h.5"/>',
  "copying"
)
export const done = icon('<path d="m5 12.5 4.5 4.5L19 7.5"/>', "done")
export const scan = icon(
  '<rect x="3" y="3" width="7" height="7" rx="1"/><rect x="14" y="3" width="7" height="7" rx="1"/><rect x="3" y="14" width="7" height="7" rx="1"/><path d="M14 14h3v3h-3zM21 14v.1M18 18v3h3v-3"/>'
)
export const lock = icon(
  '<rect x="4.5" y="10.5" width="15" height="10.5" rx="2"/><path d="M8 10.5V7.5a4 4 0 0 1 8 0v3"/>'
)
export const clock = icon(`${circle}<path d="M12 6.5V12l3.5 2"/>`)

const good = icon(`${circle}<path d="m7.5 12.5 3 3 6-6.5"/>`)
const bad = icon(`${circle}<path d="m8.5 8.5 7 7m0-7-7 7"/>`)

export const ofStatus = (status: TransactionStatus): Html => {
  switch (status) {
    case "successful":
      return good
    case "failed":
      return bad
    case "expired":
    case "pending":
    case "incomplete":
      return clock
  }
}
