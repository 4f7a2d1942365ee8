/** What a test of a host has: Florin in memory, a clock that the test moves, and everything that left it in lists. */
import type { Mail } from "@florin/core/mail/Mailer"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import type { AcquirerReason } from "@florin/sandbox/TestTriggers"
import type * as Layer from "effect/Layer"
import type { Checkouts } from "../faces/generated/faces.js"
import type { InProcessShop } from "../faces/inProcessShop.js"
import type { Distance, Move, Movement, SandboxControls } from "../faces/sandboxControls.js"
import type { Florin } from "../host/createFlorin.js"
import type { OnCommit, OnCommits } from "../host/onCommit.js"
import type { ShopOptions, Simulated } from "../host/options.js"
import type { WebhookEvent } from "../receiver/events.js"
import type { CheckoutCustomer } from "./checkoutCustomer.js"
import type { ShorterCalls } from "./shorterCalls.js"

export interface TestOptions extends Pick<Simulated, "operators" | "pages" | "routing" | "timeZone"> {
  /** The host's, as `createFlorin` takes it for SQLite. */
  readonly onCommit?: OnCommit | OnCommits
  /**
   * In place of `onCommit`, what an app written with Effect provides to `Florin.layer`. With `HostSql.listener` its
   * `SqlClient` is that of the test's database.
   */
  readonly listeners?: Layer.Layer<never>
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

/** Answers a webhook: `florin.webhook("shop", handler).fetch`, a `receiver`, or the `fetch` of the host's app. */
export type Receive = (request: Request) => Response | Promise<Response>

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

/** What a test has beside the operations of its shop. */
export interface TestControls
  extends Pick<Florin, "close" | "fetch" | "handler" | "operator" | "shop" | "webhook">,
    AsyncDisposable {
  readonly clock: TestClock
  readonly ledger: TestLedger
  /** The webhooks so far, in order, as a host's verified receiver is told them. */
  readonly webhooks: ReadonlyArray<WebhookEvent>
  /**
   * Posts each webhook from now on to the host's own handler, too, before the call that caused it resolves. After another
   * answer than 2xx it is sent again when the clock gets there: after 5 seconds, then after 5 minutes and so on. The
   * handler may call operations, but must not move the clock.
   */
  readonly onWebhook: (receive: Receive) => void
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

/**
 * A Florin with one shop, `shop`, whose operations are its own: `florin.pay` is `florin.shop("shop").pay`. After each call
 * the work that is due at once has run, so that its webhook is in the list.
 */
export interface TestFlorin
  extends Omit<InProcessShop, keyof ShorterCalls | keyof TestControls | "checkouts">,
    ShorterCalls,
    TestControls {
  /** Orders that wait to be paid, and a customer who pays one on its page. */
  readonly checkouts: Checkouts & CheckoutCustomer
}
