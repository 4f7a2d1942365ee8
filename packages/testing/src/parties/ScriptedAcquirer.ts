/**
 * An acquirer that does what a script says: it approves, declines, asks for an action of the customer, accepts and decides
 * later, loses requests or answers, repeats them, charges late, forgets keys, or contradicts itself. What it did stands in a
 * ledger of its own, and what it decided it tells by itself.
 */
import {
  AcquirerAnswer,
  type AcquirerRequest,
  type AcquirerService,
  AcquirerStatus,
  isTokenRequest
} from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import type { IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import { type AcquirerReport, noReport } from "@florin/core/cards/AcquirerReport"
import { AcquirerKey } from "@florin/core/ids/Ids"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as AcquirerLedger from "./AcquirerLedger.js"
import * as AcquirerNotices from "./AcquirerNotices.js"
import * as Travel from "./Travel.js"

/** What becomes of a request on its way there and back, and what the acquirer makes of it. */
export interface Manner extends Travel.Way {
  readonly verdict: AcquirerLedger.Verdict
  /** What it reports of an approval, to later questions too. Default: nothing is known. */
  readonly report?: AcquirerReport
  /** `asks` the customer first, or `accepts` and decides later, by the verdict. Default: `decides`. */
  readonly course?: "decides" | "asks" | "accepts"
}

/** Approves and answers at once. */
export const prompt: Manner = { ...Travel.straight, verdict: "approve" }

/**
 * A request that arrived and was decided: at once, or when the customer or the acquirer was ready. `isKnown`: it had been
 * before.
 */
export interface Arrival {
  readonly movement: AcquirerLedger.Movement
  readonly entry: AcquirerLedger.Entry
  readonly isKnown: boolean
}

/** What has arrived, and is not decided. */
export interface Undecided {
  readonly movement: AcquirerLedger.Movement
  readonly manner: Manner
}

export interface ScriptedAcquirer {
  readonly ledger: AcquirerLedger.AcquirerLedger
  /** By key. */
  readonly undecided: ReadonlyMap<string, Undecided>
  /** How often a request has arrived under a key. */
  readonly sends: ReadonlyMap<string, number>
  /** The keys under which a request has arrived again after their life: it was carried out once more. */
  readonly sentPastLife: ReadonlyArray<string>
  /** Once begun, a request arrives whether or not its sender still waits. */
  readonly perform: (movement: AcquirerLedger.Movement, manner: Manner) => Effect.Effect<AcquirerAnswer>
  readonly status: (key: string, manner: Travel.StatusManner) => Effect.Effect<AcquirerStatus>
  /** What it knows of a key at the moment. */
  readonly says: (key: string) => AcquirerStatus
  /** The customer does what a charge waits for, or refuses. `false`: it does not wait any more. */
  readonly act: (key: string, does: "completes" | "refuses") => Effect.Effect<boolean>
  /** Decides what it has accepted: all, or what stands under one key. */
  readonly decide: (key?: string) => Effect.Effect<void>
  /** What it has sent by itself about the operation under a key, oldest first. */
  readonly sentAbout: (key: string) => ReadonlyArray<IncomingNotification>
}

export interface Options {
  /** How long a request may be on its way. Unit: milliseconds. Default: 0. */
  readonly inFlightWindow?: number
  /** How long it remembers a key. Unit: milliseconds. Default: for ever. */
  readonly keyLife?: number
  /** It reports a reference of every operation, and takes what follows one only under that. Default: false. */
  readonly refers?: boolean
  /**
   * What it keeps under a key. `successes`: what it declined at once is decided anew when it comes again, and of what
   * follows a charge it then knows and tells nothing. Default: `decisions`.
   */
  readonly keeps?: NonNullable<AcquirerService["keeps"]>
  /** It takes one capture of an authorization, and gives the rest back with it. Default: false. */
  readonly capturesOnce?: boolean
  /** Called with each request that arrives, before it is answered; with what waits first, when it is decided. */
  readonly arrived?: (arrival: Arrival) => void
}

const contrary = (answer: AcquirerAnswer): AcquirerAnswer =>
  answer._tag === "Approved"
    ? AcquirerAnswer.Declined({ reason: "do-not-honour", report: noReport })
    : AcquirerAnswer.Approved({ report: noReport })

/** A key is one operation: what else comes under it is not carried out. */
const otherRequest = AcquirerAnswer.Declined({ reason: "duplicate-at-acquirer", report: noReport })

/** The reference of what stands under a key, which it reports unless its manner has a report of its own. */
export const referenceOf = (key: string): string => `ref-${key}`

const actionOf = (key: string) =>
  ({ _tag: "Redirect", url: `https://acquirer.example/customers/${encodeURIComponent(key)}` }) as const

/** The key of the charge whose customer was led to such an address. */
export const keyAt = (url: string): string => decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "")

