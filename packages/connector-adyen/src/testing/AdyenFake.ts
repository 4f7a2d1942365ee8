/**
 * A stateful fake of Adyen's Checkout API (v71), for tests without a network.
 *
 * It speaks HTTP on this machine, keeps books of its own, honours idempotency keys as Adyen does, signs its notifications
 * and sends them until they are accepted, asks customers on a page of its own for 3-D Secure, and runs on the clock of the
 * effect that makes it. Source: D55.
 */
import type { IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import { Entropy } from "@florin/core/ids/Ids"
import type { Movement, Period } from "@florin/core/money/Movement"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Books from "./internal/books.js"
import * as Dials from "./internal/dials.js"
import * as Handling from "./internal/handling.js"
import * as Keys from "./internal/keys.js"
import * as Movements from "./internal/movements.js"
import * as Pages from "./internal/pages.js"
import * as Server from "./internal/server.js"
import * as Teller from "./internal/teller.js"
import type * as World from "./internal/world.js"

export type { Arrival, Dial, Manner, Telling, Way } from "./internal/dials.js"

export interface Options {
  /** Default: `FlorinTest`. */
  readonly merchantAccount?: string
  /** Default: `fake-api-key`. */
  readonly apiKey?: string
  /** Shape: 64 hexadecimal digits. Default: a fixed one. */
  readonly hmacKey?: string
  /** Default: a free one. */
  readonly port?: number
  /**
   * Where notifications go: an address, or a function that says whether one was accepted. It may be set later with
   * `notify`; until then they are only recorded.
   */
  readonly notify?: string | ((incoming: IncomingNotification) => Effect.Effect<boolean>)
  /** Several captures of one hold are enabled. Default: false, and the rest of a hold goes with its first capture. */
  readonly multicapture?: boolean
  /** Default: seven days. */
  readonly keyLife?: Duration.DurationInput
  /** How long the customer's page stays open. Default: twelve hours. */
  readonly offerLife?: Duration.DurationInput
  /** What becomes of each request. Default: it arrives, is answered, and told about once. */
  readonly dial?: Dials.Dial
}

export interface AdyenFake {
  /** The base URL for the connector, version included. */
  readonly baseUrl: string
  readonly merchantAccount: string
  readonly apiKey: Redacted.Redacted<string>
  readonly hmacKey: Redacted.Redacted<string>
  readonly dial: (dial: Dials.Dial) => Effect.Effect<void>
  readonly notify: (to: NonNullable<Options["notify"]>) => Effect.Effect<void>
  /** What it has moved, by its own books: refused and lost requests, and checks of cards, are not listed. */
  readonly movements: (period?: Period) => Effect.Effect<ReadonlyArray<Movement>>
  /** All of that as it is now, without an effect. */
  readonly books: () => ReadonlyArray<Movement>
  /** How often a request came under this key. */
  readonly sendsOf: (key: string) => Effect.Effect<number>
  /** How many requests came under a key that Adyen would have forgotten. */
  readonly sendsPastKeyLife: Effect.Effect<number>
  /** Every notification that was sent, oldest first. */
  readonly notifications: Effect.Effect<ReadonlyArray<FakeNotification>>
  /** Carries out and tells at once what its dial has put off. */
  readonly settle: Effect.Effect<void>
  /** Sends all notifications once more, whatever became of them. */
  readonly tellAgain: Effect.Effect<void>
  /** Does what a customer does on the page to which an action leads, and answers what the browser brings back. */
  readonly customer: (
    action: Customer,
    decision: "confirm" | "refuse"
  ) => Effect.Effect<Readonly<Record<string, string>>, Error>
}

/** A notification as it was sent. */
export interface FakeNotification {
  /** Our key of the operation that it is about. */
  readonly key: string
  /** Signed JSON. */
  readonly body: string
}

/** Where a customer is sent: an address, or a form. */
export interface Customer {
  readonly url: string
  readonly fields?: Readonly<Record<string, string>>
}

const defaults = {
  merchantAccount: "FlorinTest",
  apiKey: "fake-api-key",
  hmacKey: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
  port: 0,
  multicapture: false,
  keyLife: Keys.keyLife,
  offerLife: Duration.hours(12),
  dial: Dials.straight
} as const

const incomingOf = (body: string): IncomingNotification => ({
  header: (name) => (name === "content-type" ? "application/json" : undefined),
  body: Buffer.from(body, "utf8")
})

const deliverTo = (to: Options["notify"]): Teller.Deliver | undefined => {
  if (to === undefined) return undefined
  return typeof to === "string" ? (body) => Server.post(to, body) : (body) => to(incomingOf(body))
}

const fieldsIn = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
      .map(
        ([, name = "", value = ""]) =>
          [name, value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))] as const
      )
      .filter(([name]) => name !== "decision")
  )

