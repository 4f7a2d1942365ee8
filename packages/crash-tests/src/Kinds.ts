/**
 * Kinds of fault points. A crash at any point of a kind leaves the same behind: the same thing is durable, the same thing
 * was said to somebody, and the same part of the next process makes up for it.
 */
import type { FaultPoint } from "@florin/core/store/FaultPoints"

/** Each point is in one of them. The first of a kind stands for all of them where not every point is walked to. */
export const kinds: Readonly<Record<string, readonly [FaultPoint, ...ReadonlyArray<FaultPoint>]>> = {
  "what a merchant orders is accepted": [
    "commit.accept-charge",
    "commit.accept-child",
    "commit.accept-pay-out",
    "commit.accept-return",
    "commit.accept-transfer",
    "commit.accept-proof"
  ],
  "what a merchant makes is created under a key": [
    "commit.accept-subscription",
    "commit.subscription-create",
    "commit.subscription-change",
    "commit.plan-create",
    "commit.product-create",
    "commit.product-change",
    "commit.card-create",
    "commit.card-change",
    "commit.card-delete",
    "commit.customer-create",
    "commit.coupon-create",
    "commit.coupon-give",
    "commit.usage-record"
  ],
  "a subscription is renewed": [
    "commit.accept-renewal",
    "commit.accept-change",
    "commit.renew-claim",
    "commit.renew-free",
    "commit.renew-nothing",
    "commit.renew-refused",
    "commit.entitlements-lapse"
  ],
  "a customer pays an order on its page": [
    "commit.accept-checkout",
    "commit.checkout-create",
    "commit.checkout-change",
    "commit.checkout-expire"
  ],
  "an outcome is recorded, or that there is none yet": [
    "commit.record",
    "commit.record-no-answer",
    "commit.record-too-late",
    "commit.acquirer-report",
    "commit.recover-later",
    "commit.recover-nothing",
    "commit.expire"
  ],
  "work is claimed, held and given back": [
    "commit.jobs-claim",
    "commit.job-give-back",
    "commit.lease-renew",
    "commit.recover-claim"
  ],
  "what falls due after days is done": [
    "commit.release-hold",
    "commit.look-again",
    "commit.reversal-begin",
    "commit.reversal-result",
    "commit.sweep",
    "commit.sweep-again",
    "commit.reconcile-again"
  ],
  "it is written down that something was told": ["commit.delivery-result", "commit.mail-begin", "commit.mail-result"],
  "a merchant's command is carried out under a key": [
    "commit.key-claim",
    "commit.key-answer",
    "commit.renotify",
    "commit.note",
    "commit.resend",
    "commit.resend-exhausted"
  ],
  "a process comes and goes": ["commit.migrate", "commit.demo-shop", "commit.worker-start", "commit.worker-stop"],
  "keys are changed": ["commit.rotate"],
  "a bank or an operator says what became of a transfer": [
    "commit.transfer-report",
    "commit.transfer-confirm",
    "commit.transfer-correct",
    "commit.proof-decide"
  ],
  "who did it is kept, and who may": ["commit.audit", "commit.person-change", "commit.approval-change"],
  "money is moved": ["acquirer.perform", "acquirer.status"],
  "money is moved by a bank": ["provider.perform", "provider.status"],
  "somebody is asked before the charge": ["verification.ask", "three-d-secure.ask", "wallet.save"],
  "somebody is told": ["webhook.send", "mail.send"]
}

/** The point that stands for each kind. */
export const representatives: ReadonlySet<FaultPoint> = new Set(Object.values(kinds).map(([first]) => first))
