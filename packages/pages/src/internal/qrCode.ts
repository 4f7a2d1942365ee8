/** QR codes as inline SVG. */
import * as Option from "effect/Option"
import encodeQR from "qr"
import { type Html, html } from "../Html.js"

/** Modules of the margin. Source: ISO/IEC 18004, "Quiet zone". */
const quietZone = 4

// Refuses a text that is too long for a code.
const encoded = Option.liftThrowable((text: string) => encodeQR(text, "raw", { border: quietZone }))

/** The dark modules of a row, one rectangle per run. */
const runs = (row: ReadonlyArray<boolean>, y: number): string => {
  const modules = row.map((isDark) => (isDark ? "1" : "0")).join("")
  return [...modules.matchAll(/1+/g)]
    .map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join("")
}

const drawn = (rows: ReadonlyArray<ReadonlyArray<boolean>>, alternative: string): Html => {
  const size = rows.length
  // Dark on light in every scheme: not every camera reads the opposite.
  return html`<svg class="code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${alternative}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${rows.map(runs)}"/></svg>`
}

/** The text as a picture with an alternative. Nothing, if it is too long for a code. */
export const qrCode = (text: string, alternative: string): Html | undefined =>
  Option.getOrUndefined(Option.map(encoded(text), (rows) => drawn(rows, alternative)))
