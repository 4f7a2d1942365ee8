/** Colours and logo of the pages. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** The colours of one scheme. Text keeps a contrast of at least 4.5 to 1 to what is behind it (WCAG 2.2, 1.4.3). */
export interface Colours {
  /** Buttons, links and the focus ring. */
  readonly accent: string
  /** On buttons. */
  readonly onAccent: string
  /** Around the card. */
  readonly page: string
  /** Behind the text. */
  readonly card: string
  /** Text that is not `muted`. */
  readonly text: string
  /** Names of lines, and what matters less. */
  readonly muted: string
  /** Borders. */
  readonly line: string
  /** What has succeeded. */
  readonly good: string
  /** What has failed, and faults in a form. */
  readonly bad: string
  /** What is not decided yet, and tests. */
  readonly attention: string
}

/** A picture, or the name where a picture is not loaded. */
export interface Logo {
  /** `data:image/png;base64,…`; also `jpeg`, `webp`, `svg+xml`. At most 64 KiB: it is part of every page. */
  readonly image: string
  /** The same in the dark scheme. Default: `image`. */
  readonly imageInDark?: string
  /** What the picture says, for screen readers. */
  readonly text: string
}

/** What a host changes in the look of the pages. */
export interface ThemeOptions {
  /** Colours to replace, each a CSS colour such as `#1d4ed8` or `oklch(55% 0.2 260)`. */
  readonly colours?: { readonly light?: Partial<Colours>; readonly dark?: Partial<Colours> }
  /** Default: none; the merchant's name is shown. */
  readonly logo?: Logo
  /** CSS that follows ours. It can load nothing: the pages' policy forbids it. */
  readonly styles?: string
}

/** How the pages look. */
export interface Theme {
  readonly light: Colours
  readonly dark: Colours
  readonly logo: Logo | undefined
  readonly styles: string
}

/** An option of the pages that cannot be used. The message names it and what is expected, never the value. */
export class PageOptionRefused extends Schema.TaggedError<PageOptionRefused>("@florin/pages/PageOptionRefused")(
  "PageOptionRefused",
  { option: Schema.String, expected: Schema.String }
) {
  readonly code = "unusable-option"

  override get message(): string {
    return `${this.option} ${this.expected}`
  }
}

const light: Colours = {
  accent: "#1d4fd7",
  onAccent: "#ffffff",
  page: "#f4f5f8",
  card: "#ffffff",
  text: "#15181e",
  muted: "#525b69",
  line: "#d9dde4",
  good: "#12693a",
  bad: "#b3261e",
  attention: "#7a4b00"
}

const dark: Colours = {
  accent: "#9dbcff",
  onAccent: "#0c1424",
  page: "#101318",
  card: "#1a1e25",
  text: "#eceff4",
  muted: "#b1b9c6",
  line: "#373e49",
  good: "#7fdb9d",
  bad: "#ff9d94",
  attention: "#f2c063"
}

const colour = /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)\([\d.%,/ +-]{1,60}\))$/i
const picture = /^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]{1,87382}={0,2}$/

const refused = (option: string, expected: string) => new PageOptionRefused({ option, expected })

const paletteProblem = (scheme: string, chosen: Partial<Colours> = {}): PageOptionRefused | undefined => {
  const wrong = Object.entries(chosen).find(([name, value]) => !(name in light) || !colour.test(value))
  return wrong && refused(`colours.${scheme}.${wrong[0]}`, "must be a CSS colour such as #1d4ed8, of a name in Colours")
}

const logoProblem = (logo: Logo | undefined): PageOptionRefused | undefined => {
  const pictures =
    logo === undefined
      ? []
      : ([
          ["image", logo.image],
          ["imageInDark", logo.imageInDark]
        ] as const)
  const wrong = pictures.find(([, image]) => image !== undefined && !picture.test(image))
  return wrong && refused(`logo.${wrong[0]}`, "must be a data: URL of a PNG, JPEG, WebP or SVG in base64, up to 64 KiB")
}

const problemOf = ({ colours, logo, styles }: ThemeOptions): PageOptionRefused | undefined =>
  paletteProblem("light", colours?.light) ??
  paletteProblem("dark", colours?.dark) ??
  logoProblem(logo) ??
  // It could end the element that it stands in.
  (styles?.includes("<") === true ? refused("styles", "must be CSS without <") : undefined)

/** Completes what a host has chosen. */
export const make = (options: ThemeOptions): Either.Either<Theme, PageOptionRefused> => {
  const problem = problemOf(options)
  if (problem !== undefined) return Either.left(problem)
  const { colours, logo, styles = "" } = options
  return Either.right({
    light: { ...light, ...colours?.light },
    dark: { ...dark, ...colours?.dark },
    logo,
    styles
  })
}
