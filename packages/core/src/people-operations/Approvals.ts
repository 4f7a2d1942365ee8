/** Requests that wait for a second person. Source: D74. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CardFacts } from "../cards/CardNumber.js"
import { CardStore } from "../cards/CardStore.js"
import { type Commit, CommitStore, commitUnguarded, decided, refuse, writing } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { CardToken, makeTransactionUid } from "../ids/Ids.js"
import type { Actor, PersonId } from "../people/Actor.js"
import type { Approval, ApprovalId } from "../people/Approval.js"
import { ApprovalLimits } from "../people/ApprovalLimits.js"
import { ApprovalStore, type ShopPageRequest } from "../people/PersonStore.js"
import { isVisible, type VisibleShops } from "../people/Role.js"
import { type InvalidRequest, NotFound } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"
import * as ApprovalRules from "./ApprovalRules.js"

/**
 * A request as whoever decides on it is to know it.
 *
 * - `card`: what is known of the saved card that it pays to. Undefined: it pays to none, or the card is gone
 */
export interface ApprovalDetails {
  readonly approval: Approval
  readonly card: CardFacts | undefined
}

/** Whether a request may be carried out. `uses`: what its commit writes, too, so that an approval is used once. */
export type ApprovalOutcome =
  | { readonly _tag: "Free"; readonly uses: ReadonlyArray<Write> }
  | ({ readonly _tag: "Waits" } & ApprovalDetails)

/**
 * - `approval`: the id that an earlier answer had
 * - `mayBeRepeated`: the request has a key, under which its first answer may be stored already
 */
export interface GivenApproval {
  readonly approval?: string | undefined
  readonly mayBeRepeated?: boolean | undefined
}

export class Approvals extends Context.Tag("@florin/core/Approvals")<
  Approvals,
  {
    /**
     * Lets a request through that is not above a limit, or that is approved. Any other waits for another person.
     *
     * Errors: `InvalidRequest` names `approval`.
     */
    readonly admit: (
      moving: ApprovalRules.MoneyRequest,
      actor: Actor,
      given?: GivenApproval
    ) => Effect.Effect<ApprovalOutcome, InvalidRequest | StorageError>
    /** Those that can still be approved, or carried out by whoever asked; oldest first. */
    readonly open: (page: ShopPageRequest) => Effect.Effect<ReadonlyArray<ApprovalDetails>, StorageError>
    readonly decide: (
      id: ApprovalId,
      state: "approved" | "declined",
      by: PersonId,
      sight: VisibleShops
    ) => Effect.Effect<ApprovalDetails, NotFound | InvalidRequest | StorageError>
    /** One that was decided, as the decision left it, whatever has become of it. */
    readonly decided: (id: ApprovalId, sight: VisibleShops) => Effect.Effect<ApprovalDetails, NotFound | StorageError>
  }
>() {}

interface Facts {
  readonly approval: Approval | undefined
}

const deciding = (
  id: ApprovalId,
  sight: VisibleShops,
  next: (approval: Approval) => Either.Either<Approval, InvalidRequest>
): Commit<Facts, Approval, NotFound | InvalidRequest> => ({
  name: "approval-change",
  load: { approval: Reads.approval(id) },
  decide: ({ approval: known }) => {
    if (known === undefined || !isVisible(sight, known.shop)) return refuse(new NotFound())
    const approval = next(known)
    return Either.isLeft(approval)
      ? refuse(approval.left)
      : decided([{ _tag: "ReplaceApproval", approval: approval.right }], approval.right)
  }
})

/** The page without those whose time was over before it. They stay in the store, and would fill the first page. */
const amongOpen = (page: ShopPageRequest, now: DateTime.Utc): ShopPageRequest => {
  const begin = ApprovalRules.beforeOpen(now)
  return page.after === undefined || page.after < begin ? { ...page, after: begin } : page
}

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The saved card in the text of a request. */
const tokenIn = Schema.decodeOption(
  Schema.parseJson(Schema.Struct({ creditCard: Schema.Struct({ token: CardToken }) }))
)

/** The most open requests that are looked through for an equal one. */
const mostOpen = 1000

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* ApprovalStore
  const cards = yield* CardStore
  const limits = yield* ApprovalLimits
  const newId = yield* makeTransactionUid

  const requested = Effect.fnUntraced(function* (approval: Approval) {
    const token = Option.map(tokenIn(approval.request), ({ creditCard }) => creditCard.token)
    const found = yield* Effect.transposeMapOption(token, (one) => cards.find(approval.shop, one))
    const card = Option.map(Option.flatten(found), ({ facts }) => facts)
    return { approval, card: Option.getOrUndefined(card) } satisfies ApprovalDetails
  })

  const open = Effect.fnUntraced(function* (page: ShopPageRequest) {
    const now = yield* DateTime.now
    const found = yield* store.open(amongOpen(page, now))
    const good = found.filter(({ until }) => DateTime.greaterThan(until, now))
    return yield* Effect.forEach(good, requested)
  })

  const ask = Effect.fnUntraced(function* (moving: ApprovalRules.MoneyRequest, by: PersonId) {
    const now = yield* DateTime.now
    const before = yield* store.open(amongOpen({ limit: mostOpen, sight: [moving.shop] }, now))
    const same = before.find((one) => ApprovalRules.matchesRequest(one, moving, by, now))
    if (same !== undefined) return same
    const id = newId(now.epochMillis) as string as ApprovalId
    const approval = ApprovalRules.newApproval(id, moving, by, now)
    return yield* write(writing("approval-change", [{ _tag: "InsertApproval", approval }], approval))
  })

  const admit = Effect.fnUntraced(function* (
    moving: ApprovalRules.MoneyRequest,
    { id: by }: Actor,
    given: GivenApproval = {}
  ) {
    const { approval: id, mayBeRepeated = false } = given
    if (id === undefined) {
      if (!ApprovalRules.needsApproval(limits, moving)) return { _tag: "Free", uses: [] } satisfies ApprovalOutcome
      return { _tag: "Waits", ...(yield* requested(yield* ask(moving, by))) } satisfies ApprovalOutcome
    }
    const found = form.test(id) ? yield* store.find(id as ApprovalId) : Option.none<Approval>()
    const now = yield* DateTime.now
    const used = yield* ApprovalRules.use(Option.getOrUndefined(found), moving, { by, now, mayBeRepeated })
    return { _tag: "Free", uses: [{ _tag: "ReplaceApproval", approval: used }] } satisfies ApprovalOutcome
  })

  return Approvals.of({
    admit,
    open,
    decided: Effect.fnUntraced(function* (id: ApprovalId, sight: VisibleShops) {
      const found = yield* store.find(id)
      if (Option.isNone(found) || !isVisible(sight, found.value.shop)) return yield* new NotFound()
      return yield* requested(ApprovalRules.decided(found.value))
    }),
    decide: (id, state, by, sight) =>
      Effect.flatMap(DateTime.now, (now) =>
        Effect.flatMap(
          write(deciding(id, sight, (approval) => ApprovalRules.decide(approval, state, by, now))),
          requested
        )
      )
  })
})
