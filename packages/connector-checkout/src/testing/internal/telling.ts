/** How the fake tells by webhooks. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { FakeAction, FakePayment } from "./books.js"
import type { World } from "./charging.js"
import * as Rendering from "./rendering.js"
import { type SignedNotification, signed } from "./signing.js"

/** When webhooks are sent: after the answer, twice, never, or before the answer. */
export type Telling = "once" | "twice" | "never" | "before-the-answer"

export interface Secrets {
  readonly signatureKey: string
  readonly authorization: string
}

const machineClock = Clock.make()

const post = (url: string, { body, headers }: SignedNotification): Effect.Effect<boolean> =>
  Effect.tryPromise((signal) => fetch(url, { method: "POST", headers, body, signal, redirect: "error" })).pipe(
    Effect.map(({ ok }) => ok),
    Effect.timeout("10 seconds"),
    Effect.withClock(machineClock),
    Effect.orElseSucceed(() => false)
  )

export const make = (world: World, secrets: Secrets, ownUrl: () => string) => {
  let telling: Telling = "once"
  let subscriber: string | undefined
  const sent: Array<SignedNotification> = []
  let undelivered: Array<SignedNotification> = []

  const deliver = (notification: SignedNotification): Effect.Effect<void> =>
    Effect.suspend(() => (subscriber === undefined ? Effect.succeed(true) : post(subscriber, notification))).pipe(
      Effect.flatMap((isDelivered) =>
        isDelivered ? Effect.void : Effect.sync(() => void undelivered.push(notification))
      )
    )

  /** Signs what there is to tell about actions, and gives back what is done before the answer, and after it. */
  const about = (decided: ReadonlyArray<readonly [FakePayment, FakeAction]>) => {
    const notifications = decided.map(([payment, action]) =>
      signed(
        Rendering.event(world.newId("evt"), ownUrl(), payment, action, world.now()),
        secrets.signatureKey,
        secrets.authorization
      )
    )
    sent.push(...notifications)
    const times = telling === "never" ? 0 : telling === "twice" ? 2 : 1
    const all = Array.from({ length: times }, () => notifications).flat()
    const delivery = Effect.forEach(all, deliver, { discard: true })
    const isEarly = telling === "before-the-answer"
    return { before: isEarly ? delivery : Effect.void, after: isEarly ? Effect.void : delivery }
  }

  return {
    about,
    set: (next: Telling): void => {
      telling = next
    },
    subscribe: (url: string | undefined): void => {
      subscriber = url
    },
    notifications: (): ReadonlyArray<SignedNotification> => [...sent],
    /** Sends again what was not taken, as the vendor does for a day. */
    redeliver: Effect.suspend(() => {
      const again = undelivered
      undelivered = []
      return Effect.forEach(again, deliver, { discard: true })
    })
  }
}

export type Teller = ReturnType<typeof make>
