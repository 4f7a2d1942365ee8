/** The store for several processes and machines. */
export * as PostgresStore from "./PostgresStore.js"
export * as SettingRefused from "./SettingRefused.js"
