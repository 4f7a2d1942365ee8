/** Above which amounts a second person approves. Source: D74. */
import * as Context from "effect/Context"
import type { ShopId } from "../ids/Ids.js"
import type { Currency } from "../money/Currency.js"

/** The greatest amount that one person moves alone, by currency. Unit: minor units. */
export type Limits = Readonly<Record<Currency, number>>

/**
 * The limits of this gateway, and those of shops that have their own.
 *
 * Default: none, one person is enough for everything.
 */
export class ApprovalLimits extends Context.Reference<ApprovalLimits>()("@florin/core/ApprovalLimits", {
  defaultValue: (): {
    readonly everywhere?: Limits | undefined
    readonly shops: Readonly<Record<ShopId, Limits>>
  } => ({ shops: {} })
}) {}
