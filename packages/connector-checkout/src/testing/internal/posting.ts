/** The routes that move something: payments, captures, voids, refunds; and tokens. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type ActionType, act } from "./acting.js"
import type { Answer, FakeAction, FakePayment } from "./books.js"
import { mannerOf } from "./cards.js"
import * as Charging from "./charging.js"
import { decidedOf, type Fake, machineClock, notFound, outgoing, prevented, refused, transported } from "./fake.js"
import type { Fault } from "./faults.js"
import * as Keys from "./keys.js"
import * as Rendering from "./rendering.js"
import { TokenRequest } from "./requests.js"
import type { Incoming, Reaction } from "./server.js"

interface Done {
  readonly answer: Answer
  readonly decided?: ReadonlyArray<readonly [FakePayment, FakeAction]>
}

/** How long a slow request takes before it is worked on. */
const slowness = "2 seconds"

const charge = ({ ownUrl, world }: Fake, body: unknown): Done =>
  Either.match(Charging.charge(world, body), {
    onLeft: (codes): Done => ({ answer: refused(422, codes) }),
    onRight: ({ decided, payment }) => ({
      answer: { status: payment.session === undefined ? 201 : 202, body: Rendering.created(ownUrl(), payment) },
      decided: decidedOf(payment, decided)
    })
  })

const follow = ({ ownUrl, world }: Fake, id: string, type: ActionType, body: unknown): Done => {
  const payment = world.books.payments.get(id)
  if (payment === undefined) return { answer: notFound }
  return Either.match(act(world, payment, type, body), {
    onLeft: ({ codes, status }): Done => ({ answer: status === 403 ? { status } : refused(status, codes) }),
    onRight: (actions) => ({
      answer: { status: 202, body: Rendering.accepted(ownUrl(), payment, actions[0]!) },
      decided: decidedOf(payment, actions)
    })
  })
}

const decodeToken = Schema.decodeUnknownEither(TokenRequest)

const tokenize = ({ world }: Fake, body: unknown): Done =>
  decodeToken(body).pipe(
    Either.mapLeft((): Charging.Refused => ["request_body_malformed"]),
    Either.flatMap((card) => Charging.tokenize(world, card)),
    Either.match({
      onLeft: (codes): Done => ({ answer: refused(422, codes) }),
      onRight: ({ instrument, token, until }): Done => ({
        answer: {
          status: 201,
          body: {
            type: "card",
            token,
            expires_on: DateTime.formatIso(DateTime.unsafeMake(until)),
            scheme: instrument.scheme,
            last4: instrument.number.slice(-4),
            bin: instrument.number.slice(0, 6),
            expiry_month: instrument.expMonth,
            expiry_year: instrument.expYear
          }
        }
      })
    })
  )

const actionRoutes: Readonly<Record<string, ActionType>> = { captures: "Capture", voids: "Void", refunds: "Refund" }

const work = (fake: Fake, { path }: Incoming, body: unknown): Done => {
  const [, , id = "", action = ""] = path.split("/")
  if (path === "/payments") return charge(fake, body)
  if (path === "/tokens") return tokenize(fake, body)
  const type = Object.hasOwn(actionRoutes, action) ? actionRoutes[action] : undefined
  return type === undefined ? { answer: notFound } : follow(fake, id, type, body)
}

const worked = (fake: Fake, incoming: Incoming, body: unknown, key: string | undefined, fault: Fault | undefined) =>
  Effect.gen(function* () {
    const { teller, world } = fake
    const { answer, decided = [] } = work(fake, incoming, body)
    // An error is not kept, whatever was done.
    if (key !== undefined && fault !== "error-done") Keys.keep(world.books, key, world.now(), answer)
    const { after, before } = teller.about(decided)
    yield* before
    return { outgoing: transported(fake, answer, fault), afterwards: after } satisfies Reaction
  })

const parsed = (text: string): unknown => Option.getOrUndefined(Schema.decodeOption(Schema.parseJson())(text))

interface SomeSource {
  readonly source?: { readonly name?: string; readonly token?: string; readonly id?: string }
}

/** The holder's name behind a request to charge, whichever source it has. */
const holderIn = ({ books }: Charging.World, body: unknown): string | undefined => {
  const { id = "", name, token = "" } = (body as SomeSource | undefined)?.source ?? {}
  return name ?? books.tokens.get(token)?.instrument.name ?? books.instruments.get(id)?.name
}

const keyOf = ({ headers }: Incoming): string | undefined => {
  const key = headers["cko-idempotency-key"]
  return typeof key === "string" ? key : undefined
}

export const post = (fake: Fake, incoming: Incoming): Effect.Effect<Reaction> =>
  Effect.gen(function* () {
    const { account, faults, world } = fake
    const { books, now } = world
    const key = keyOf(incoming)
    const looked = key === undefined ? undefined : Keys.look(books, key, now(), account.keyLife)
    const body = parsed(incoming.body)
    const isFirst = key === undefined || books.sends.get(key) === 1
    const fault = faults.take("POST", incoming.path) ?? (isFirst ? mannerOf(holderIn(world, body)) : undefined)
    const reaction = prevented(fake, fault)
    if (reaction !== undefined) return reaction
    if (looked?._tag === "Kept") return { outgoing: transported(fake, looked.answer, fault) }
    if (looked?._tag === "Busy") return { outgoing: outgoing(fake, refused(409, ["idempotency_key_in_use"])) }
    if (key !== undefined) books.inFlight.add(key)
    yield* fault === "slow" ? Effect.withClock(Effect.sleep(slowness), machineClock) : Effect.yieldNow()
    return yield* Effect.ensuring(
      worked(fake, incoming, body, key, fault),
      Effect.sync(() => books.inFlight.delete(key ?? ""))
    )
  })
