/** The store for many processes. */
export * as PostgresStore from "./PostgresStore.js"
export * as SettingRefused from "./SettingRefused.js"
