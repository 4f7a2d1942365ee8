// A scripted acquirer that has everything of the port, and whose clock can be moved.
import {
  AcquirerAnswer,
  type AcquirerCard,
  type AcquirerRequest,
  type AcquirerService
} from "@florin/core/cards/Acquirer"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { AcquirerUnderTest, SuiteCards } from "../../src/acquirers/AcquirerSuite.js"
import * as AcquirerLedger from "../../src/parties/AcquirerLedger.js"
import * as AcquirerNotices from "../../src/parties/AcquirerNotices.js"
import * as ScriptedAcquirer from "../../src/parties/ScriptedAcquirer.js"

export type Sabotage = (acquirer: AcquirerService) => AcquirerService

const card = (number: string): AcquirerCard => ({
  ...{ number: Redacted.make(number), securityCode: Redacted.make("123"), holder: "Jane Doe" },
  ...{ expMonth: 12, expYear: 2099 }
})

export const token = (value: string) => ({ provider: ScriptedAcquirer.provider, value: Redacted.make(value) })

const [approving, declining, lost, late, acting] = [
  ...["4200000000000000", "4005550000000019", "4111111111111111", "5555555555554444", "4000000000003220"]
] as const

export const cards: SuiteCards = {
  approvingCard: card(approving),
  decliningCard: card(declining),
  lostCard: card(lost),
  lateCard: card(late),
  actingCard: card(acting),
  approvingToken: token(approving),
  decliningToken: Effect.sync(() => token(declining))
}

const valueOf = (request: AcquirerRequest): string => {
  if (!("source" in request)) return approving
  return Redacted.value(request.source === "card" ? request.card.number : request.token.value)
}

/** The life of a key. Unit: milliseconds. */
const keyLife = 3_600_000

export interface Course {
  /** The kinds of movements that are accepted first. Default: none. */
  readonly accepted?: ReadonlyArray<string>
}

const mannerOf =
  ({ accepted = [] }: Course, begun: Set<string>) =>
  ({ key, kind }: AcquirerLedger.Movement, request: AcquirerRequest): ScriptedAcquirer.Manner => {
    const value = valueOf(request)
    const isFirst = !begun.has(key)
    begun.add(key)
    if (value === lost && isFirst) return { ...ScriptedAcquirer.prompt, way: "lost", answer: "no-answer" }
    if (value === late && isFirst) return { ...ScriptedAcquirer.prompt, answer: "no-answer" }
    const verdict = value === declining ? "do-not-honour" : "approve"
    if (value === acting && request._tag === "Charge") {
      return request.initiatedBy === "customer"
        ? { ...ScriptedAcquirer.prompt, course: "asks" }
        : { ...ScriptedAcquirer.prompt, verdict: "authentication-failed" }
    }
    return { ...ScriptedAcquirer.prompt, verdict, course: accepted.includes(kind) ? "accepts" : "decides" }
  }

/** What stands for a card that is put on file. */
const withToken =
  (request: AcquirerRequest) =>
  (answer: AcquirerAnswer): AcquirerAnswer =>
    answer._tag === "Approved" && request._tag === "Charge" && request.onFile === "first"
      ? AcquirerAnswer.Approved({ ...answer, token: token(approving), networkTransactionId: "1" })
      : answer

/** The clock of this machine, whose time of day is another one. */
export const clockAt = (now: (millis: number) => number): Clock.Clock => {
  const clock = Clock.make()
  const at = () => now(clock.unsafeCurrentTimeMillis())
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: at,
    currentTimeMillis: Effect.sync(at),
    unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
    currentTimeNanos: clock.currentTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}

/** A clock, and the hand that moves it. */
const movable = () => {
  let moved = 0
  return {
    clock: clockAt((millis) => millis + moved),
    elapse: (time: Duration.Duration) =>
      Effect.sync(() => {
        moved += Duration.toMillis(time)
      })
  }
}

/** The hands of the customer, of the provider and of whoever forges. */
const handsOf = (scripted: ScriptedAcquirer.ScriptedAcquirer): Omit<AcquirerUnderTest, "acquirer"> => ({
  movementsOf: (key) =>
    Effect.sync(
      () =>
        Array.from(scripted.ledger.entries.values()).filter(
          (entry) => AcquirerLedger.moves(entry) && (entry.key === key || entry.key.startsWith(`${key}~`))
        ).length
    ),
  sendsOf: (key) => Effect.sync(() => scripted.sends.get(key) ?? 0),
  settle: scripted.decide(),
  visit: ({ url }, does) =>
    Effect.map(scripted.act(ScriptedAcquirer.keyAt(url), does), (isDone) =>
      isDone ? { session: `${does} ${ScriptedAcquirer.keyAt(url)}` } : ({} as Record<string, string>)
    ),
  notifications: { sentAbout: (key) => Effect.sync(() => scripted.sentAbout(key)), forged: AcquirerNotices.forged }
})

/** Under a clock of its own: `run` a check under it. */
export const scriptedUnderTest = (sabotage: Sabotage, course: Course = {}) => {
  const { clock, elapse } = movable()
  const open = Effect.sync((): AcquirerUnderTest => {
    const scripted = ScriptedAcquirer.make({ keyLife, refers: true })
    const service = ScriptedAcquirer.service(scripted, { keyLife, tells: true, manner: mannerOf(course, new Set()) })
    const acquirer: AcquirerService = {
      ...service,
      perform: (request) => Effect.map(service.perform(request), withToken(request))
    }
    return { ...handsOf(scripted), elapse, acquirer: sabotage(acquirer) }
  })
  return { open, run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.withClock(effect, clock) }
}
