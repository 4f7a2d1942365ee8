/** The customers' pages as the options say. */
import * as HttpSettings from "@florin/http-adapter/HttpSettings"
import * as Pages from "@florin/pages/Pages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { OptionRefused, type Options, type PagesOptions } from "./options.js"

const origins = "must be a list of origins such as https://shop.example"

/** Whether any page may be framed, by the options or as the host has provided the settings of HTTP. */
export const framed = Effect.map(HttpSettings.HttpSettings, ({ framedBy }) => framedBy.length > 0)

/** Other settings stay as the host has provided them. */
const framing = (framedBy: ReadonlyArray<string>): Layer.Layer<never> =>
  Layer.unwrapEffect(Effect.map(HttpSettings.HttpSettings, (settings) => HttpSettings.layer({ ...settings, framedBy })))

const layerOf = ({ framedBy, ...pages }: PagesOptions): Layer.Layer<never, OptionRefused> => {
  const own = Layer.mapError(
    Pages.layer(pages),
    ({ expected, option }) => new OptionRefused({ option: `pages.${option}`, expected })
  )
  if (framedBy === undefined) return own
  return framedBy.every(HttpSettings.isOrigin)
    ? Layer.merge(own, framing(framedBy))
    : Layer.fail(new OptionRefused({ option: "pages.framedBy", expected: origins }))
}

export const layer = ({ pages }: Options): Layer.Layer<never, OptionRefused> =>
  pages === undefined ? Layer.empty : layerOf(pages)
