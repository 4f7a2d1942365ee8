/** Florin for the tests of a host: in memory, with a clock that a test moves, and everything that left it in lists. */
import type { Mail } from "@florin/core/mail/Mailer"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import type { AcquirerReason } from "@florin/sandbox/TestTriggers"
import * as SqliteMemory from "@florin/storage-sqlite/SqliteMemory"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type * as Cards from "./cards.js"
import { type Florin, type InProcessShop, type SimulatedFlorin, startedOn } from "./createFlorin.js"
import type { WebhookEvent } from "./internal/receiver/events.js"
import { nowOf } from "./internal/running.js"
import * as Books from "./internal/testing/books.js"
import { layer } from "./internal/testing/layer.js"
import * as Parties from "./internal/testing/parties.js"
import { scripted } from "./internal/testing/script.js"
import { settling } from "./internal/testing/settling.js"
import * as OnCommit from "./onCommit.js"
import { OptionRefused, type ShopOptions, type Simulated } from "./options.js"
import type { Distance, Move, Movement, SandboxControls } from "./sandboxControls.js"

export interface TestOptions extends Pick<Simulated, "operators" | "pages" | "routing" | "timeZone"> {
  /** The host's, as `createFlorin` takes it for SQLite. */
  readonly onCommit?: OnCommit.OnCommit
  /** Statements that make the host's own tables, in the same database. */
  readonly migrate?: string
  /** Where the clock stands at first, as ISO 8601. Default: the machine's time. */
  readonly now?: string
  /** Settings of the one shop, `shop`, such as `threeDSecure`. */
  readonly shop?: Partial<Omit<ShopOptions, "id">>
  /** Default: `https://shop.example/pay`. */
  readonly baseUrl?: string
}

/**
 * What becomes of an attempt at the acquirer.
 *
 * - `lose the request`: it never arrives. Nothing is charged, and the acquirer does not know of it
 * - `lose the answer after the charge`: it is charged, but the answer never arrives
 *
 * After either, a charge is `pending` for two seconds of the clock; then the acquirer is asked what became of it.
 */
export type AttemptOutcome =
  | "approve"
  | "decline"
  | "lose the request"
  | "lose the answer after the charge"
  | { readonly decline: AcquirerReason }

/** A clock that stands until a test moves it. */
export interface TestClock {
  /** As ISO 8601. */
  readonly now: string
  /** Moves it, and runs all work that falls due on the way, each at its instant. At most 20 years at once. */
  readonly advance: (by: Distance) => Promise<Move>
  /** The same, to an instant in ISO 8601 that lies ahead. */
  readonly set: (instant: string) => Promise<Move>
}

/** What the simulated acquirer and bank have moved, as they have booked it: not from Florin's tables. */
export interface TestLedger {
  /** In the order in which they were booked. */
  readonly entries: ReadonlyArray<Movement>
  readonly kinds: ReadonlyArray<Movement["kind"]>
}

/** A request whose members of these names have a default. */
type Shorter<Request, Name extends string> = Omit<Request, Name> & Partial<Pick<Request, Name & keyof Request>>

type Order<Request> = Shorter<Request, "currency" | "description">

/** Requests of cards in which `currency` is `EUR`, and `description` and `reason` are `Test`, unless they say otherwise. */
interface ShorterCalls {
  readonly authorize: Cards.CardCall<Order<Cards.ChargeRequest>, Cards.Authorization>
  readonly pay: Cards.CardCall<Order<Cards.ChargeRequest>, Cards.Payment>
  readonly tokenize: Cards.CardCall<Order<Cards.TokenizationRequest>, Cards.Tokenization>
  readonly credit: Cards.CardCall<Order<Cards.CreditRequest>, Cards.Credit>
  readonly payOut: Cards.CardCall<Order<Cards.PayoutRequest>, Cards.Payout>
  readonly refund: Cards.CardCall<Shorter<Cards.RefundRequest, "reason">, Cards.Refund>
}

/**
 * A Florin with one shop, `shop`, whose operations are its own: `florin.pay` is `florin.shop("shop").pay`. After each call
 * the work that is due at once has run, so that its webhook is in the list.
 */
