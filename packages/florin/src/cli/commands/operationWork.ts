/** The work of a command that is an operation: what the row of the table runs. */
import type { Shop } from "@florin/core/shops/Shop"
import * as Operation from "@florin/wire/operations/Operation"
import * as Effect from "effect/Effect"

interface Row<Id, Request, A, R> {
  readonly run: Effect.Effect<
    (call: Operation.Call<Id, Request, never>) => Effect.Effect<A, Operation.Refusal>,
    never,
    R
  >
}

/** Runs an operation of a shop, without a key, and answers its document. */
export const ran = <Id, Request, A, R>(
  row: Row<Id, Request, A | Operation.Existing<A>, R>,
  shop: Shop,
  { id, request }: { readonly id?: Id; readonly request?: Request } = {}
): Effect.Effect<A, Operation.Refusal, R> =>
  Effect.flatMap(row.run, (run) =>
    Effect.map(
      run({
        ...{ shop, operator: "", key: undefined, subject: "" },
        ...{ id: id as Id, request: request as Request, query: undefined as never }
      }),
      (answer) => (answer instanceof Operation.Existing ? answer.document : answer)
    )
  )
