/** The error that ends a command before it does anything: a setting or an argument cannot be used. */
import * as Data from "effect/Data"
import { docsOf } from "../faces/errorCodes.js"

/** One line per wrong setting: its name and what is expected. Values are never repeated, except paths. */
export class BadSetting extends Data.TaggedError("BadSetting")<{ readonly lines: ReadonlyArray<string> }> {
  readonly code = "refused"
  readonly docs = docsOf(this.code)

  override get message(): string {
    return this.lines.join("\n")
  }
}

export const bad = (name: string, expected: string): BadSetting => new BadSetting({ lines: [`${name} ${expected}`] })
