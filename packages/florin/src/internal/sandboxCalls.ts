/** The sandbox's controls over the routes that HTTP offers too. */
import { TransactionUid } from "@florin/core/ids/Ids"
import { InvalidRequest, NotFound } from "@florin/core/request/InvalidRequest"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { Transactions } from "@florin/core/transactions/Transactions"
import { SandboxRoutes, type TransferAction } from "@florin/http-adapter/SandboxRoutes"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { Florin } from "../florin.js"
import { RecordMissing, RequestRefused } from "../refusals.js"
import type { Distance, Move, Movement, SandboxControls, TransferDocument } from "../sandboxControls.js"
import { camelCase, toHost, toWire } from "./camelCase.js"
import { answerOf, start } from "./running.js"

/** `P1Y2M3DT4H5M6S`: the clock's own decoder says what is wrong with it. */
const durationOf = ({ days = 0, hours = 0, minutes = 0, months = 0, seconds = 0, years = 0 }: Distance): string =>
  `P${years}Y${months}M${days}DT${hours}H${minutes}M${seconds}S`

const told = (error: unknown): unknown => {
  if (error instanceof NotFound) return new RecordMissing({ kind: "transfer" })
  if (!(error instanceof InvalidRequest)) return error
  const [first, ...others] = error.errors.map(({ path, sentence }) => ({ path: path.map(camelCase), sentence }))
  return new RequestRefused({ errors: [first!, ...others] })
}

const isUid = Schema.is(TransactionUid)

/** A host owns every shop, so a uid finds its shop. */
const transferring = ({ transfer }: SandboxRoutes["Type"], action: TransferAction, uid: string, body: unknown) =>
  Effect.gen(function* () {
    if (!isUid(uid)) return yield* new NotFound()
    const found = yield* (yield* Transactions).findPublic(uid)
    const shop = yield* (yield* ShopDirectory).find(found.shop)
    if (Option.isNone(shop)) return yield* new NotFound()
    const { encode } = yield* TransactionDocuments
    const shown = JSON.parse(encode(yield* transfer(action, shop.value, uid, toWire(body))))
    return toHost(shown.transaction)
  })

/** None where nothing is simulated. */
export const make = (runtime: Runtime.Runtime<Florin>): SandboxControls | undefined => {
  const routes = Option.getOrUndefined(Context.getOption(runtime.context, SandboxRoutes))
  if (routes === undefined) return undefined
  const call = <A>(effect: Effect.Effect<unknown, unknown, Florin>): Promise<A> =>
    answerOf(start(runtime)(Effect.mapError(effect, told))) as Promise<A>
  const on =
    (action: TransferAction) =>
    (uid: string, given: object = {}): Promise<TransferDocument> =>
      call(transferring(routes, action, uid, given))
  return {
    advance: (by) => call<Move>(routes.moveClock({ advance: durationOf(by) })),
    moveTo: (instant) => call<Move>(routes.moveClock({ to: instant })),
    ledger: async () => (await call<{ readonly movements: ReadonlyArray<Movement> }>(routes.ledger)).movements,
    transfers: {
      pay: on("payTransfer"),
      approveProof: on("approveProof"),
      declineProof: on("declineProof")
    },
    payouts: { complete: on("completePayout"), fail: on("failPayout") },
    refunds: { complete: on("completeRefund"), fail: on("failRefund") }
  }
}
