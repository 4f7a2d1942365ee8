/** Bars, drawn on the server. Each chart has a table that says the same. */
import { type Html, html } from "@florin/pages/Html"

export interface Bar {
  /** Of the day below it. */
  readonly label: string
  readonly value: number
  /** The value as people read it, for whoever points at the bar. */
  readonly text: string
}

/** Of which height the drawing is, in pixels: widths are shares of the page's, so that no text shrinks with it. */
const size = { height: 176, top: 24, bottom: 22 } as const

const inner = size.height - size.top - size.bottom

const base = size.height - size.bottom

const rounded = (value: number): number => Math.round(value * 100) / 100

/** The scale: a line at the greatest value, with what it is. */
const scale = (text: string): Html =>
  html`<text x="0" y="${size.top - 8}">${text}</text><line class="axis" x1="0" x2="100%" y1="${size.top}" y2="${size.top}"/>`

/** How many labels fit beside each other; on narrow screens every second one does. */
const mostLabels = 10

/** Bars of one height scale from 0 to the greatest, or to `most`. */
export const bars = (title: string, all: ReadonlyArray<Bar>, most?: Pick<Bar, "value" | "text">): Html => {
  const greatest =
    most ??
    all.reduce<Pick<Bar, "value" | "text">>((one, other) => (other.value > one.value ? other : one), {
      value: 0,
      text: ""
    })
  const step = 100 / Math.max(1, all.length)
  const every = Math.max(1, Math.ceil(all.length / mostLabels))
  const label = (text: string, at: number) =>
    html`<text${(at / every) % 2 === 1 && html` class="even"`} x="${rounded(at * step)}%" y="${size.height - 6}">${text}</text>`
  const bar = ({ label: day, text, value }: Bar, at: number) => {
    const height = greatest.value === 0 ? 0 : (Math.min(value, greatest.value) / greatest.value) * inner
    return html`<rect class="bar" x="${rounded((at + 0.1) * step)}%" y="${rounded(base - height)}" width="${rounded(step * 0.8)}%" height="${rounded(height)}"><title>${day}: ${text}</title></rect>${at % every === 0 && label(day, at)}`
  }
  return html`<svg class="bars" role="img" aria-label="${title}">${greatest.value > 0 && scale(greatest.text)}<line class="axis" x1="0" x2="100%" y1="${base}" y2="${base}"/>${all.map(bar)}</svg>`
}
