/** Starts a Florin for a test, and shows it as the test sees it. */
import type { Mail } from "@florin/core/mail/Mailer"
import * as SqliteMemory from "@florin/storage-sqlite/SqliteMemory"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"
import { perShop } from "../faces/perShop.js"
import { failureOf } from "../faces/refusals.js"
import { type SimulatedFlorin, startedOn } from "../host/createFlorin.js"
import { isWithin } from "../host/hostTransaction.js"
import * as OnCommit from "../host/onCommit.js"
import { nowOf, promiseOf, reasonOf, start } from "../host/promises.js"
import { withDriver } from "../host/sqliteDriver.js"
import type { WebhookEvent } from "../receiver/events.js"
import * as Books from "./books.js"
import { customerOf } from "./checkoutCustomer.js"
import { hearing } from "./hostWebhooks.js"
import * as Options from "./options.js"
import * as Parties from "./parties.js"
import { scripted } from "./script.js"
import { settling } from "./settledCalls.js"
import { shorterCalls } from "./shorterCalls.js"
import type { TestClock, TestFlorin, TestLedger, TestOptions } from "./testKit.js"
import { make } from "./testServices.js"

let made: ReturnType<typeof migrated> | undefined

const migrated = () => promiseOf(start(Runtime.defaultRuntime)(withDriver(SqliteMemory.migrated)))

/** A database with Florin's tables, made once: to make them anew takes a third of a start. */
const tables = () => (made ??= migrated())

type OpenBooks = ReturnType<typeof Books.make>

const clockOf = (books: OpenBooks, { advance, moveTo }: SimulatedFlorin["sandbox"]): TestClock => ({
  get now() {
    return DateTime.formatIso(DateTime.unsafeMake(books.now()))
  },
  advance,
  set: moveTo
})

const ledgerOf = (books: OpenBooks): TestLedger => ({
  get entries() {
    return books.movements()
  },
  get kinds() {
    return books.movements().map(({ kind }) => kind)
  }
})

/** The operations of a Florin, after each of which what is due has run, unless due work itself has made the call. */
const settled = (florin: SimulatedFlorin, isInside: () => boolean, baseUrl: string) => {
  const { operator, sandbox, shop, webhook } = florin
  const settle = async () => isInside() || isWithin() || sandbox.advance({})
  const settledShop = perShop((id) => settling(shop(id), settle))
  const own = settledShop("shop")
  const { payouts, refunds, transfers } = sandbox
  const fetch = (request: Request) => florin.fetch(request).finally(settle)
  return {
    ...own,
    checkouts: { ...own.checkouts, ...customerOf(fetch, own.checkouts, baseUrl) },
    ...shorterCalls(own),
    shop: settledShop,
    operator: settling(operator, settle),
    webhook,
    bank: settling({ payouts, refunds, transfers }, settle),
    fetch,
    handler: ((request, response) => {
      // What fails here would also fail, and be told, at the next call.
      response.once("close", () => void settle().catch(() => undefined))
      florin.handler(request, response)
    }) satisfies TestFlorin["handler"]
  }
}

const authorizationOf = (options: TestOptions): string => {
  const { id, secretKey } = Options.shopOf(options)
  return `Basic ${Buffer.from(`${id}:${secretKey}`).toString("base64")}`
}

const running = async (
  options: TestOptions,
  store: SqliteMemory.SqliteMemory
): Promise<Omit<TestFlorin, typeof Symbol.asyncDispose>> => {
  const books = Books.make(Options.instantOf(options))
  const script = scripted()
  const webhooks: Array<WebhookEvent> = []
  const { isInside, post, tell } = hearing()
  const mails: Array<Mail> = []
  const simulated = Options.simulatedOf(options)
  const making = make(simulated, {
    store,
    books: books.database,
    script: script.of,
    sender: Parties.receiver(Options.shopOf(options).webhookSecret, webhooks, post),
    mailer: Parties.customers(mails),
    listener: options.listeners ?? OnCommit.layer(options.onCommit)
  })
  const florin = (await startedOn(making, simulated)) as SimulatedFlorin
  return {
    ...settled(florin, isInside, simulated.baseUrl),
    clock: clockOf(books, florin.sandbox),
    ledger: ledgerOf(books),
    webhooks,
    onWebhook: tell,
    mails,
    acquirer: { next: script.next },
    authorization: authorizationOf(options),
    query: (statement, ...parameters) => store.query(statement, parameters),
    execute: store.execute,
    close: florin.close
  }
}

export const started = async (options: TestOptions = {}): Promise<TestFlorin> => {
  Options.checked(options)
  const image = await tables()
  const scope = nowOf(Scope.make())
  const gone = () => nowOf(Scope.close(scope, Exit.void))
  const store = nowOf(Effect.orDie(Scope.extend(SqliteMemory.make(image), scope)))
  let stop: () => Promise<void> = async () => undefined
  const close = () => stop().finally(gone)
  try {
    const florin = await running(options, store)
    stop = florin.close
    if (options.migrate !== undefined) store.execute(options.migrate)
    return { ...florin, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw failureOf(reasonOf(error))
  }
}
