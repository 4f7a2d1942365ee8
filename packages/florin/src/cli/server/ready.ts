/** What the server says once it is ready: its banner, or one document. */
import type { NewShop } from "@florin/settings/Shops"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Secrets from "../commands/secrets.js"
import * as Invocation from "../invocation.js"
import type { Settings } from "../settings.js"
import { banner, demoShop } from "../text/banner.js"

/** `made`: the demo shop, if it was made. `notices`: what an operator should know. */
export type Say = (
  settings: Settings,
  url: string,
  made: Option.Option<NewShop>,
  notices: ReadonlyArray<string>
) => Effect.Effect<void>

export const text: Say = (settings, url, made, notices) =>
  Effect.gen(function* () {
    if (Option.isSome(made)) yield* Console.log(demoShop(made.value, url))
    yield* Console.log(yield* Invocation.worded(banner(settings, url, made, notices)))
  })

export const document: Say = ({ sandbox }, url, made, notices) =>
  Effect.gen(function* () {
    const shop = Option.isSome(made) ? { shop: Secrets.documentOf(made.value) } : {}
    const texts = yield* Effect.forEach(notices, Invocation.worded)
    yield* Console.log(JSON.stringify({ url, sandbox, notices: texts, ...shop }))
  })
