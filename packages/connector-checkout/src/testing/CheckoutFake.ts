/**
 * A fake of Checkout.com: its HTTP, with books of its own, on the clock in use. For tests of hosts without a network, and
 * for a gateway that is tried. Source: D55.
 */

import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Entropy } from "@florin/core/ids/Ids"
import type { Movement } from "@florin/core/money/Movement"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { settle } from "./internal/acting.js"
import * as Books from "./internal/books.js"
import { authenticate, tokenize, type World } from "./internal/charging.js"
import { decidedOf, type Fake } from "./internal/fake.js"
import * as Faults from "./internal/faults.js"
import { handler } from "./internal/routes.js"
import * as Server from "./internal/server.js"
import type { SignedNotification } from "./internal/signing.js"
import * as Telling from "./internal/telling.js"

export { cardLines } from "./internal/cards.js"
export type { Aim, Fault } from "./internal/faults.js"
export type { SignedNotification } from "./internal/signing.js"
export type { Telling } from "./internal/telling.js"

export interface Options {
  /** Default: one that is free. */
  readonly port?: number
  /** How long an answer is kept under its key. Default: 24 hours. */
  readonly keyLife?: Duration.DurationInput
  /** Default: `sk_sbox_` and made for this fake. */
  readonly secretKey?: string
  /** With which webhooks are signed. Default: made for this fake. */
  readonly signatureKey?: string
}

export interface CheckoutFake {
  /** Without a slash at the end. */
  readonly url: string
  readonly secretKey: Redacted.Redacted<string>
  /** For `POST /tokens`, which the vendor's fields call. */
  readonly publicKey: string
  readonly signatureKey: Redacted.Redacted<string>
  /** The header that each webhook carries. */
  readonly authorization: Redacted.Redacted<string>
  /** What has moved, oldest first, by our keys and in our minor units. */
  readonly movements: Effect.Effect<ReadonlyArray<Movement>>
  /** The same as it is now, without an effect. */
  readonly books: () => ReadonlyArray<Movement>
  /** How many movements there are under a key. */
  readonly movementsOf: (key: AcquirerKey) => Effect.Effect<number>
  /** How often something was sent under a key, lost requests included. */
  readonly sends: (key: AcquirerKey) => Effect.Effect<number>
  /** How often something was sent under a key whose answer was no longer kept. */
  readonly sentPastLife: Effect.Effect<number>
  /** Lets the next requests fail. */
  readonly dial: (fault: Faults.Fault, aim?: Faults.Aim) => Effect.Effect<void>
  /** How webhooks are sent. Default: `once`. */
  readonly tell: (telling: Telling.Telling) => Effect.Effect<void>
  /** Where webhooks are sent. Undefined: nowhere, they are only signed. */
  readonly subscribe: (url: string | undefined) => Effect.Effect<void>
  /** Sends again what its receiver did not take. */
  readonly redeliver: Effect.Effect<void>
  /** All webhooks that were signed, oldest first. */
  readonly notifications: Effect.Effect<ReadonlyArray<SignedNotification>>
  /**
   * From now on captures, voids and refunds are taken and stay undecided; `all`: the captures of payments by themselves,
   * too. Default: `asked`.
   */
  readonly hold: (held?: "asked" | "all") => Effect.Effect<void>
  /** Decides what is undecided, tells of it, and decides at once from now on. */
  readonly release: Effect.Effect<void>
  /** The customer confirms a payment on the page of 3-D Secure, or refuses. */
  readonly authenticate: (paymentId: string, isConfirmed: boolean) => Effect.Effect<void>
  /** A token for one of the test cards, as the vendor's fields get it. */
  readonly token: (card: { readonly number: string; readonly name?: string }) => Effect.Effect<string>
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

const idsOf =
  (entropy: (bytes: number) => Uint8Array) =>
  (prefix: string): string =>
    `${prefix}_${Array.from(entropy(26), (byte) => alphabet[byte & 31]).join("")}`

/** The parts of the fake that its users turn. */
const controls = ({ teller, world }: Fake, { dial }: Faults.Faults) => {
  const { books } = world

  const telling = (decided: () => Parameters<typeof teller.about>[0]): Effect.Effect<void> =>
    Effect.suspend(() => {
      const { after, before } = teller.about(decided())
      return Effect.zipRight(before, after)
    })

  return {
    movements: Effect.sync(() => [...books.movements]),
    books: () => [...books.movements],
    movementsOf: (key) => Effect.sync(() => books.movements.filter((one) => one.key === key).length),
    sends: (key) => Effect.sync(() => books.sends.get(key) ?? 0),
    sentPastLife: Effect.sync(() => books.sentPastLife),
    dial: (fault, aim = {}) => Effect.sync(() => dial(fault, aim)),
    tell: (next) => Effect.sync(() => teller.set(next)),
    subscribe: (to) => Effect.sync(() => teller.subscribe(to)),
    redeliver: teller.redeliver,
    notifications: Effect.sync(teller.notifications),
    hold: (held = "asked") =>
      Effect.sync(() => {
        books.held = held
      }),
    release: telling(() => {
      books.held = "none"
      return settle(world)
    }),
    authenticate: (id, isConfirmed) =>
      telling(() => {
        const payment = books.payments.get(id)
        return payment === undefined ? [] : decidedOf(payment, authenticate(world, payment, isConfirmed))
      }),
    token: ({ name, number }) => {
      const card = {
        type: "card",
        number,
        expiry_month: 12,
        expiry_year: 2099,
        ...(name === undefined ? {} : { name })
      } as const
      return Effect.orDie(
        Effect.map(
          Effect.suspend(() => tokenize(world, card)),
          ({ token }) => token
        )
      )
    }
  } satisfies Partial<CheckoutFake>
}

/** Listens on this machine until the scope ends. */
export const make = (options: Options = {}): Effect.Effect<CheckoutFake, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const newId = idsOf(yield* Entropy)
    const world: World = { books: Books.empty(), now: () => clock.unsafeCurrentTimeMillis(), newId }
    const account = {
      secretKey: options.secretKey ?? newId("sk_sbox"),
      publicKey: newId("pk_sbox"),
      keyLife: Duration.toMillis(options.keyLife ?? "24 hours")
    }
    const secrets = { signatureKey: options.signatureKey ?? newId("whk"), authorization: newId("auth") }
    let url = ""
    const ownUrl = () => url
    const faults = Faults.make()
    const fake: Fake = { world, account, faults, teller: Telling.make(world, secrets, ownUrl), ownUrl }
    url = yield* Server.serve(handler(fake), options.port ?? 0)
    return {
      url,
      secretKey: Redacted.make(account.secretKey),
      publicKey: account.publicKey,
      signatureKey: Redacted.make(secrets.signatureKey),
      authorization: Redacted.make(secrets.authorization),
      ...controls(fake, faults)
    }
  })
