/**
 * Another gateway of this interface as an acquirer.
 *
 * @since 0.1.0
 */
export * as CircuitBreaker from "./CircuitBreaker.js"
export * as Upstream from "./Upstream.js"
export * as UpstreamAcquirer from "./UpstreamAcquirer.js"
export * as UpstreamNotifications from "./UpstreamNotifications.js"
