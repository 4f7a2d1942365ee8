/** What the options of a command say of a shop's settings. */
import { readFileSync } from "node:fs"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { snakeCase } from "../../faces/camelCase.js"
import { bad } from "../badSetting.js"
import { files, flags, texts } from "./shopOptions.js"

type Texts = Readonly<Record<string, Option.Option<string>>>
type Flags = Readonly<Record<string, boolean>>

export interface ShopOptions {
  readonly flags: Flags
  readonly off?: Flags
  readonly texts: Texts
  readonly files: Texts
  readonly signatureKey: boolean
  readonly secretKeyFile?: Option.Option<string>
}

/** Texts end with a line break in most files. */
const fileOf = (option: string, path: string) =>
  Effect.try({
    try: () => readFileSync(path, "utf8").trimEnd(),
    catch: () => bad(`--${option}`, `cannot be used: ${path} cannot be read`)
  })

const flagOf = ({ flags, off = {} }: ShopOptions, setting: string): boolean | undefined => {
  if (flags[setting] === true) return true
  return off[setting] === true ? false : undefined
}

const numbers: ReadonlySet<string> = new Set(["holdDays", "mailYearlyDays", "mailTrialDays", "mailCardDays"])

/** An empty text takes the setting away. */
const valueOf = (setting: string, text: string): string | number | null => {
  if (text === "") return null
  return numbers.has(setting) && /^\d{1,9}$/.test(text) ? Number(text) : text
}

const secretOf = Effect.fnUntraced(function* (file: Option.Option<string> | undefined) {
  if (file === undefined || Option.isNone(file)) return {}
  return { secret_key: yield* fileOf("secret-key-file", file.value) }
})

const documentOf = Effect.fnUntraced(function* (request: ShopOptions) {
  const document: Record<string, unknown> = { ...(yield* secretOf(request.secretKeyFile)) }
  for (const [setting] of flags) {
    const value = flagOf(request, setting)
    if (value !== undefined) document[snakeCase(setting)] = value
  }
  for (const [setting] of texts) {
    const text = request.texts[setting]
    if (text !== undefined && Option.isSome(text)) document[snakeCase(setting)] = valueOf(setting, text.value)
  }
  for (const [setting, option] of files) {
    const path = request.files[setting]
    if (path === undefined || Option.isNone(path)) continue
    document[snakeCase(setting)] = path.value === "" ? null : yield* fileOf(option, path.value)
  }
  return document
})

/** The option of a setting as an error names it. */
const optionOf = (member: string | undefined): string => {
  if (member === "secret_key") return "--secret-key-file"
  const named = [...flags, ...texts, ...files].find(([setting]) => snakeCase(setting) === member)
  return named === undefined ? "The shop" : `--${named[1]}`
}

/** Refuses a fault of a setting under the name of its option. */
export const refused = ({
  errors: [{ path, sentence }]
}: {
  readonly errors: readonly [
    { readonly path: ReadonlyArray<string>; readonly sentence: string },
    ...ReadonlyArray<unknown>
  ]
}) => bad(optionOf(path[0]), sentence)

/** Errors: the first fault, under the name of its option, never the value. */
export const given = (request: ShopOptions) =>
  Effect.gen(function* () {
    if (request.signatureKey && Option.isSome(request.files.notificationPrivateKey ?? Option.none())) {
      return yield* bad("--signature-key", "makes a key, and --private-key-file brings one: give one of them")
    }
    const decoded = yield* Effect.mapError(ShopSettings.changeFrom(yield* documentOf(request)), refused)
    return { ...decoded, signatureKey: request.signatureKey }
  })