const underway = ({ manner, movement: { key } }: Undecided) =>
  manner.course === "asks"
    ? ({ _tag: "ActionNeeded", reference: referenceOf(key), action: actionOf(key) } as const)
    : ({ _tag: "Accepted", reference: referenceOf(key) } as const)

/** A movement under the reference of another parent than its key names follows neither. */
const isAstray = ({ parent, parentReference }: AcquirerLedger.Movement, reports: ReadonlyMap<string, AcquirerReport>) =>
  parent !== undefined &&
  parentReference !== undefined &&
  parentReference !== (reports.get(parent)?.refId ?? referenceOf(parent))

/** How often requests arrive under a key, and which of them come after its life. */
const arrivalsWithin = (keyLife: number) => {
  const first = new Map<string, number>()
  const sends = new Map<string, number>()
  const sentPastLife: Array<string> = []
  return {
    sends,
    sentPastLife,
    /** The key under which it is carried out: another one, where its own was forgotten. */
    keyOf: (key: string, at: number): string => {
      sends.set(key, (sends.get(key) ?? 0) + 1)
      const began = first.get(key) ?? at
      first.set(key, began)
      if (at - began <= keyLife) return key
      sentPastLife.push(key)
      return `${key}~${sentPastLife.length}`
    }
  }
}

/** Whose tokens a scripted acquirer takes, if nothing else is said. */
export const provider = "scripted"

/** What it says of the card behind a token, which it replaces by a reusable one. */
const reportedBeside = (key: string) => ({
  card: { brand: "visa", bin: "42424242", last4: "4242", expMonth: 12, expYear: 2099 } as const,
  networkTransactionId: `net-${key}`.slice(0, 64),
  token: { provider, value: Redacted.make("reusable") }
})

/** What is found only where it succeeded; a charge is found by its order. */
const follows = ({ kind }: AcquirerLedger.Movement): boolean =>
  kind !== "authorization" && kind !== "payment" && kind !== "tokenization"

/** What waits, and what was decided: the books of an acquirer whose operations take time. */
const booksOf = (ledger: AcquirerLedger.AcquirerLedger, { keeps, refers }: Pick<Options, "keeps" | "refers">) => {
  /** The keys of what was declined at once and is not kept. */
  const unkept = new Set<string>()
  const undecided = new Map<string, Undecided>()
  const reports = new Map<string, AcquirerReport>()
  const notices = new Map<string, Array<IncomingNotification>>()

  const decided = ({ declined, isByToken = false, key }: AcquirerLedger.Entry) => {
    const report = reports.get(key) ?? noReport
    return declined === undefined
      ? ({ _tag: "Approved", report, ...(isByToken && reportedBeside(key)) } as const)
      : ({ _tag: "Declined", reason: declined, report } as const)
  }

  const tell = (entry: AcquirerLedger.Entry, at: number): void => {
    const { key } = entry
    const outcome = { key: AcquirerKey.make(key), reference: referenceOf(key), status: decided(entry) }
    notices.set(key, [...(notices.get(key) ?? []), AcquirerNotices.noticeOf(outcome, at)])
  }

  const carryOut = (movement: AcquirerLedger.Movement, { verdict }: Manner, at: number): AcquirerLedger.Entry => {
    if (isAstray(movement, reports)) return ledger.enter(movement, "not-allowed", at)
    const waiting = movement.kind === "void" ? undecided.get(movement.parent ?? "") : undefined
    if (waiting === undefined) return ledger.enter(movement, verdict, at)
    undecided.delete(waiting.movement.key)
    return ledger.takeBack(movement, waiting.movement, at)
  }

  const enter = (movement: AcquirerLedger.Movement, manner: Manner, at: number): AcquirerLedger.Entry => {
    if (unkept.delete(movement.key)) ledger.forget(movement.key)
    const known = ledger.entries.get(movement.key)
    if (known !== undefined) return known
    const hasWaited = undecided.delete(movement.key)
    const isReferred = refers || (manner.course ?? "decides") !== "decides"
    const report = manner.report ?? (isReferred ? { ...noReport, refId: referenceOf(movement.key) } : undefined)
    if (report !== undefined) reports.set(movement.key, report)
    const entry = carryOut(movement, manner, at)
    const isKept = keeps !== "successes" || hasWaited || entry.declined === undefined
    if (!isKept) unkept.add(movement.key)
    if (isKept || !follows(entry)) tell(entry, at)
    return entry
  }

  return { undecided, unkept, notices, decided, enter }
}

type Books = ReturnType<typeof booksOf>

const statusIn = (
  ledger: AcquirerLedger.AcquirerLedger,
  { decided, undecided, unkept }: Books,
  key: string
): AcquirerStatus => {
  const entry = ledger.entries.get(key)
  if (entry !== undefined) return unkept.has(key) && follows(entry) ? AcquirerStatus.NotFound() : decided(entry)
  const waiting = undecided.get(key)
  return waiting === undefined ? AcquirerStatus.NotFound() : underway(waiting)
}

