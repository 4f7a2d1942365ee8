import * as Optional from "../host/optional.js"

export const { PostgresStore, SettingRefused } = await Optional.load(Optional.postgres, () => import("../postgres.js"))
