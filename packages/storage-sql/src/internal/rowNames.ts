/** Names of rows, by which it is known whether operations meet. */

/**
 * Names of rows that an operation reads. Operations in one transaction must have disjoint claims: all of them read
 * before any of them writes, so an operation would decide on rows that another one is about to change.
 */
export type Claims = ReadonlySet<string>

/** Everything about a transaction, a subscription or another subject. */
export const about = (shop: string, subject: string): string => `about ${shop} ${subject}`

/** The transactions of a fingerprint. */
export const duplicateOf = (shop: string, fingerprint: string): string => `duplicate ${shop} ${fingerprint}`

/** An idempotency key. */
export const keyOf = (shop: string, key: string): string => `key ${shop} ${key}`

/** Claimed by reads whose rows are not known in advance; their operations don't share a transaction. */
export const whole = "whole"
