/** The sandbox's queries and commands, with JSON-ready answers. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { type InvalidRequest, invalid, type NotFound } from "@florin/core/request/InvalidRequest"
import type { StorageError } from "@florin/core/store/StorageError"
import type { NotInsideTransaction } from "@florin/core/store/UnitOfWork"
import type { TransferReports } from "@florin/core/transfer-operations/TransferReports"
import type { TransferProgress } from "@florin/core/transfers/TransferProvider"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as ClockTarget from "./ClockTarget.js"
import { Ledger } from "./Ledger.js"
import { Movement } from "./Movement.js"
import { SandboxBank } from "./SandboxBank.js"
import { ClockRefused, type DueWork, type DueWorkStuck, SandboxClock } from "./SandboxClock.js"
import * as TransferCommand from "./TransferCommand.js"

const LedgerDocument = Schema.Struct({ movements: Schema.Array(Movement) })

/** The answer of `GET /sandbox/ledger`. Instants in UTC with milliseconds. Source: D38. */
export type LedgerDocument = typeof LedgerDocument.Encoded

/** The answer of `GET /sandbox/clock`. `follow`: whether the clock follows real time or is stopped. */
export interface ClockDocument {
  readonly now: string
  readonly follow: boolean
}

/** The answer of `POST /sandbox/clock`. */
export interface ClockMoveDocument {
  readonly now: string
  readonly ran: number
}

/**
 * What happens to a transfer at the bank, by its key and the parsed body. `reports` hears of it; without them the gateway
 * learns of it when it asks.
 */
export type BankCommand = (
  key: AcquirerKey,
  body: unknown,
  reports?: Context.Tag.Service<TransferReports>
) => Effect.Effect<void, InvalidRequest | NotFound | NotInsideTransaction | StorageError>

export class SandboxControls extends Context.Tag("@florin/sandbox/SandboxControls")<
  SandboxControls,
  {
    readonly readClock: Effect.Effect<ClockDocument>
    /**
     * Takes the parsed body: `{"advance":"P1M"}`, `{"to":"<instant>"}` or `{"follow":true}`. `name`: of the command; a
     * repetition of one that died moves the clock no further.
     */
    readonly moveClock: <E, R>(
      body: unknown,
      work: DueWork<E, R>,
      name?: string
    ) => Effect.Effect<ClockMoveDocument, InvalidRequest | DueWorkStuck | StorageError | E, R>
    readonly ledger: Effect.Effect<LedgerDocument, StorageError>
    /** A customer pays: `{"amount"?, "paid_at"?}`. */
    readonly payTransfer: BankCommand
    /** A bank completes a payout or refund: `{"amount"?, "message"?}`. */
    readonly completeTransfer: BankCommand
    /** A bank refuses a payout or refund: `{"message"?}`. */
    readonly failTransfer: BankCommand
  }
>() {}

const refusals: Readonly<Record<ClockRefused["reason"], string>> = {
  backwards: "can't be before the sandbox's time",
  "out-of-range": "is too late"
}

/** Names the member that was sent. */
const refused = ({ _tag }: ClockTarget.ClockTarget, sentence: string): InvalidRequest =>
  invalid(_tag === "To" ? "to" : "advance", sentence)

/** The longest move in one call, because a move visits every instant with due work. */
export const longestMove = { years: 20 }

const encodeLedger = Schema.encodeSync(LedgerDocument)

export const make = Effect.gen(function* () {
  const clock = yield* SandboxClock
  const ledger = yield* Ledger
  const bank = yield* SandboxBank

  const advance = Effect.fnUntraced(function* <E, R>(
    target: ClockTarget.ClockTarget,
    work: DueWork<E, R>,
    name: string | undefined
  ) {
    const end = ClockTarget.instantOf(target, yield* clock.now)
    const last = DateTime.add(yield* clock.now, longestMove)
    if (Option.exists(end, (instant) => DateTime.greaterThan(instant, last))) {
      return yield* refused(target, `can't be more than ${longestMove.years} years ahead`)
    }
    return yield* clock
      .advance(target, work, name)
      .pipe(
        Effect.mapError((error) => (error instanceof ClockRefused ? refused(target, refusals[error.reason]) : error))
      )
  })

  const follow = Effect.map(clock.follow, (now) => ({ now, ran: 0 }))

  const atBank =
    <A>(
      decode: (body: unknown) => Effect.Effect<A, InvalidRequest>,
      act: (key: AcquirerKey, given: A) => Effect.Effect<TransferProgress, InvalidRequest | StorageError>
    ): BankCommand =>
    (key, body, reports) =>
      decode(body).pipe(
        Effect.flatMap((given) => act(key, given)),
        Effect.flatMap((current) => reports?.report(bank.provider.gatewayId, key, current) ?? Effect.void)
      )

  return SandboxControls.of({
    readClock: Effect.map(Effect.all([clock.now, clock.stands]), ([now, stands]) => ({
      now: DateTime.formatIso(now),
      follow: !stands
    })),
    moveClock: Effect.fn("SandboxControls.moveClock")(function* (body, work, name) {
      const command = yield* ClockTarget.decodeCommand(body)
      const { now, ran } = command._tag === "Follow" ? yield* follow : yield* advance(command, work, name)
      return { now: DateTime.formatIso(now), ran }
    }),
    ledger: Effect.map(ledger.movements, (movements) => encodeLedger({ movements })),
    payTransfer: atBank(TransferCommand.payment, bank.pay),
    completeTransfer: atBank(TransferCommand.outcome, bank.complete),
    failTransfer: atBank(TransferCommand.refusal, bank.fail)
  })
})

export const layer: Layer.Layer<SandboxControls, never, SandboxBank | SandboxClock | Ledger> = Layer.effect(
  SandboxControls,
  make
)
