/**
 * The embedded store.
 *
 * @since 0.1.0
 */
export * as SettingRefused from "./SettingRefused.js"
export * as SqliteStore from "./SqliteStore.js"
