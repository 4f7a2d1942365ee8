/** How a request gets to a scripted party, and what its sender hears. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** As the manners of the scripted parties say. Times are in milliseconds. */
export interface Way {
  readonly way: "never-sent" | "lost" | "once" | "twice"
  readonly before: number
  readonly answer: string
  readonly after: number
}

/** What a party does with a request, and what its sender hears of it. */
export interface Party<Answer> {
  readonly arrive: Effect.Effect<Answer>
  /** Where the connector knows that nothing was sent. */
  readonly notSent: Answer
  /** `answer` is undefined where the request was lost. */
  readonly heard: (answer: Answer | undefined) => Effect.Effect<Answer>
}

export const broken = Effect.dieMessage("the connector broke")

// Unlike `Effect.never` it does not keep the Node process alive.
export const silence = Effect.async<never>(() => undefined)

const travel = <Answer>(
  { before, way }: Way,
  { arrive, notSent }: Party<Answer>,
  inFlightWindow: number
): Effect.Effect<Answer | undefined> => {
  switch (way) {
    case "never-sent":
      return Effect.succeed(notSent)
    case "lost":
      return Effect.succeed(undefined)
    case "once":
      return Effect.delay(arrive, before)
    case "twice":
      return Effect.zipRight(Effect.forkDaemon(Effect.delay(arrive, inFlightWindow)), Effect.delay(arrive, before))
  }
}

/** The sender knows of no answer, and counts on the window: what a busy process lets arrive later is lost. */
const travelAlone = <Answer>(manner: Way, party: Party<Answer>, inFlightWindow: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (sentAt) =>
    Effect.flatMap(Effect.delay(Clock.currentTimeMillis, manner.before), (now) =>
      Effect.when(travel({ ...manner, before: 0 }, party, inFlightWindow), () => now - sentAt <= inFlightWindow)
    )
  )

/** Sends a request. Once begun, it arrives whether or not its sender still waits. `inFlightWindow`: in milliseconds. */
export const send = <Answer>(manner: Way, party: Party<Answer>, inFlightWindow: number): Effect.Effect<Answer> =>
  manner.answer === "cut"
    ? Effect.zipRight(Effect.forkDaemon(travelAlone(manner, party, inFlightWindow)), party.heard(undefined))
    : Effect.flatMap(Effect.forkDaemon(travel(manner, party, inFlightWindow)), (way) =>
        Effect.flatMap(Fiber.join(way), (answer) => Effect.delay(party.heard(answer), manner.after))
      )
