/**
 * Contract suites for ports of a host's own and for receivers of webhooks, which run inside Vitest alone; a kit that posts
 * single webhooks, and a clock to move.
 */
export * as AcquirerRequests from "@florin/testing/acquirers/AcquirerRequests"
export * as AcquirerSuite from "@florin/testing/acquirers/AcquirerSuite"
export * as BinDirectorySuite from "@florin/testing/cards/BinDirectorySuite"
export * as WalletProviderSuite from "@florin/testing/cards/WalletProviderSuite"
export * as VirtualClock from "@florin/testing/clock/VirtualClock"
export * as MailerSuite from "@florin/testing/mail/MailerSuite"
export * as StoreSuite from "@florin/testing/stores/StoreSuite"
export * as AuthenticationRequests from "@florin/testing/three-d-secure/AuthenticationRequests"
export * as ThreeDSecureServerSuite from "@florin/testing/three-d-secure/ThreeDSecureServerSuite"
export * as TransferProviderSuite from "@florin/testing/transfers/TransferProviderSuite"
export * as TransferRequests from "@florin/testing/transfers/TransferRequests"
export * as KeyProviderSuite from "@florin/testing/vault/KeyProviderSuite"
export * as ReceiverKit from "@florin/testing/webhooks/ReceiverKit"
export * as ReceiverSuite from "@florin/testing/webhooks/ReceiverSuite"
