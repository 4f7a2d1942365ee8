/** Reads the file named by FLORIN_SHOPS. */
import { readFileSync } from "node:fs"
import * as ShopSettings from "@florin/gateway/ShopSettings"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type BadSetting, bad } from "./badSetting.js"

export interface ListedShops {
  readonly file: string
  readonly list: ReadonlyArray<ShopSettings.ShopSettings>
}

const refused = (sentence: string): BadSetting => bad("FLORIN_SHOPS", sentence)

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EISDIR: "is a directory",
  EACCES: "may not be read by this user"
}

const textOf = (file: string) =>
  Effect.try({
    try: () => readFileSync(file, "utf8"),
    catch: (cause) => {
      const { code = "" } = cause as NodeJS.ErrnoException
      return refused(`cannot be used: ${file} ${reasons[code] ?? `cannot be read (${code})`}`)
    }
  })

/** Line and column of a JSON syntax error. Node's message lacks the position or quotes the text, which holds secrets. */
const placeOf = (text: string) =>
  Effect.promise(async () => {
    const { parse } = await import("@humanwhocodes/momoa")
    try {
      parse(text, { mode: "json" })
      return ""
    } catch (error) {
      const { column, line } = error as { readonly line?: number; readonly column?: number }
      return line === undefined || column === undefined ? "" : ` at line ${line}, column ${column}`
    }
  })

const documentOf = (file: string, text: string) =>
  Effect.catchAll(
    Effect.try((): unknown => JSON.parse(text)),
    () => Effect.flatMap(placeOf(text), (place) => refused(`cannot be used: ${file} is not JSON${place}`))
  )

/** Errors: the first fault with its position, never the value. */
export const read = Effect.fnUntraced(function* (file: string) {
  const text = yield* textOf(file)
  if (text.trim() === "") return yield* refused(`cannot be used: ${file} is empty`)
  const document = yield* documentOf(file, text)
  const list = yield* Either.mapLeft(ShopSettings.fromJson(document), (sentence) =>
    refused(`cannot be used: in ${file}, ${sentence.startsWith("must") ? `the document ${sentence}` : sentence}`)
  )
  return { file, list } satisfies ListedShops
})
