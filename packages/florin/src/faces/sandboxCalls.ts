/** The sandbox's controls over the routes that HTTP offers too. */
import { TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { SandboxRoutes, type TransferAction } from "@florin/http-adapter/SandboxRoutes"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { type Failure, refusal, textOf, toldOf } from "./calls.js"
import { toHost, toWire } from "./camelCase.js"
import type { Transfer } from "./generated/transferDocuments.js"
import type { FlorinClosed } from "./refusals.js"
import type { Distance, Move, Movement, SandboxControls } from "./sandboxControls.js"
import { type CallError, type Effectful, type Parts, promised } from "./twoFaces.js"

/** `P1Y2M3DT4H5M6S`: the clock's own decoder says what is wrong with it. */
const durationOf = ({ days = 0, hours = 0, minutes = 0, months = 0, seconds = 0, years = 0 }: Distance = {}): string =>
  `P${years}Y${months}M${days}DT${hours}H${minutes}M${seconds}S`

const isUid = Schema.is(TransactionUid)

const isReal = refusal([], "is of the sandbox, and this Florin charges for real")

const routed = <A>(
  use: (routes: SandboxRoutes["Type"]) => Effect.Effect<unknown, Failure, Parts>
): Effect.Effect<A, CallError, Parts> =>
  Effect.flatMap(
    Effect.serviceOption(SandboxRoutes),
    Option.match({ onNone: () => isReal, onSome: (routes) => Effect.mapError(use(routes), toldOf("transfer")) })
  ) as Effect.Effect<A, CallError, Parts>

/** A host owns every shop, so a uid finds its shop. */
const transferring = ({ transfer }: SandboxRoutes["Type"], action: TransferAction, said: string, body: unknown) =>
  Effect.gen(function* () {
    const uid = yield* textOf("uid", said)
    if (!isUid(uid)) return yield* new NotFound()
    const found = yield* (yield* Transactions).findPublic(uid)
    const shop = yield* (yield* ShopDirectory).find(found.shop)
    if (Option.isNone(shop)) return yield* new NotFound()
    const { encode } = yield* TransactionDocuments
    const shown = JSON.parse(encode(yield* transfer(action, shop.value, uid, toWire(body))))
    return toHost(shown.transaction)
  })

const on =
  (action: TransferAction) =>
  (uid: string, given: object = {}) =>
    routed<Transfer>((routes) => transferring(routes, action, uid, given))

export const sandbox: Effectful<SandboxControls> = {
  advance: (by) => routed<Move>(({ moveClock }) => moveClock({ advance: durationOf(by) })),
  moveTo: (instant) => routed<Move>(({ moveClock }) => moveClock({ to: instant })),
  ledger: () =>
    Effect.map(
      routed<{ readonly movements: ReadonlyArray<Movement> }>(({ ledger }) => ledger),
      ({ movements }) => movements
    ),
  transfers: {
    pay: on("payTransfer"),
    approveProof: on("approveProof"),
    declineProof: on("declineProof")
  },
  payouts: { complete: on("completePayout"), fail: on("failPayout") },
  refunds: { complete: on("completeRefund"), fail: on("failRefund") }
}

/** None where nothing is simulated. */
export const make = (
  runtime: Runtime.Runtime<Parts>,
  admitted: Effect.Effect<void, FlorinClosed>
): SandboxControls | undefined =>
  Option.isNone(Context.getOption(runtime.context, SandboxRoutes)) ? undefined : promised(runtime, sandbox, admitted)
