/** The embedded store. */
export * as SettingRefused from "./SettingRefused.js"
export * as SqliteMemory from "./SqliteMemory.js"
export * as SqliteStore from "./SqliteStore.js"
