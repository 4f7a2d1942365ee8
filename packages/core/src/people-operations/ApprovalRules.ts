/** What moves money above a limit waits for another person. Pure. Source: D74. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import { leastUidAt, type ShopId } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { PersonId } from "../people/Actor.js"
import type { Approval, ApprovalId } from "../people/Approval.js"
import type { ApprovalLimits } from "../people/ApprovalLimits.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"

/** An approval is good for so long after it was requested. */
export const approvalTime = Duration.hours(24)

/** Before every id of a request that may still be good: nobody has to go through those whose time is over. */
export const beforeOpen = (now: DateTime.Utc): ApprovalId =>
  leastUidAt(DateTime.toEpochMillis(DateTime.subtractDuration(now, approvalTime))) as string as ApprovalId

/** A request to move money, as it was decoded. */
export interface MoneyRequest {
  readonly operation: string
  readonly shop: ShopId
  readonly subject: string | null
  readonly request: string
  readonly amount: Amount
  readonly currency: Currency
}

/**
 * Whether a request needs a second person. A shop's own limits replace the others. Where there are limits, a currency
 * without one has the limit 0: what nobody thought of is approved, too.
 */
export const needsApproval = (
  { everywhere, shops }: ApprovalLimits["Type"],
  { amount, currency, shop }: Pick<MoneyRequest, "amount" | "currency" | "shop">
): boolean => {
  const limits = (Object.hasOwn(shops, shop) ? shops[shop] : undefined) ?? everywhere
  if (limits === undefined) return false
  return amount > (Object.hasOwn(limits, currency) ? (limits[currency] ?? 0) : 0)
}

export const newApproval = (
  id: ApprovalId,
  moving: MoneyRequest,
  requestedBy: PersonId,
  now: DateTime.Utc
): Approval => ({
  id,
  operation: moving.operation,
  shop: moving.shop,
  subject: moving.subject,
  request: moving.request,
  amount: moving.amount,
  currency: moving.currency,
  state: "waiting",
  requestedBy,
  requestedAt: now,
  until: DateTime.addDuration(now, approvalTime),
  decidedBy: null,
  decidedAt: null,
  version: 1
})

const isOver = ({ until }: Approval, now: DateTime.Utc): boolean => DateTime.greaterThanOrEqualTo(now, until)

const isOf = (approval: Approval, moving: MoneyRequest): boolean =>
  approval.operation === moving.operation &&
  approval.shop === moving.shop &&
  approval.subject === moving.subject &&
  approval.request === moving.request

/** Whether a request is the one that waits already. */
export const matchesRequest = (approval: Approval, moving: MoneyRequest, by: PersonId, now: DateTime.Utc): boolean =>
  approval.requestedBy === by && isOf(approval, moving) && !isOver(approval, now)

const approvalMember = "approval"

/** The decision of a second person. Nobody decides on a request of their own. */
export const decide = (
  approval: Approval,
  state: "approved" | "declined",
  by: PersonId,
  now: DateTime.Utc
): Either.Either<Approval, InvalidRequest> => {
  if (approval.state !== "waiting") return Either.left(invalid([], "The request is decided already"))
  if (isOver(approval, now)) return Either.left(invalid([], "The request is too old"))
  if (approval.requestedBy === by) return Either.left(invalid([], "Another person must decide on your request"))
  return Either.right({ ...approval, state, decidedBy: by, decidedAt: now, version: approval.version + 1 })
}

/** An approval as its decision left it: the request may have been carried out since. */
export const decided = (approval: Approval): Approval =>
  approval.state === "used" ? { ...approval, state: "approved", version: approval.version - 1 } : approval

/**
 * The approval, used up by the request that it is of: it lets nothing else through, and nothing twice.
 *
 * A request that was carried out and is repeated under its key gets its first answer. Where there is none, because it has
 * another key, the version that is answered here has been replaced already, and its commit is stale.
 */
export const use = (
  approval: Approval | undefined,
  moving: MoneyRequest,
  { by, mayBeRepeated, now }: { readonly by: PersonId; readonly mayBeRepeated: boolean; readonly now: DateTime.Utc }
): Either.Either<Approval, InvalidRequest> => {
  if (approval === undefined || approval.requestedBy !== by || !isOf(approval, moving)) {
    return Either.left(invalid(approvalMember, "is not of this request"))
  }
  if (approval.state === "used") {
    return mayBeRepeated ? Either.right(approval) : Either.left(invalid(approvalMember, "was used already"))
  }
  if (approval.state !== "approved") return Either.left(invalid(approvalMember, "is not approved"))
  if (isOver(approval, now)) return Either.left(invalid(approvalMember, "is too old"))
  return Either.right({ ...approval, state: "used", version: approval.version + 1 })
}
