/** Settings with which a store does not start. */
import * as Schema from "effect/Schema"

/**
 * - `server_version`: older than 14
 * - `server_encoding`: the database keeps text as something else than UTF8
 * - `fsync`, `synchronous_commit`: off, so that a commit that was answered could be lost
 * - `pooling`: a pooler gives every transaction another session, so that no setting of a session holds
 */
export const Setting = Schema.Literal("server_version", "server_encoding", "fsync", "synchronous_commit", "pooling")

export type Setting = typeof Setting.Type

const wanted: Readonly<Record<Setting, string>> = {
  server_version: "PostgreSQL 14 or newer is needed",
  server_encoding: "The database must be encoded as UTF8",
  fsync: "PostgreSQL's setting fsync must be on",
  synchronous_commit: "PostgreSQL's setting synchronous_commit must not be off",
  pooling: "A pooler must keep a session for each client (session pooling)"
}

/** The server or the database is set up in a way that the store's promises cannot be kept on. */
export class SettingRefused extends Schema.TaggedError<SettingRefused>("@florin/storage-postgres/SettingRefused")(
  "SettingRefused",
  { setting: Setting }
) {
  override get message(): string {
    return wanted[this.setting]
  }
}
