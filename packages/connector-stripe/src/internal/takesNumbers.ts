import type { GivenSettings } from "@florin/core/cards/AcquirerConnector"

/** Whether card numbers are taken beside tokens, as the settings have it. */
export const takesNumbers = (given: GivenSettings): boolean => given.text("SOURCES") !== "token"
