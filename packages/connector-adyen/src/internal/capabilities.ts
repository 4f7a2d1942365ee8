/** What Adyen can do for an account with these settings. */
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import type { Settings } from "./settings.js"

export const capabilitiesOf = ({
  multicapture,
  sources
}: Pick<Settings, "multicapture" | "sources">): AcquirerCapabilities => ({
  captures: multicapture ? "many" : "one",
  // A cancel is of the whole authorization.
  partialVoids: false,
  refunds: true,
  // Payouts to cards are another product, with an API of its own.
  credits: false,
  payouts: false,
  zeroAmountChecks: true,
  contracts: ["recurring", "oneclick", "card_on_file"],
  sources,
  authenticates: true
})
