import * as Optional from "../optional.js"

export const { PostgresStore, SettingRefused } = await Optional.load(
  Optional.postgres,
  () => import("../../postgres.js")
)
