/** Which transactions are charges of a subscription: a narrow table, which no other transaction is written to. */
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import { insert } from "./statement.js"
import { type Step, step } from "./values.js"

const insertCharge = insert("transactions.insert", "{subscription_charges}", "shop_id, subscription_id, uid")

/** The check of a card charges nothing. */
export const chargeSteps = (transaction: Transaction): ReadonlyArray<Step> => {
  const charge = ofCard(transaction)
  if (charge?.subscription === undefined || charge.subscription.purpose === "card") return []
  const { shop, subscription, uid } = charge
  return [step(insertCharge, { shop_id: shop, subscription_id: subscription.id, uid })]
}
