/** Settings that prevent a store from starting. */
import * as Schema from "effect/Schema"

/**
 * - `server_version`: older than 14
 * - `server_encoding`: the database's encoding is not UTF8
 * - `fsync`, `synchronous_commit`: off, so an acknowledged commit could be lost
 * - `tablePrefix`: not a schema and a point, with or without a prefix
 * - `pooling`: a pooler assigns a session per transaction, so session settings don't persist
 */
export const Setting = Schema.Literal(
  "server_version",
  "server_encoding",
  "fsync",
  "synchronous_commit",
  "pooling",
  "tablePrefix"
)

export type Setting = typeof Setting.Type

const wanted: Readonly<Record<Setting, string>> = {
  server_version: "PostgreSQL 14 or newer is needed",
  server_encoding: "The database must be encoded as UTF8",
  fsync: "PostgreSQL's setting fsync must be on",
  synchronous_commit: "PostgreSQL's setting synchronous_commit must not be off",
  pooling: "A pooler must keep a session for each client (session pooling)",
  tablePrefix: "tablePrefix must be a schema and a point, with or without a prefix: florin. or public.florin_"
}

/** A setting of the server or the database breaks the store's guarantees. */
export class SettingRefused extends Schema.TaggedError<SettingRefused>("@florin/storage-postgres/SettingRefused")(
  "SettingRefused",
  { setting: Setting }
) {
  readonly code = "database-setting"

  override get message(): string {
    return wanted[this.setting]
  }
}
