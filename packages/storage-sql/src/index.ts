/**
 * Repositories, migrations and the unit of work, in SQL that both stores share.
 *
 * @since 0.1.0
 */
export * as ConnectionPerUnit from "./ConnectionPerUnit.js"
export * as Database from "./Database.js"
export * as Dialect from "./Dialect.js"
export * as GroupCommit from "./GroupCommit.js"
export * as Migrations from "./Migrations.js"
export * as PieceCommit from "./PieceCommit.js"
export * as ShopRecords from "./ShopRecords.js"
export * as SqlCardStore from "./SqlCardStore.js"
export * as SqlJobStore from "./SqlJobStore.js"
export * as SqlNotificationStore from "./SqlNotificationStore.js"
export * as SqlTransactionStore from "./SqlTransactionStore.js"
export * as Stores from "./Stores.js"