export const make = ({
  arrived = () => undefined,
  capturesOnce = false,
  inFlightWindow = 0,
  keeps = "decisions",
  keyLife = Number.POSITIVE_INFINITY,
  refers = false
}: Options = {}): ScriptedAcquirer => {
  const ledger = AcquirerLedger.make({ releases: capturesOnce })
  const books = booksOf(ledger, { keeps, refers })
  const { keyOf, sends, sentPastLife } = arrivalsWithin(keyLife)
  const { undecided } = books

  const enter = (movement: AcquirerLedger.Movement, manner: Manner, at: number): AcquirerLedger.Entry => {
    const isKnown = ledger.entries.has(movement.key) && !books.unkept.has(movement.key)
    const entry = books.enter(movement, manner, at)
    arrived({ movement, entry, isKnown })
    return entry
  }

  const arrive = (sent: AcquirerLedger.Movement, manner: Manner): Effect.Effect<AcquirerAnswer> =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      const movement = { ...sent, key: keyOf(sent.key, at) }
      const isLater = (manner.course ?? "decides") !== "decides" && !ledger.entries.has(movement.key)
      if (isLater && !undecided.has(movement.key)) undecided.set(movement.key, { movement, manner })
      const waiting = undecided.get(movement.key)
      if (waiting !== undefined) return underway(waiting)
      const entry = enter(movement, manner, at)
      return AcquirerLedger.asksFor(movement, entry) ? books.decided(entry) : otherRequest
    })

  const decide = (key: string, verdict: (manner: Manner) => AcquirerLedger.Verdict) =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      const waiting = undecided.get(key)
      if (waiting === undefined) return false
      enter(waiting.movement, { ...waiting.manner, verdict: verdict(waiting.manner) }, at)
      return true
    })

  const says = (key: string) => statusIn(ledger, books, key)

  const accepted = () => Array.from(undecided).filter(([, { manner }]) => manner.course === "accepts")

  return {
    ledger,
    undecided,
    sends,
    sentPastLife,
    perform: (movement, manner) =>
      Travel.send<AcquirerAnswer>({ arrive: arrive(movement, manner), contrary, inFlightWindow }, manner),
    status: (key, manner) => Travel.tell<AcquirerStatus>(manner, () => says(key)),
    says,
    act: (key, does) => decide(key, ({ verdict }) => (does === "completes" ? verdict : "authentication-failed")),
    decide: (key) =>
      Effect.suspend(() =>
        Effect.forEach(
          key === undefined ? accepted().map(([each]) => each) : [key],
          (each) => decide(each, ({ verdict }) => verdict),
          { discard: true }
        )
      ),
    sentAbout: (key) => books.notices.get(key) ?? []
  }
}

/** How a gateway reaches it: the script is asked anew for each request and each question. */
export const service = (
  acquirer: ScriptedAcquirer,
  {
    capabilities = {},
    gatewayId = 1,
    inFlightWindow = 0,
    keeps,
    keyLife,
    manner = () => prompt,
    name = "scripted",
    provider: takes = provider,
    simulated = false,
    sources = ["card", "token"],
    statusManner = () => Travel.truthful,
    tells = false
  }: {
    readonly gatewayId?: number
    readonly name?: string
    readonly provider?: string
    readonly simulated?: boolean
    readonly sources?: ReadonlyArray<"card" | "token">
    /** What it says that it can do. Default: everything. */
    readonly capabilities?: AcquirerCapabilities
    /** What it says that it keeps. Default: it says nothing. */
    readonly keeps?: NonNullable<AcquirerService["keeps"]> | undefined
    /** Unit: milliseconds. */
    readonly inFlightWindow?: number
    /** Unit: milliseconds. Default: for ever. */
    readonly keyLife?: number
    readonly manner?: (movement: AcquirerLedger.Movement, request: AcquirerRequest) => Manner
    readonly statusManner?: (key: string) => Travel.StatusManner
    /** What it sends by itself is received. Default: false. */
    readonly tells?: boolean
  } = {}
): AcquirerService => ({
  gatewayId,
  name,
  simulated,
  provider: takes,
  capabilities: { sources, ...capabilities },
  ...(keeps === undefined ? {} : { keeps }),
  inFlightWindow: Duration.millis(inFlightWindow),
  ...(keyLife === undefined ? {} : { keyLife: Duration.millis(keyLife) }),
  ...(tells ? { notifications: { receive: (incoming) => AcquirerNotices.read(incoming) } } : {}),
  perform: (request) =>
    Effect.suspend(() => {
      if (isTokenRequest(request) && request.token.provider !== takes) return Effect.succeed(AcquirerAnswer.NotSent())
      const movement = AcquirerLedger.movementOf(request)
      return acquirer.perform(movement, manner(movement, request))
    }),
  status: (key) => Effect.suspend(() => acquirer.status(key, statusManner(key))),
  movements: (period) => Effect.sync(() => AcquirerLedger.movedIn(acquirer.ledger.entries.values(), period))
})
