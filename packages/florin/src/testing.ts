/** For tests of ports: Vitest contract suites and a movable clock. Requires `@florin/testing`. */
export * as AcquirerRequests from "@florin/testing/acquirers/AcquirerRequests"
export * as AcquirerSuite from "@florin/testing/acquirers/AcquirerSuite"
export * as BinDirectorySuite from "@florin/testing/cards/BinDirectorySuite"
export * as WalletProviderSuite from "@florin/testing/cards/WalletProviderSuite"
export * as VirtualClock from "@florin/testing/clock/VirtualClock"
export * as StoreSuite from "@florin/testing/stores/StoreSuite"
export * as AuthenticationRequests from "@florin/testing/three-d-secure/AuthenticationRequests"
export * as ThreeDSecureServerSuite from "@florin/testing/three-d-secure/ThreeDSecureServerSuite"
