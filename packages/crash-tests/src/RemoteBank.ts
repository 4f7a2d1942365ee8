/** The bank of the processes under test: it stands in another process, with books of its own. */
import { type Movement, MovementsUnavailable } from "@florin/core/money/Movement"
import type { TransferAnswer, TransferProvider, TransferStatus } from "@florin/core/transfers/TransferProvider"
import { requestOf } from "@florin/testing/parties/BankLedger"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { exchange } from "./RemoteAcquirer.js"

/** Shown as `gateway_id`. */
export const gatewayId = 3

/** On the wire they are milliseconds since 1970. */
const instants = ["paidAt", "asOf", "at"]

const changed = (value: object, change: (instant: never) => unknown): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, instants.includes(name) ? change(member as never) : member])
  )

/** A standing or a movement as it travels. */
export const sent = (value: object): object => changed(value, ({ epochMillis }: DateTime.Utc) => epochMillis)

/** What has travelled. Nothing else of it is looked at: the gateway makes sure that it is an answer (D41). */
export const received = (reply: unknown): unknown =>
  typeof reply === "object" && reply !== null ? changed(reply, (millis: number) => DateTime.unsafeMake(millis)) : reply

const requested = (url: string, body?: object) =>
  Effect.map(exchange(url, body && { method: "POST", body: JSON.stringify(body) }), received)

export const make = (url: string): TransferProvider => ({
  ...{ gatewayId, name: "Remote bank", simulated: true },
  perform: (request) =>
    Effect.orElseSucceed(requested(`${url}/accounts`, requestOf(request)), () => ({
      _tag: "NoAnswer"
    })) as Effect.Effect<TransferAnswer>,
  status: (key) =>
    Effect.orElseSucceed(requested(`${url}/accounts/${key}`), () => ({
      _tag: "Unknown"
    })) as Effect.Effect<TransferStatus>,
  movements: ({ from, to }) =>
    exchange(`${url}/movements/${from.epochMillis}/${to.epochMillis}`).pipe(
      Effect.map((all) => (all as ReadonlyArray<object>).map((one) => received(one) as Movement)),
      Effect.mapError(() => new MovementsUnavailable({}))
    )
})
