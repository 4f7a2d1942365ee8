// Acquirers that each break one promise of the contract.
import { AcquirerAnswer, type AcquirerRequest, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export type Sabotage = (acquirer: AcquirerService) => AcquirerService

/** Each with checks that notice it. */
type Saboteurs = ReadonlyArray<{
  readonly name: string
  readonly of: Sabotage
  readonly noticed: ReadonlyArray<string>
}>

type Perform = AcquirerService["perform"]

const says =
  (other: (answer: AcquirerAnswer, request: AcquirerRequest) => AcquirerAnswer): Sabotage =>
  (acquirer) => ({
    ...acquirer,
    perform: (request) => Effect.map(acquirer.perform(request), (answer) => other(answer, request))
  })

const does =
  (make: () => (perform: Perform, request: AcquirerRequest) => ReturnType<Perform>): Sabotage =>
  (acquirer) => {
    const perform = make()
    return { ...acquirer, perform: (request) => Effect.suspend(() => perform(acquirer.perform, request)) }
  }

const knows =
  (other: (status: AcquirerStatus) => AcquirerStatus): Sabotage =>
  (acquirer) => ({ ...acquirer, status: (key, about) => Effect.map(acquirer.status(key, about), other) })

const approved = AcquirerAnswer.Approved({ report: noReport })
const declined = AcquirerAnswer.Declined({ reason: "unspecified", report: noReport })
const duplicate = AcquirerAnswer.Declined({ reason: "duplicate-at-acquirer", report: noReport })
const isChild = ({ _tag }: AcquirerRequest) => _tag === "Capture" || _tag === "Void" || _tag === "Refund"
const as = (request: AcquirerRequest, key: string): AcquirerRequest => ({ ...request, key: key as AcquirerKey })

const once = "answers the same to the same key, moves money once and says so by key"
const declinedOnce = "declines the same key again for the same reason and moves nothing"
const atOnce = "gives twenty equal requests at once one answer and one movement"
const another = "does not do another request under a key it knows"
const intents = "does two equal requests under two keys twice, one right after the other and both at once"
const again = [0, 3, 15].map(
  (wait) => `answers what is sent again after its answer was not awaited for longer than ${wait} ms`
)
const lost = "gives no answer to a request that was lost, the truth by key, and Approved when sent again"
const late = "gives no answer to a request that was answered too late, the truth by key, and Approved when sent again"
const byKey = "says by key what it approved and what it declined"
const neverSeen = "has not found a key it has never seen"
const interrupted = "knows after an interruption whether it happened, and does it once when asked again"

const keys: Saboteurs = [
  {
    name: "sends a new key with each attempt",
    of: does(() => {
      let times = 0
      return (perform, request) => perform(as(request, `${request.key}-${++times}`))
    }),
    noticed: [once, atOnce, byKey]
  },
  {
    name: "takes a known key for a refusal",
    of: does(() => {
      const known = new Set<AcquirerKey>()
      return (perform, request) => {
        if (known.has(request.key)) return Effect.succeed(duplicate)
        known.add(request.key)
        return perform(request)
      }
    }),
    noticed: [once, declinedOnce, atOnce, lost, late]
  },
  {
    name: "takes equal requests for one",
    of: does(() => {
      const known = new Map<string, AcquirerKey>()
      return (perform, request) => {
        const { amount, key } = request
        const like = `${request._tag} ${amount} ${isChild(request) && "parent" in request ? request.parent : ""}`
        if (!known.has(like)) known.set(like, key)
        return perform(as(request, known.get(like) ?? key))
      }
    }),
    noticed: [intents]
  },
  {
    name: "does another request under a known key",
    of: does(() => (perform, request) => perform(request.amount === 999 ? as(request, `${request.key}-999`) : request)),
    noticed: [another]
  },
  {
    name: "holds a key whose caller has gone",
    of: does(() => {
      const held = new Set<AcquirerKey>()
      return (perform, request) => {
        if (held.has(request.key)) return Effect.succeed(AcquirerAnswer.NoAnswer())
        held.add(request.key)
        return Effect.sleep(50).pipe(
          Effect.zipRight(perform(request)),
          Effect.tap(() => held.delete(request.key))
        )
      }
    }),
    noticed: [...again, interrupted]
  }
]

const unknown: Saboteurs = [
  {
    name: "takes a missing answer for a decline",
    of: says((answer) => (answer._tag === "NoAnswer" ? declined : answer)),
    noticed: [lost, late]
  },
  {
    name: "takes a missing answer for not sent",
    of: says((answer) => (answer._tag === "NoAnswer" ? AcquirerAnswer.NotSent() : answer)),
    noticed: [lost, late]
  },
  {
    name: "takes an unreadable status for never seen",
    of: knows(() => AcquirerStatus.NotFound()),
    noticed: [once, byKey, late]
  },
  {
    name: "takes never seen for a decline",
    of: knows((status) => (status._tag === "NotFound" ? declined : status)),
    noticed: [neverSeen, lost]
  },
  {
    name: "reports less by key than it has answered",
    of: knows((status) => (status._tag === "Approved" ? AcquirerStatus.Approved({ report: noReport }) : status)),
    noticed: [once, byKey]
  },
  {
    name: "waits for ever",
    of: (acquirer) => ({ ...acquirer, inFlightWindow: Duration.infinity }),
    noticed: ["has a gateway id, a name and an end of waiting"]
  }
]

const captures = "captures and voids in parts up to what is held"
const refunds = "refunds in parts up to what was paid"
const ofCapture = "refunds a capture up to what it took"

const money: Saboteurs = [
  {
    name: "approves whatever follows a charge",
    of: says((answer, request) => (isChild(request) ? approved : answer)),
    noticed: [
      ...["captures no more than is held", "voids no more than is held", captures, refunds, ofCapture],
      ...["does not refund what is only held", "reverses a payment, and then refunds nothing of it"],
      ...[
        "does not reverse a payment that was refunded",
        "does not capture a payment",
        "does not follow what it declined"
      ],
      "does not follow what it does not know, and may leave it unsent"
    ]
  },
  {
    name: "declines whatever follows a charge",
    of: says((answer, request) => (isChild(request) ? declined : answer)),
    noticed: ["captures what is held", "voids what is held", captures, refunds, ofCapture, once]
  },
  {
    name: "looks at what is left, and takes it later",
    of: does(() => {
      const left = new Map<AcquirerKey, number>()
      return (perform, request) => {
        if (request._tag !== "Capture") return perform(request)
        const before = left.get(request.parent) ?? 1000
        if (before < request.amount) return Effect.succeed(declined)
        return Effect.yieldNow().pipe(
          Effect.zipRight(Effect.sync(() => left.set(request.parent, before - request.amount))),
          Effect.as(approved)
        )
      }
    }),
    noticed: ["lets twenty different captures at once take no more than is held"]
  },
  {
    name: "approves every card",
    of: says((answer) => (answer._tag === "Declined" ? approved : answer)),
    noticed: ["declines the declining card in every operation on a card", declinedOnce, byKey]
  }
]

const isOdd: Readonly<
  Record<string, (request: Extract<AcquirerRequest, { _tag: "Charge"; source: "card" }>) => boolean>
> = {
  "without holder and security code": ({ card }) => card.holder === undefined,
  "with a holder in another script": ({ card }) => /[^ -~]/.test(card.holder ?? ""),
  "with the largest amount": ({ amount }) => amount === (Number.MAX_SAFE_INTEGER as Amount),
  "in a currency without decimals": ({ currency }) => (currency as string) === "JPY",
  "with a card that expired long ago": ({ card }) => card.expYear === 1999
}

const manners: Saboteurs = Object.entries(isOdd).map(([name, isIt]) => ({
  name: `dies when asked ${name}`,
  of: does(
    () => (perform, request) =>
      request._tag === "Charge" && request.source === "card" && isIt(request) ? Effect.die(name) : perform(request)
  ),
  noticed: [`neither fails nor dies when asked ${name}`]
}))

export const saboteurs: Saboteurs = [...keys, ...unknown, ...money, ...manners]
