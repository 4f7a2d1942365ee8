/** The customers' pages as the options say. */
import { given } from "@florin/core/request/Given"
import * as HttpSettings from "@florin/http-adapter/HttpSettings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { OptionRefused, type Options, type PagesOptions } from "./options.js"

const origins = "must be a list of origins such as https://shop.example"

/** Whether any page may be framed, by the options or as the host has provided the settings of HTTP. */
export const framed = Effect.map(HttpSettings.HttpSettings, ({ framedBy }) => framedBy.length > 0)

const brakeNames = ["triesPerAddress", "triesPerPage", "proxies"] as const

type HttpOptions = Pick<PagesOptions, "framedBy" | (typeof brakeNames)[number]>

/** Other settings stay as the host has provided them. */
const setting = ({ framedBy, proxies, triesPerAddress, triesPerPage }: HttpOptions): Layer.Layer<never> =>
  Layer.unwrapEffect(
    Effect.map(HttpSettings.HttpSettings, (settings) =>
      HttpSettings.layer({
        ...settings,
        framedBy: framedBy ?? settings.framedBy,
        brake: { ...settings.brake, ...given({ proxies, triesPerAddress, triesPerPage }) }
      })
    )
  )

/** What cannot be used. */
const unusable = (http: HttpOptions): OptionRefused | undefined => {
  if (http.framedBy?.every(HttpSettings.isOrigin) === false) {
    return new OptionRefused({ option: "pages.framedBy", expected: origins })
  }
  const name = brakeNames.find((one) => http[one] !== undefined && !HttpSettings.brakeRules[one].isFit(http[one]))
  return name && new OptionRefused({ option: `pages.${name}`, expected: HttpSettings.brakeRules[name].expected })
}

const layerOf = (options: PagesOptions): Layer.Layer<never, OptionRefused> => {
  const own = Effect.promise(() => import("@florin/pages/Pages")).pipe(
    Effect.map((Pages) => Pages.layer(options)),
    Layer.unwrapEffect,
    Layer.mapError(({ expected, option }) => new OptionRefused({ option: `pages.${option}`, expected }))
  )
  const refused = unusable(options)
  if (refused !== undefined) return Layer.fail(refused)
  return Layer.merge(own, setting(options))
}

export const layer = ({ pages }: Options): Layer.Layer<never, OptionRefused> =>
  pages === undefined ? Layer.empty : layerOf(pages)
