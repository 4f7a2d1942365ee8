/** Settings without which a store does not start. */
import * as Schema from "effect/Schema"

/** Settings of a connection, by their name in SQLite. */
export type Pragmas = Readonly<Record<string, number>>

/**
 * SQLite did not accept a setting that the store's promises rest on, such as `synchronous` FULL or the `wal` journal.
 */
export class SettingRefused extends Schema.TaggedError<SettingRefused>("@florin/storage-sqlite/SettingRefused")(
  "SettingRefused",
  { setting: Schema.String }
) {
  override get message(): string {
    return `SQLite did not accept the setting ${this.setting}`
  }
}
