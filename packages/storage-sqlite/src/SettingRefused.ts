/** Settings that a store requires to start. */
import * as Schema from "effect/Schema"

/** Connection settings by their SQLite pragma. */
export type Pragmas = Readonly<Record<string, number>>

/**
 * SQLite did not accept a setting that durability depends on, such as `synchronous` FULL or the `wal` journal.
 */
export class SettingRefused extends Schema.TaggedError<SettingRefused>("@florin/storage-sqlite/SettingRefused")(
  "SettingRefused",
  { setting: Schema.String }
) {
  readonly code = "database-setting"

  override get message(): string {
    return `SQLite did not accept the setting ${this.setting}`
  }
}
