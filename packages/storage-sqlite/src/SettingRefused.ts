/** Settings that a store requires to start. */
import * as Schema from "effect/Schema"

/** Connection settings by their SQLite pragma. */
export type Pragmas = Readonly<Record<string, number>>

/**
 * SQLite did not accept a setting that durability depends on, such as `synchronous` FULL or the `wal` journal; or
 * `tablePrefix` is no prefix of its names.
 */
export class SettingRefused extends Schema.TaggedError<SettingRefused>("@florin/storage-sqlite/SettingRefused")(
  "SettingRefused",
  { setting: Schema.String }
) {
  readonly code = "database-setting"

  override get message(): string {
    if (this.setting === "tablePrefix") {
      return "tablePrefix must be lower-case letters, digits and _, at most 24, and begin with a letter: florin_"
    }
    return `SQLite did not accept the setting ${this.setting}`
  }
}
