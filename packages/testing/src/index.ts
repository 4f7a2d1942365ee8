/**
 * Contract suites for anyone who writes a port, and a virtual clock.
 *
 * @since 0.1.0
 */
export * as AcquirerRequests from "./acquirers/AcquirerRequests.js"
export * as AcquirerSuite from "./acquirers/AcquirerSuite.js"
export * as VirtualClock from "./clock/VirtualClock.js"
export * as CardStoreSuite from "./stores/CardStoreSuite.js"
export * as IdempotencyKeySuite from "./stores/IdempotencyKeySuite.js"
export * as JobStoreSuite from "./stores/JobStoreSuite.js"
export * as NotificationStoreSuite from "./stores/NotificationStoreSuite.js"
export * as OperationStoreSuite from "./stores/OperationStoreSuite.js"
export * as SharedWorkSuite from "./stores/SharedWorkSuite.js"
export * as StoreSuite from "./stores/StoreSuite.js"
export * as StoreUnderTest from "./stores/StoreUnderTest.js"
export * as TransactionStoreSuite from "./stores/TransactionStoreSuite.js"
export * as UnitOfWorkSuite from "./stores/UnitOfWorkSuite.js"
