/** Reads a JSON file that a setting names. */
import { readFileSync, statSync } from "node:fs"
import * as Effect from "effect/Effect"
import { type BadSetting, bad } from "./badSetting.js"

const unusable = (setting: string, sentence: string): BadSetting => bad(setting, `cannot be used: ${sentence}`)

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EISDIR: "is a directory",
  EACCES: "may not be read by this user"
}

const textOf = (setting: string, file: string) =>
  Effect.try({
    try: () => readFileSync(file, "utf8"),
    catch: (cause) => {
      const { code = "" } = cause as NodeJS.ErrnoException
      return unusable(setting, `${file} ${reasons[code] ?? `cannot be read (${code})`}`)
    }
  })

/** Line and column of a JSON syntax error. Node's message lacks the position or quotes the text, which may be secret. */
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

/** Windows has no file modes and always reports 0666. */
const hasModes = process.platform !== "win32"

const isOpen = (file: string): boolean => hasModes && (statSync(file).mode & 0o077) !== 0

/** Errors: the file cannot be read, is empty, or is not JSON; its content is never repeated. */
export const read = Effect.fnUntraced(function* (setting: string, file: string) {
  const text = yield* textOf(setting, file)
  if (text.trim() === "") return yield* unusable(setting, `${file} is empty`)
  return yield* Effect.catchAll(
    Effect.try((): unknown => JSON.parse(text)),
    () => Effect.flatMap(placeOf(text), (place) => unusable(setting, `${file} is not JSON${place}`))
  )
})

/** The same of a file that holds secrets, which no other user may read or change. */
export const readSecret = Effect.fnUntraced(function* (setting: string, file: string) {
  const document = yield* read(setting, file)
  return isOpen(file)
    ? yield* unusable(setting, `${file} can be read or changed by other users: chmod 600 ${file}`)
    : document
})

/** The document is not what the setting needs: the first fault, as a sentence that begins with its place. */
export const refused =
  (setting: string, file: string) =>
  (sentence: string): BadSetting =>
    unusable(setting, `in ${file}, ${sentence.startsWith("must") ? `the document ${sentence}` : sentence}`)
