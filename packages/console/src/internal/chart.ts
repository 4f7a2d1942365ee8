/** Bars, drawn on the server. Each chart has a table that says the same. */
import { type Html, html } from "@florin/pages/Html"

export interface Bar {
  /** Of the day below it. */
  readonly label: string
  readonly value: number
  /** The value as people read it, for whoever points at the bar. */
  readonly text: string
}

const size = { width: 720, height: 160, left: 8, bottom: 22, top: 8 } as const

const rounded = (value: number): number => Math.round(value * 10) / 10

/** Bars of one height scale from 0 to the highest, or to `most`. */
export const bars = (title: string, all: ReadonlyArray<Bar>, most?: number): Html => {
  const highest = most ?? Math.max(1, ...all.map(({ value }) => value))
  const inner = size.height - size.bottom - size.top
  const step = (size.width - size.left * 2) / Math.max(1, all.length)
  const every = Math.max(1, Math.ceil(all.length / 10))
  const bar = ({ label, text, value }: Bar, at: number) => {
    const height = (Math.min(value, highest) / highest) * inner
    const x = size.left + at * step
    return html`<rect class="bar" x="${rounded(x + step * 0.1)}" y="${rounded(size.top + inner - height)}" width="${rounded(step * 0.8)}" height="${rounded(height)}"><title>${label}: ${text}</title></rect>${at % every === 0 && html`<text x="${rounded(x)}" y="${size.height - 6}">${label}</text>`}`
  }
  const base = size.top + inner
  return html`<svg class="bars" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}"><line class="axis" x1="${size.left}" x2="${size.width - size.left}" y1="${base}" y2="${base}"/>${all.map(bar)}</svg>`
}
