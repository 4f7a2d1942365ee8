/** Charts as SVG text. Colours are classes of the page's style, so that they follow light and dark. */
import { escaped } from "./Wording.js"

/** A colour of the page. */
export type Colour = "blue" | "teal" | "amber" | "red" | "violet" | "grey"

/** A part of a column or bar. `shown`: its value in words, for whoever points at it. */
export interface Part {
  readonly name: string
  readonly value: number
  readonly colour: Colour
  readonly shown: string
}

/** Coordinates with at most one decimal. */
const at = (value: number): string => String(Number(value.toFixed(1)))

export const width = 880

/** Room for the labels of the axis on the left. */
const axis = 52

export const text = (x: number, y: number, content: string, classes = "", anchor = "start"): string =>
  `<text x="${at(x)}" y="${at(y)}" class="${classes}" text-anchor="${anchor}">${escaped(content)}</text>`

export const rectangle = (
  { height, width, x, y }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  colour: Colour,
  shown: string
): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(Math.max(width, 0))}" height="${at(Math.max(height, 0))}" rx="2" class="${colour}"><title>${escaped(shown)}</title></rect>`

const line = (x1: number, y1: number, x2: number, y2: number, classes: string): string =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="${classes}"/>`

/** A picture with a name for those who cannot see it. */
export const picture = (height: number, name: string, content: ReadonlyArray<string>): string =>
  [`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(name)}">`, ...content, "</svg>"].join("\n")

/** The names of the colours. */
export const legend = (entries: ReadonlyArray<readonly [name: string, colour: Colour]>): string =>
  `<p class="legend">${entries.map(([name, colour]) => `<span><i class="${colour}"></i>${escaped(name)}</span>`).join(" ")}</p>`

/** A round step that divides a range into about `wanted` parts; whole numbers where values are counts. */
const stepOf = (range: number, wanted: number): number => {
  const rough = Math.max(range / wanted, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
}

interface Scale {
  readonly top: number
  readonly bottom: number
  readonly y: (value: number) => number
  readonly ticks: ReadonlyArray<number>
}

const scaleOf = (most: number, least: number, from: number, to: number): Scale => {
  const step = stepOf(most - least, 5)
  const top = Math.max(Math.ceil(most / step) * step, step)
  const bottom = Math.floor(least / step) * step
  const count = Math.round((top - bottom) / step)
  return {
    top,
    bottom,
    y: (value) => to - ((value - bottom) / (top - bottom)) * (to - from),
    ticks: Array.from({ length: count + 1 }, (_, index) => bottom + index * step)
  }
}

/** A column of stacked parts: `up` from zero, `down` below it. */
export interface Column {
  readonly label: string
  /** Under the label. */
  readonly note?: string
  /** Over the column. */
  readonly total?: string
  readonly up: ReadonlyArray<Part>
  readonly down?: ReadonlyArray<Part>
}

const sum = (parts: ReadonlyArray<Part>): number => parts.reduce((total, { value }) => total + value, 0)

const stacked = (
  parts: ReadonlyArray<Part>,
  x: number,
  wide: number,
  { y }: Scale,
  sign: 1 | -1
): ReadonlyArray<string> => {
  let reached = 0
  return parts.flatMap((part) => {
    const from = reached
    reached += part.value
    if (part.value === 0) return []
    const edge = y(sign * (sign === 1 ? reached : from))
    const height = Math.abs(y(reached) - y(from))
    // A hair of the background parts neighbours.
    const box = { x, y: edge, width: wide, height: Math.max(height - 1, 0.8) }
    return [rectangle(box, part.colour, `${part.name}: ${part.shown}`)]
  })
}

/** Columns over a common axis. Where they are too many, only some have their texts. */
export const columns = (name: string, all: ReadonlyArray<Column>, tick: (value: number) => string): string => {
  const [top, base] = [18, 262]
  const most = Math.max(...all.map(({ up }) => sum(up)), 1)
  const least = -Math.max(...all.map(({ down = [] }) => sum(down)), 0)
  const scale = scaleOf(most, least, top, base)
  const place = (width - axis) / all.length
  const wide = Math.min(place * 0.66, 48)
  const each = Math.ceil(all.length / 12)
  const grid = scale.ticks.flatMap((value) => [
    line(axis, scale.y(value), width, scale.y(value), value === 0 ? "zero" : "grid"),
    text(axis - 8, scale.y(value) + 4, tick(Math.abs(value)), "tick", "end")
  ])
  const bars = all.flatMap(({ down = [], label, note, total, up }, index) => {
    const x = axis + place * index + (place - wide) / 2
    const middle = x + wide / 2
    const isNamed = index % each === 0
    return [
      ...stacked(up, x, wide, scale, 1),
      ...stacked(down, x, wide, scale, -1),
      ...(total === undefined || all.length > 18 ? [] : [text(middle, scale.y(sum(up)) - 5, total, "value", "middle")]),
      ...(isNamed ? [text(middle, base + 20, label, "label", "middle")] : []),
      ...(isNamed && note !== undefined ? [text(middle, base + 36, note, "tick", "middle")] : [])
    ]
  })
  const hasNotes = all.some(({ note }) => note !== undefined)
  return picture(hasNotes ? base + 44 : base + 28, name, [...grid, ...bars])
}

/** A row: a name, parts from `start` on, and a text at its end. */
export interface Row {
  readonly label: string
  readonly start?: number
  readonly parts: ReadonlyArray<Part>
  readonly shown: string
  readonly isStrong?: boolean
}

/** Rows over a common length, each with its text on the right. */
export const rows = (name: string, all: ReadonlyArray<Row>): string => {
  const [left, right, high] = [190, 236, 34]
  const longest = Math.max(...all.map(({ parts, start = 0 }) => start + sum(parts)), 1)
  const scale = (value: number) => (value / longest) * (width - left - right)
  const drawn = all.flatMap(({ isStrong = false, label, parts, shown, start = 0 }, index) => {
    const y = index * high + 6
    const weight = isStrong ? " strong" : ""
    let reached = start
    const boxes = parts.flatMap((part) => {
      const x = left + scale(reached)
      reached += part.value
      const box = { x, y, width: Math.max(scale(part.value) - 1, 1), height: high - 12 }
      return part.value === 0 ? [] : [rectangle(box, part.colour, `${part.name}: ${part.shown}`)]
    })
    return [
      text(left - 12, y + 16, label, `label${weight}`, "end"),
      ...boxes,
      text(width - right + 12, y + 16, shown, `value${weight}`)
    ]
  })
  return picture(all.length * high + 4, name, drawn)
}