/** Walks through the pages as a browser does, without one. */
const walking = (world: World.World) => (customer: Customer, decision: "confirm" | "refuse") =>
  Effect.suspend(() => {
    const isForm = customer.fields !== undefined
    const url = new URL(customer.url)
    const first = Pages.open(world, isForm ? "POST" : "GET", url, new URLSearchParams(customer.fields))
    const action = / action="([^"]+)"/.exec(first?.html ?? "")?.[1]
    if (first?.html === undefined || action === undefined) return Effect.fail(new Error("There is no such page"))
    const form = new URLSearchParams({ ...fieldsIn(first.html), decision })
    const last = Pages.open(world, "POST", new URL(action, url), form)
    if (last?.location !== undefined) return Effect.succeed(Object.fromEntries(new URL(last.location).searchParams))
    return Effect.succeed(fieldsIn(last?.html ?? ""))
  })

/** A fake, until the scope ends. Its clock and its randomness are those of the effect. */
export const make = (options: Options = {}): Effect.Effect<AdyenFake, never, Scope.Scope> =>
  Effect.gen(function* () {
    const settings = { ...defaults, ...options }
    const clock = yield* Effect.clock
    const fork = yield* FiberSet.makeRuntime<never>()
    const hmacKey = Redacted.make(settings.hmacKey)
    const posted: Array<FakeNotification> = []
    const state = { url: "", dial: settings.dial as Dials.Dial, deliver: deliverTo(settings.notify) }
    const world: World.World = {
      merchantAccount: settings.merchantAccount,
      url: () => state.url,
      keepsRest: settings.multicapture,
      books: Books.empty(),
      stored: new Map(),
      challenges: new Map(),
      now: () => clock.unsafeCurrentTimeMillis(),
      entropy: yield* Entropy
    }
    const once: Teller.Deliver = (body) => (state.deliver === undefined ? Effect.succeed(true) : state.deliver(body))
    const post = ({ about, item }: World.Untold, isOnce: boolean) =>
      Effect.suspend(() => {
        const body = Teller.bodyOf(item, hmacKey)
        posted.push({ key: about, body })
        return isOnce ? once(body) : Teller.send(once, body)
      })
    const keys = Keys.make(settings.keyLife)
    const handling = Handling.make({
      world,
      apiKey: settings.apiKey,
      keys,
      offerLife: settings.offerLife,
      dial: (arrival) => state.dial(arrival),
      post,
      // Runs on after the request that caused it.
      later: (effect) => Effect.sync(() => void fork(Effect.withClock(effect, clock)))
    })
    state.url = yield* Server.serve(settings.port, (incoming) => Effect.withClock(handling.handle(incoming), clock))

    return {
      baseUrl: `${state.url}/v71`,
      merchantAccount: settings.merchantAccount,
      apiKey: Redacted.make(settings.apiKey),
      hmacKey,
      dial: (dial) => Effect.sync(() => void Object.assign(state, { dial })),
      notify: (to) => Effect.sync(() => void Object.assign(state, { deliver: deliverTo(to) })),
      movements: (period) =>
        Effect.sync(() => (period === undefined ? Movements.all(world.books) : Movements.within(world.books, period))),
      books: () => Movements.all(world.books),
      sendsPastKeyLife: Effect.sync(keys.pastLife),
      settle: handling.settle,
      sendsOf: (key) => Effect.sync(() => handling.sendsOf(key)),
      notifications: Effect.sync(() => [...posted]),
      tellAgain: Effect.suspend(() => Effect.forEach([...posted], ({ body }) => once(body), { discard: true })),
      customer: walking(world)
    }
  })