export interface TestFlorin
  extends Omit<InProcessShop, keyof ShorterCalls>,
    ShorterCalls,
    Pick<Florin, "close" | "fetch" | "handler" | "operator" | "shop">,
    AsyncDisposable {
  readonly clock: TestClock
  readonly ledger: TestLedger
  /** The webhooks so far, in order, as a host's verified receiver is told them. */
  readonly webhooks: ReadonlyArray<WebhookEvent>
  /** The mails to customers so far, in order. */
  readonly mails: ReadonlyArray<Mail>
  readonly acquirer: {
    /**
     * Orders the outcomes of the next attempts by card, one each; after them, cards decide again. A repeated attempt under
     * the key of an earlier one is the same attempt.
     */
    readonly next: (...outcomes: ReadonlyArray<AttemptOutcome>) => void
  }
  /** What customers and banks do with transfers. */
  readonly bank: Pick<SandboxControls, "transfers" | "payouts" | "refunds">
  /** The header `Authorization` of requests of the shop over HTTP. */
  readonly authorization: string
  /** Runs one statement at once and returns its rows, if any. Placeholders are `?`. */
  readonly query: (statement: string, ...parameters: ReadonlyArray<SqlValue>) => ReadonlyArray<Row>
  /** Runs any number of statements at once. */
  readonly execute: (statements: string) => void
}

const secrets = {
  secretKey: "the-secret-of-the-shop-of-a-test",
  webhookSecret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
  notificationUrl: "https://host.example/webhooks"
}

const optionsOf = ({ migrate: _, now: __, onCommit: ___, shop, ...options }: TestOptions) => {
  const listed = { id: "shop", ...secrets, ...shop }
  const simulated: Simulated = {
    baseUrl: "https://shop.example/pay",
    ...options,
    database: "sqlite::memory:",
    sandbox: true,
    shops: [listed]
  }
  return { simulated, listed }
}

const instantOf = ({ now }: TestOptions): number => {
  if (now === undefined) return Clock.make().unsafeCurrentTimeMillis()
  const instant = DateTime.make(now)
  if (Option.isSome(instant)) return instant.value.epochMillis
  throw new OptionRefused({ option: "now", expected: "must be an instant in ISO 8601" })
}

const named = { currency: "EUR", description: "Test" }

const shorterOf = ({ authorize, credit, pay, payOut, refund, tokenize }: InProcessShop): ShorterCalls => ({
  authorize: (request, options) => authorize({ ...named, ...request }, options),
  pay: (request, options) => pay({ ...named, ...request }, options),
  tokenize: (request, options) => tokenize({ ...named, ...request }, options),
  credit: (request, options) => credit({ ...named, ...request }, options),
  payOut: (request, options) => payOut({ ...named, ...request }, options),
  refund: (request, options) => refund({ reason: "Test", ...request }, options)
})

/** A database with the tables of Florin: copied, because making them takes longer than all else. */
let tables: Uint8Array | undefined

/**
 * Starts a Florin in memory. Several at once share nothing. `await using` closes it at the end of the block.
 *
 * Errors: rejects with those of `createFlorin`, and with that of a statement of `migrate`.
 */
export const testFlorin = async (options: TestOptions = {}): Promise<TestFlorin> => {
  const { listed, simulated } = optionsOf(options)
  const scope = nowOf(Scope.make())
  const store = nowOf(Effect.orDie(Scope.extend(SqliteMemory.make(tables), scope)))
  const books = Books.make(instantOf(options))
  const script = scripted()
  const webhooks: Array<WebhookEvent> = []
  const mails: Array<Mail> = []
  const whole = layer(simulated, {
    store,
    books: books.database,
    script: script.of,
    sender: Parties.receiver(listed.webhookSecret, webhooks),
    mailer: Parties.customers(mails)
  })
  const listening = OnCommit.layer(options.onCommit, { _tag: "Sqlite", path: ":memory:" })
  const florin = (await startedOn(Layer.provide(whole, listening), simulated)) as SimulatedFlorin
  tables ??= store.image()
  if (options.migrate !== undefined) store.execute(options.migrate)

  const { payouts, refunds, transfers, ...sandbox } = florin.sandbox
  const settle = () => sandbox.advance({})
  const shop = (id: string) => settling(florin.shop(id), settle)
  const own = shop("shop")
  const close = async () => {
    await florin.close()
    nowOf(Scope.close(scope, Exit.void))
  }

  return {
    ...own,
    ...shorterOf(own),
    shop,
    operator: settling(florin.operator, settle),
    bank: settling({ payouts, refunds, transfers }, settle),
    fetch: (request) => florin.fetch(request).finally(settle),
    handler: (request, response) => {
      response.once("close", () => void settle())
      florin.handler(request, response)
    },
    clock: {
      get now() {
        return DateTime.formatIso(DateTime.unsafeMake(books.now()))
      },
      advance: sandbox.advance,
      set: sandbox.moveTo
    },
    ledger: {
      get entries() {
        return books.movements()
      },
      get kinds() {
        return books.movements().map(({ kind }) => kind)
      }
    },
    webhooks,
    mails,
    acquirer: { next: script.next },
    authorization: `Basic ${Buffer.from(`${listed.id}:${listed.secretKey}`).toString("base64")}`,
    query: (statement, ...parameters) => store.query(statement, parameters),
    execute: store.execute,
    close,
    [Symbol.asyncDispose]: close
  }
}
