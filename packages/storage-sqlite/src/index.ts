/** The embedded store. */
export * as SettingRefused from "./SettingRefused.js"
export * as SqliteStore from "./SqliteStore.js"
