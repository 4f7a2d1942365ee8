/** How the fault points of products are reached. */
import * as Effect from "effect/Effect"
import type { Scenario } from "./Scenario.js"
import type { Stage } from "./Stage.js"

/** A key that was claimed by a request whose process died counts as in progress for so long. Unit: milliseconds. */
const abandoned = 61_000

const create = ({ merchant }: Stage) =>
  merchant.post("/products", { name: "Poster", description: "A poster", currency: "EUR", amount: 1000, quantity: 3 })

const idOf = ({ merchant }: Stage): string => (merchant.posts()[0]!.answer as { readonly id: string }).id

/** The last request was answered with that status. */
const answered =
  (status: number) =>
  ({ merchant }: Stage): boolean =>
    merchant.posts().at(-1)?.status === status

export const scenarios = {
  "commit.product-create": { play: create, later: abandoned, ends: answered(201) },
  "commit.product-change": {
    first: create,
    play: (stage: Stage) =>
      Effect.suspend(() => stage.merchant.post(`/products/${idOf(stage)}`, { quantity: 2 }, true, "PUT")),
    later: abandoned,
    ends: answered(204)
  }
} satisfies Readonly<Record<string, Scenario>>
