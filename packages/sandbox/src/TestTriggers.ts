/**
 * The test triggers: request values that give another outcome than approval with an approving test card.
 */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"

/** The reasons that Florin itself sets, before or after it calls an acquirer. Acquirers never return them. */
export const ownReasons = [
  "routing-rules",
  "no-acquirer",
  "authentication-failed",
  "not-enrolled",
  "authentication-technical",
  "authentication-unavailable",
  "avs-cvc",
  "verification-refused"
] as const satisfies ReadonlyArray<DeclineReason>

/** The reasons that an acquirer may return. */
export type AcquirerReason = Exclude<DeclineReason, (typeof ownReasons)[number]>

/**
 * The effect of a test trigger.
 *
 * - `Decline`: declined with that reason
 * - `Lose`: the first request with a key gets no answer and charges nothing; the acquirer doesn't know the key
 * - `ApproveLate`: the first request with a key is charged but gets no answer; a status query returns the approval
 * - `ApproveSlowly`: approved after `slowness`
 * - `Act`: the customer has to pay or decline on the acquirer's page; what begins without a customer is approved. `posts`:
 *   the page is reached and left by a form
 * - `Accept`: accepted, and decided after `acceptance`
 * - `Approve`: approved, with these results of the address and security-code checks
 */
export type Behaviour = Data.TaggedEnum<{
  Decline: { readonly reason: AcquirerReason }
  Lose: {}
  ApproveLate: {}
  ApproveSlowly: {}
  Act: { readonly posts: boolean }
  Accept: { readonly approves: boolean }
  Approve: { readonly avsResult?: string; readonly cvcResult?: string }
}>

export const Behaviour: Data.TaggedEnum.Constructor<Behaviour> = Data.taggedEnum<Behaviour>()

/**
 * The duration of a slow approval, in real time instead of the sandbox's.
 *
 * Source: D37.
 */
export const slowness = Duration.seconds(2)

/**
 * How long the acquirer takes to decide what it has accepted, by the sandbox's clock.
 *
 * Source: D53.
 */
export const acceptance = Duration.minutes(1)

/**
 * One value of a test trigger. `code` is the processing code that a merchant sees, unless it is that of success.
 */
export interface TestTrigger {
  readonly value: string
  readonly behaviour: Behaviour
  readonly code: string | null
}

const { Accept, Act, Approve, ApproveLate, ApproveSlowly, Decline, Lose } = Behaviour

const trigger = (value: string, behaviour: Behaviour, code: string | null = null): TestTrigger => ({
  value,
  behaviour,
  code
})

const declines = (value: string, reason: AcquirerReason, code: string): TestTrigger =>
  trigger(value, Decline({ reason }), code)

/**
 * The holder's name, on any approving card. Compared ignoring case and surrounding spaces.
 *
 * Source: D37.
 */
export const holderTriggers: ReadonlyArray<TestTrigger> = [
  declines("DECLINE", "unspecified", "F.0999"),
  declines("FUNDS", "funds", "F.0114"),
  declines("FRAUD", "fraud-acquirer", "F.0115"),
  declines("STOLEN", "fraud-issuer", "F.0116"),
  declines("ERROR", "acquirer-temporary", "F.0117"),
  trigger("TIMEOUT", Lose()),
  trigger("LATE", ApproveLate()),
  trigger("SLOW", ApproveSlowly()),
  trigger("ACTION", Act({ posts: false })),
  trigger("ACTION FORM", Act({ posts: true })),
  trigger("ACCEPTED", Accept({ approves: true })),
  trigger("ACCEPTED DECLINE", Accept({ approves: false }))
]

/**
 * The last three digits of the amount in minor units, on the card 4111111111111111 and on children of its charges. The
 * digits of a decline are the last three of its code, except for a decline without a reason.
 *
 * Source: D37.
 */
export const amountTriggers: ReadonlyArray<TestTrigger> = [
  declines("104", "not-allowed", "F.0104"),
  declines("105", "do-not-honour", "F.0105"),
  declines("108", "duplicate-at-acquirer", "F.0108"),
  declines("109", "order-expired", "F.0109"),
  declines("111", "card-expired", "F.0111"),
  declines("112", "security-code", "F.0112"),
  declines("113", "currency", "F.0113"),
  declines("114", "funds", "F.0114"),
  declines("115", "fraud-acquirer", "F.0115"),
  declines("116", "fraud-issuer", "F.0116"),
  declines("117", "acquirer-temporary", "F.0117"),
  declines("118", "acquirer-permanent", "F.0118"),
  declines("119", "issuer-temporary", "F.0119"),
  declines("120", "issuer-permanent", "F.0120"),
  declines("124", "issuer-limit", "F.0124"),
  declines("190", "unspecified", "F.0999"),
  trigger("201", Lose()),
  trigger("202", ApproveLate()),
  trigger("203", ApproveSlowly()),
  trigger("301", Approve({ avsResult: "N" })),
  trigger("302", Approve({ cvcResult: "N" })),
  trigger("303", Approve({ avsResult: "N", cvcResult: "N" })),
  trigger("401", Act({ posts: false })),
  trigger("402", Act({ posts: true })),
  trigger("403", Accept({ approves: true })),
  trigger("404", Accept({ approves: false }))
]

/** The results of a check: by value, `otherwise` for other values, and null when no value was sent. */
export interface CheckTriggers {
  readonly values: ReadonlyArray<{ readonly value: string; readonly result: string; readonly meaning: string }>
  readonly otherwise: string
}

/** The address check, by `billing_address.zip`. */
export const avsTriggers: CheckTriggers = {
  values: [
    { value: "00000", result: "N", meaning: "neither address nor zip match" },
    { value: "00001", result: "A", meaning: "the address matches, the zip does not" },
    { value: "00002", result: "Z", meaning: "the zip matches, the address does not" },
    { value: "00003", result: "U", meaning: "the issuer could not check" }
  ],
  otherwise: "Y"
}

/** The security-code check. It never declines: test cards accept any code. */
export const cvcTriggers: CheckTriggers = {
  values: [
    { value: "999", result: "N", meaning: "the code does not match" },
    { value: "998", result: "P", meaning: "the code was not checked" },
    { value: "997", result: "U", meaning: "the issuer could not check" }
  ],
  otherwise: "M"
}

/** The result of a check for a value. */
export const resultOf = (check: CheckTriggers, value: string | undefined): string | null =>
  value === undefined ? null : (check.values.find((entry) => entry.value === value)?.result ?? check.otherwise)
