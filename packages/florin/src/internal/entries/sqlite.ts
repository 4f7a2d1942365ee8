import * as Optional from "../optional.js"

export const { SettingRefused, SqliteStore } = await Optional.load(Optional.sqlite, () => import("../../sqlite.js"))
