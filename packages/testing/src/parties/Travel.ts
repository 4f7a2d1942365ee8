/** What becomes of a request on its way to another party and back, and of a question about it. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/**
 * What becomes of a request on its way there and back. Times are in milliseconds.
 *
 * - `way`: the connector knows that nothing was sent (`never-sent`); it was sent and never arrives (`lost`); it arrives
 *   `once`, or `twice`, the second time at the end of the window
 * - `before`: from sending until it arrives, `after`: from then until the answer
 * - `answer`: it `comes`; none does, which is known then (`no-answer`) or as soon as the request is sent (`cut`); nothing
 *   is ever heard (`hangs`); the connector throws (`breaks`); the answer is the contrary of what is so (`lies`)
 */
export interface Way {
  readonly way: "never-sent" | "lost" | "once" | "twice"
  readonly before: number
  readonly answer: "comes" | "no-answer" | "cut" | "hangs" | "breaks" | "lies"
  readonly after: number
}

/** How a question about a key is answered, after so many milliseconds. It is decided when the question comes. */
export interface StatusManner {
  readonly answer: "truth" | "unknown" | "hangs" | "breaks"
  readonly after: number
}

/** Arrives and is answered at once. */
export const straight: Way = { way: "once", before: 0, answer: "comes", after: 0 }

/** Tells the truth at once. */
export const truthful: StatusManner = { answer: "truth", after: 0 }

const broken = Effect.dieMessage("the connector broke")

// Unlike `Effect.never` it does not keep the Node process alive.
const silence = Effect.async<never>(() => undefined)

/** What the sender may hear instead of an answer. */
type Unheard = { readonly _tag: "NoAnswer" } | { readonly _tag: "NotSent" }

interface Request<A> {
  /** It arrives, and this is its answer. */
  readonly arrive: Effect.Effect<A>
  readonly contrary: (answer: A | Unheard) => A | Unheard
  /** How long it may be on its way. Unit: milliseconds. */
  readonly inFlightWindow: number
}

/** What the caller hears; `answer` is undefined where the request was lost. */
const received = <A>(
  how: Way["answer"],
  answer: A | Unheard | undefined,
  contrary: Request<A>["contrary"]
): Effect.Effect<A | Unheard> => {
  switch (how) {
    case "breaks":
      return broken
    case "hangs":
      return silence
    case "no-answer":
    case "cut":
      return Effect.succeed({ _tag: "NoAnswer" })
    case "comes":
      return answer === undefined ? silence : Effect.succeed(answer)
    case "lies":
      return answer === undefined ? silence : Effect.succeed(contrary(answer))
  }
}

const notSent: Unheard = { _tag: "NotSent" }

const travel = <A>(
  { arrive, inFlightWindow }: Request<A>,
  { before, way }: Way
): Effect.Effect<A | Unheard | undefined> => {
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
const travelAlone = <A>(request: Request<A>, manner: Way) =>
  Effect.flatMap(Clock.currentTimeMillis, (sentAt) =>
    Effect.flatMap(Effect.delay(Clock.currentTimeMillis, manner.before), (now) =>
      Effect.when(travel(request, { ...manner, before: 0 }), () => now - sentAt <= request.inFlightWindow)
    )
  )

/** Sends a request. Once begun, it arrives whether or not its sender still waits. */
export const send = <A>(request: Request<A>, manner: Way): Effect.Effect<A | Unheard> => {
  const hear = (answer: A | Unheard | undefined) => received(manner.answer, answer, request.contrary)
  return manner.answer === "cut"
    ? Effect.zipRight(Effect.forkDaemon(travelAlone(request, manner)), hear(undefined))
    : Effect.flatMap(Effect.forkDaemon(travel(request, manner)), (way) =>
        Effect.flatMap(Fiber.join(way), (answer) => Effect.delay(hear(answer), manner.after))
      )
}

const reported = <A>(answer: StatusManner["answer"], truth: A): Effect.Effect<A | { readonly _tag: "Unknown" }> => {
  switch (answer) {
    case "breaks":
      return broken
    case "hangs":
      return silence
    case "unknown":
      return Effect.succeed({ _tag: "Unknown" })
    case "truth":
      return Effect.succeed(truth)
  }
}

/** Answers a question. `look` is called when it comes. */
export const tell = <A>(
  { after, answer }: StatusManner,
  look: () => A
): Effect.Effect<A | { readonly _tag: "Unknown" }> =>
  Effect.suspend(() => {
    const truth = look()
    return Effect.delay(reported(answer, truth), after)
  })
