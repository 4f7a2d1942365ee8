/** How the fault points of saved cards are reached. */
import * as Effect from "effect/Effect"
import type { Scenario } from "./Scenario.js"
import type { Stage } from "./Stage.js"

/** A key that was claimed by a request whose process died counts as in progress for so long. Unit: milliseconds. */
const abandoned = 61_000

const path = "/v2/credit_cards"

const customer = "customer-7"

const create = ({ merchant }: Stage) =>
  merchant.post(path, {
    request: { number: "4200000000000000", exp_month: 12, exp_year: 2049, customer: { external_id: customer } }
  })

/** The token of the only card that the customer has. */
const tokenOf = (stage: Stage) =>
  Effect.map(stage.merchant.read(`${path}?customer=${customer}`), (found) => {
    const { cards } = found as { readonly cards: ReadonlyArray<{ readonly token: string }> }
    return cards.length === 1 ? cards[0]!.token : undefined
  })

/** The last post was answered with that status. */
const answered =
  (status: number) =>
  ({ merchant }: Stage): boolean =>
    merchant.posts().at(-1)?.status === status

const change = Effect.fnUntraced(function* (stage: Stage) {
  const token = yield* tokenOf(stage)
  yield* stage.merchant.post(`/credit_cards/${token}`, { request: { holder: "JANE ROE" } })
})

/** Erased by whichever process: the next one finds no card. */
const erase = Effect.fnUntraced(function* (stage: Stage) {
  const token = yield* tokenOf(stage)
  if (token !== undefined) yield* stage.merchant.remove(`${path}/${token}`)
})

export const scenarios = {
  "commit.card-create": { play: create, later: abandoned, ends: answered(200) },
  "commit.card-change": { first: create, play: change, later: abandoned, ends: answered(200) },
  "commit.card-delete": { first: create, play: erase, later: abandoned, ends: answered(200) }
} satisfies Readonly<Record<string, Scenario>>
