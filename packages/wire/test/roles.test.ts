import * as Acting from "@florin/wire/operations/Acting"
import type * as Operation from "@florin/wire/operations/Operation"
import { operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import { assert, describe, it } from "vitest"

const rows: ReadonlyArray<Operation.Any> = [table, operatorTable, sandboxTable].flatMap((all) => Object.values(all))

/** What the audit keeps of a call by somebody. */
const keptOf = ({ isImpersonal, key }: Operation.Any): string =>
  key !== "none" ? "an action" : isImpersonal === true ? "nothing" : "a look"

/** Ids of rows, as they stand in a table of this file. */
const ids = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/).sort()

const found = (is: (row: Operation.Any) => boolean): ReadonlyArray<string> =>
  rows
    .filter(is)
    .map(({ id }) => id)
    .sort()

describe("what roles allow, of all rows", () => {
  it.each<readonly [least: Operation.LeastRole, kept: string, operations: string]>([
    [
      "view",
      "nothing",
      `findPlan listPlans previewPlan findProduct listProducts findCoupon listCoupons listMovements listDoubts
       listWebhooks tallyTransactions feelPulse listAcquirers readClock ledger listShops showShop`
    ],
    [
      "view",
      "a look",
      `find findByTrackingId findNewestByTrackingId findNote explain listTransactions searchTransactions findStory
       findTransfer findTransfersByTrackingId findCard listCards findCheckout listCheckouts
       findNotification listNotifications findCustomer listCustomers findAccount findEntitlements
       findSubscription listSubscriptions previewSubscription findUsage listProofs listEvidence listApprovals`
    ],
    [
      "operate",
      "an action",
      `capture void refund credit renotify recover note resendNotification resendExhausted
       payByTransfer payOutByTransfer refundTransfer proveTransfer confirmTransfer
       updateCard deleteCard createCheckout cancelCheckout createProduct updateProduct createPlan createCoupon
       createCustomer giveCoupon openPortal previewNewSubscription cancelSubscription uncancelSubscription changeSubscription
       undoSubscriptionChange useCoupon addLine pauseSubscription resumeSubscription changePlan chargeSubscription
       recordUsage approveWaitingProof declineWaitingProof correctTransfer reconcile approveRequest declineRequest
       moveClock payTransfer approveProof declineProof completePayout failPayout completeRefund failRefund`
    ],
    ["administer", "a look", "listAudit"],
    ["administer", "an action", "addShop updateShop rotateShopSecret retireShopSecret disableShop enableShop"],
    [
      "nobody",
      "an action",
      "authorize pay charge tokenize payOut createCard payCheckoutByApp createSubscription changeCard"
    ]
  ])("D74: with at least %s, of which the audit keeps %s", (least, kept, operations) => {
    const those = found((row) => Acting.leastRoleOf(row) === least && keptOf(row) === kept)
    assert.deepStrictEqual(those, ids(operations))
  })

  it("D74: every row stands in one of these lists", () => {
    const kinds = new Set(rows.map((row) => `${Acting.leastRoleOf(row)}, ${keptOf(row)}`))
    assert.deepStrictEqual([...kinds].sort(), [
      "administer, a look",
      "administer, an action",
      "nobody, an action",
      "operate, an action",
      "view, a look",
      "view, nothing"
    ])
  })

  it("D74: what moves money above a limit needs a second person", () => {
    const operations = "capture refund credit payOutByTransfer refundTransfer approveWaitingProof correctTransfer"
    assert.deepStrictEqual(
      found(({ moves }) => moves !== undefined),
      ids(operations)
    )
  })

  it("D74: what is about all shops at once needs a role everywhere", () => {
    assert.deepStrictEqual(
      found(({ isEverywhere }) => isEverywhere === true),
      ids("reconcile listAcquirers addShop rotateShopSecret retireShopSecret disableShop enableShop")
    )
  })
})
