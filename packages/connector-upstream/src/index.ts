/** Another gateway with this interface as an acquirer. */
export * as CircuitBreaker from "./CircuitBreaker.js"
export * as Upstream from "./Upstream.js"
export * as UpstreamAcquirer from "./UpstreamAcquirer.js"
export * as UpstreamNotifications from "./UpstreamNotifications.js"
