/**
 * The store for many processes.
 *
 * @since 0.1.0
 */
export * as PostgresStore from "./PostgresStore.js"
export * as SettingRefused from "./SettingRefused.js"
