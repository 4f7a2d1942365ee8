/** For tests of ports: contract suites, which run inside Vitest, and a clock to move. Needs `@florin/testing`. */
export * as AcquirerRequests from "@florin/testing/acquirers/AcquirerRequests"
export * as AcquirerSuite from "@florin/testing/acquirers/AcquirerSuite"
export * as VirtualClock from "@florin/testing/clock/VirtualClock"
export * as StoreSuite from "@florin/testing/stores/StoreSuite"
