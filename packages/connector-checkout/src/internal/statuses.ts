/** What became of a key: by the reference that was reported, else by searching. */

import { AcquirerStatus, type QueriedOperation } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import { ownIn } from "./children.js"
import type { Client } from "./client.js"
import { toVendor } from "./currencies.js"
import * as Decisions from "./decisions.js"
import type { Action } from "./documents.js"
import * as Lookups from "./lookups.js"
import * as References from "./references.js"

type Learned = Effect.Effect<AcquirerStatus, Unclear>

const isCharge = ({ kind }: QueriedOperation): boolean =>
  kind === "authorization" || kind === "payment" || kind === "tokenization"

const amountOf = ({ amount, currency, kind }: QueriedOperation): number | undefined =>
  kind === "tokenization" ? 0 : toVendor(amount, currency)

const ofCharge = (client: Client, key: AcquirerKey, about: QueriedOperation): Learned => {
  const id = References.paymentIn(about.reference)
  if (id !== undefined) return Lookups.concluded(client, id, key, amountOf(about), about.currency)
  return Effect.map(
    Lookups.paymentUnder(client, key, amountOf(about), about.currency),
    (decision) => decision ?? AcquirerStatus.NotFound()
  )
}

const matches = (action: Action, about: QueriedOperation): boolean =>
  action.amount == null || action.amount === amountOf(about)

/** An action that was taken and is not listed yet is on its way. */
const ofChild = (client: Client, key: AcquirerKey, about: QueriedOperation): Learned =>
  Effect.gen(function* () {
    const id = References.paymentIn(about.reference) ?? References.paymentIn(about.parentReference)
    if (id === undefined)
      return yield* new Unclear({ because: "nothing names the payment that it follows", isAlarm: true })
    const actions = yield* Lookups.actions(client, id)
    const reported = References.actionIn(about.reference)
    const own = ownIn(actions, key) ?? actions.find((action) => action.id === reported)
    if (own === undefined) {
      return about.reference === undefined
        ? AcquirerStatus.NotFound()
        : AcquirerStatus.Accepted({ reference: about.reference })
    }
    if (!matches(own, about)) return yield* new Unclear({ because: "another request has our key", isAlarm: true })
    return Decisions.ofAction(id, own)
  })

export const asking =
  (client: Client) =>
  (key: AcquirerKey, about: QueriedOperation): Learned =>
    isCharge(about) ? ofCharge(client, key, about) : ofChild(client, key, about)
