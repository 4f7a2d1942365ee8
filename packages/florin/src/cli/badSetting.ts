/** What ends a command before it does anything: a setting or an argument that cannot be used. */
import * as Data from "effect/Data"

/** A line for each setting that is wrong: which one, and what is expected; never what was given, but for paths. */
export class BadSetting extends Data.TaggedError("BadSetting")<{ readonly lines: ReadonlyArray<string> }> {
  override get message(): string {
    return this.lines.join("\n")
  }
}

export const bad = (name: string, expected: string): BadSetting => new BadSetting({ lines: [`${name} ${expected}`] })
