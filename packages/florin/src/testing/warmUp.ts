/** What is done first in a process takes three times as long as later. */
import { cards } from "./cards.js"
import { started } from "./testStart.js"

/** A start and a charge, so that they are not left to the first test. */
export const warmed = async (): Promise<void> => {
  const first = await started()
  await first.authorize({ amount: 1, card: cards.approved })
  await first.close()
}
