/** A host's receiver under test, and what all parts of its contract ask of it. */
import { newNotificationId, newTransactionUid } from "@florin/core/ids/Ids"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { type Changes, type Handler, type Notice, receiverKit } from "../ReceiverKit.js"
import { paymentDocument, type State } from "./paymentDocument.js"

/** A host that receives webhooks. */
export interface ReceiverUnderTest {
  readonly handler: Handler
  /** Shape: `whsec_` and base64. */
  readonly secret: string
  /** How often the host has acted on a transaction: how many mails it sent, rows it wrote, parcels it shipped. */
  readonly effects: (uid: string) => number | Promise<number>
  /** Makes what the host does next for an event fail, once: as if its database were away. */
  readonly failNext: () => unknown
  /**
   * Writes the document of a state; the host acts once on a `successful` one, and on a `pending` one at most once. A host
   * that needs an order can make it here. Default: a card's payment.
   */
  readonly document?: (state: State) => object | Promise<object>
  /** The clock by which the host verifies. Unit: milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number
}

export type Open = () => ReceiverUnderTest | Promise<ReceiverUnderTest>

/** One promise of the contract. It fails as a defect, with the assertion that was not met. */
export interface Check {
  readonly name: string
  readonly run: Effect.Effect<unknown>
}

/** A transaction that no event told of before. */
export interface Subject {
  readonly uid: string
  /** An event about its state: with an id of its own, and the document of a state or another one. */
  readonly reported: (
    sequence: number,
    status?: State["status"],
    change?: (document: object) => unknown
  ) => Effect.Effect<Notice>
}

/** The host, and how a check deals with it. */
export interface World {
  readonly now: number
  readonly secret: string
  readonly newSubject: (createdAt?: number) => Effect.Effect<Subject>
  readonly send: (notice: Notice, changes?: Changes) => Effect.Effect<number>
  readonly effects: (subject: Subject) => Effect.Effect<number>
  readonly failNext: Effect.Effect<unknown>
}

export type Add = (name: string, run: (world: World) => Effect.Effect<unknown>) => void

export const isAcknowledged = (status: number): boolean => status >= 200 && status < 300

/** Sends, and expects that it does not come again. */
export const acknowledged = (world: World, notice: Notice, changes?: Changes): Effect.Effect<void> =>
  Effect.map(world.send(notice, changes), (status) => assert.isTrue(isAcknowledged(status), `answered ${status}`))

/** Sends, and expects that the host blames the sender. */
export const refused = (world: World, notice: Notice, changes?: Changes): Effect.Effect<void> =>
  Effect.map(world.send(notice, changes), (status) =>
    assert.isTrue(status >= 400 && status < 500, `answered ${status}`)
  )

export const assertEffects = (world: World, subject: Subject, expected: number): Effect.Effect<void> =>
  Effect.map(world.effects(subject), (count) => assert.strictEqual(count, expected, "effects"))

/** Runs, and expects so many effects more than before. */
export const adding = (world: World, subject: Subject, expected: number, run: Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const before = yield* world.effects(subject)
    yield* run
    yield* assertEffects(world, subject, before + expected)
  })

const subjectOf = ({ document: write = paymentDocument }: ReceiverUnderTest, createdAt: number) =>
  Effect.map(newTransactionUid, (uid): Subject => {
    const at = DateTime.formatIso(DateTime.unsafeMake(createdAt))
    return {
      uid,
      reported: (sequence, status = "successful", change = (document) => document) =>
        Effect.gen(function* () {
          const document = yield* Effect.promise(async () => write({ uid, status, createdAt: at }))
          return { id: yield* newNotificationId, sequence, document: change(document) }
        })
    }
  })

export const worldOf = Effect.fnUntraced(function* (open: Open) {
  const under = yield* Effect.promise(async () => open())
  const clock = yield* Effect.clock
  const { effects, failNext, handler, now: hosts = () => clock.unsafeCurrentTimeMillis(), secret } = under
  const kit = receiverKit({ handler, secret, now: hosts })
  const now = hosts()
  return {
    now,
    secret,
    newSubject: (createdAt = now) => subjectOf(under, createdAt),
    send: (notice, changes) => Effect.promise(() => kit.send(notice, changes)),
    effects: ({ uid }) => Effect.promise(async () => effects(uid)),
    failNext: Effect.promise(async () => failNext())
  } satisfies World
})
