/** The page of the simulated acquirer, on which a customer pays or declines. Source: D53. */
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Ledger } from "./Ledger.js"
import { type Acting, openedBy } from "./Underway.js"

type Fields = Readonly<Record<string, string>>

/** What the page shows, and the fields that bring the customer here again. */
export interface ActionPage {
  readonly shop: string
  readonly amount: Amount
  readonly currency: Currency
  readonly language: string
  readonly last4: string
  readonly again: Fields
}

/** Where the customer goes after a choice. `posts`: with the form that was sent here. */
export interface Left {
  readonly returnUrl: string
  readonly posts: boolean
}

export class SandboxActions extends Context.Tag("@florin/sandbox/SandboxActions")<
  SandboxActions,
  {
    /** The page for the fields that a customer brings; none when nothing waits for them. */
    readonly page: (fields: Fields) => Effect.Effect<ActionPage | undefined, StorageError>
    /** Takes the customer's choice, `pay` or `decline`; any other decides nothing. None when nothing waits for it. */
    readonly choose: (fields: Fields, choice: string) => Effect.Effect<Left | undefined, StorageError>
  }
>() {}

const isKey = Schema.is(AcquirerKey)

const shownOf = (acting: Acting): ActionPage => {
  const { entry, language, last4, shop } = acting
  const { amount, currency } = entry
  return { shop, amount, currency, language, last4, again: openedBy(acting) }
}

const isOf = (acting: Acting, { token }: Fields): boolean => token !== undefined && token === acting.token

export const make = Effect.gen(function* () {
  const ledger = yield* Ledger

  const opened = ({ payment, ...fields }: Fields): Effect.Effect<Acting | undefined, StorageError> =>
    !isKey(payment)
      ? Effect.succeed(undefined)
      : Effect.map(ledger.find(payment), (found) => {
          const kept = Option.getOrUndefined(found)
          return kept?._tag === "Acting" && isOf(kept, fields) ? kept : undefined
        })

  const choose = Effect.fnUntraced(function* (fields: Fields, choice: string) {
    const acting = yield* opened(fields)
    if (acting === undefined) return undefined
    yield* ledger.decide(acting.entry.key, (underway) => {
      if (underway._tag !== "Acting" || (choice !== "pay" && choice !== "decline")) return undefined
      return choice === "pay" ? underway.approved : underway.declined
    })
    return { returnUrl: acting.returnUrl, posts: acting.posts }
  })

  return SandboxActions.of({
    page: (fields) => Effect.map(opened(fields), (acting) => acting && shownOf(acting)),
    choose
  })
})

export const layer: Layer.Layer<SandboxActions, never, Ledger> = Layer.effect(SandboxActions, make)
