/** The bank beside the processes that are killed: its server, what its customers do, and what it reports. */
import * as BankLedger from "@florin/testing/parties/BankLedger"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as ScriptedTransferProvider from "@florin/testing/parties/ScriptedTransferProvider"
import * as Travel from "@florin/testing/parties/Travel"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Desk from "./Desk.js"
import { asker, inFlightWindow } from "./RemoteAcquirer.js"
import * as RemoteBank from "./RemoteBank.js"
import type { Visit } from "./Visit.js"

/** How the bank treats what it is asked for. */
export type Script = (request: BankLedger.BankRequest) => Effect.Effect<ScriptedTransferProvider.Manner>

export type Bank = Effect.Effect.Success<ReturnType<typeof make>>

/** `now`: its clock, which shows the time of the processes. Unit: milliseconds since 1970. */
export const make = Effect.fnUntraced(function* (script: Script, now: Effect.Effect<number>) {
  const bank = ScriptedTransferProvider.make({ inFlightWindow: Duration.toMillis(inFlightWindow), now })
  const { accounts } = bank.ledger
  const visits: Array<Visit> = []

  const listed = ([from = "", to = ""]: ReadonlyArray<string>) => {
    const period = { from: DateTime.unsafeMake(Number(from)), to: DateTime.unsafeMake(Number(to)) }
    return { status: 200, body: BankLedger.movedIn(accounts.values(), period).map(RemoteBank.sent) }
  }

  const answered = Effect.fnUntraced(function* ({ body, headers, method, path }: Loopback.Incoming) {
    const request = method === "POST" ? (JSON.parse(body) as BankLedger.BankRequest) : undefined
    const key = request?.key ?? path.slice("/accounts/".length)
    const about = { key, pid: Number(headers[asker]), mayMeet: request === undefined }
    const visit: Visit = { ...about, at: yield* Clock.currentTimeMillis, until: undefined }
    visits.push(visit)
    const reply =
      request === undefined
        ? yield* bank.status(key, Travel.truthful)
        : yield* bank.perform(request, yield* script(request))
    visit.until = yield* Clock.currentTimeMillis
    return reply._tag === "NoAnswer" ? undefined : { status: 200, body: RemoteBank.sent(reply) }
  })

  const { url } = yield* Loopback.serve((incoming) =>
    incoming.path.startsWith("/movements/")
      ? Effect.succeed(listed(incoming.path.split("/").slice(2)))
      : answered(incoming)
  )

  /** Tells a process how a transfer stands, until it is taken. Answers with the HTTP status. */
  const report = (office: Effect.Effect<string>, key: string, progress: object) =>
    Desk.insist(office, { _tag: "Report", key, progress: RemoteBank.sent(progress) })

  return {
    url,
    accounts: () => [...accounts.values()],
    visits: () => visits,
    account: (key: string) => accounts.get(key),
    /** A customer pays an order, or another bank takes the money. `at`: the bank's date. Default: now. */
    pay: Effect.fnUntraced(function* (key: string, { amount, at }: Partial<BankLedger.Moved> = {}) {
      const whole = accounts.get(key)?.amount ?? 0
      return bank.ledger.pay(key, { amount: amount ?? whole, at: at ?? (yield* now) })
    }),
    /** Moves the money of an account, unless it has moved by then: of all customers who come for it at once, one pays. */
    payWaiting: Effect.fnUntraced(function* (key: string) {
      const at = yield* now
      const account = accounts.get(key)
      if (account === undefined || !BankLedger.isWaiting(account)) return undefined
      return bank.ledger.pay(key, { amount: account.amount, at })
    }),
    reject: bank.ledger.reject,
    report,
    /** Reports the account of a key as it stands. */
    tell: (office: Effect.Effect<string>, key: string) =>
      Effect.flatMap(now, (at) => report(office, key, ScriptedTransferProvider.progressOf(accounts.get(key)!, at)))
  }
})
