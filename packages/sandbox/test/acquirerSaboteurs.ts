// Acquirers that each break one promise of the contract.
import { AcquirerAnswer, type AcquirerRequest, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { AcquirerNotification } from "@florin/core/cards/AcquirerNotifications"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
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

/** Remembers the key of each reference that was reported. */
const remembering =
  (acquirer: AcquirerService, keys: Map<string, AcquirerKey>): AcquirerService["perform"] =>
  (request) =>
    Effect.tap(acquirer.perform(request), (answer) => {
      if (answer._tag === "Approved" && answer.report.refId !== null) keys.set(answer.report.refId, request.key)
    })

const references: Saboteurs = [
  {
    name: "follows the reference, and does not compare it with the key",
    of: (acquirer) => {
      const keys = new Map<string, AcquirerKey>()
      const perform = remembering(acquirer, keys)
      return {
        ...acquirer,
        perform: (request) =>
          perform(
            "parent" in request
              ? { ...request, parent: keys.get(request.parentReference ?? "") ?? request.parent }
              : request
          )
      }
    },
    noticed: ["takes nothing from the charge whose reference comes with another one's key"]
  },
  {
    name: "follows the last charge of the amount",
    of: does(() => {
      let last: AcquirerKey | undefined
      return (perform, request) => {
        if ("parent" in request) return perform({ ...request, parent: last ?? request.parent })
        last = request.key
        return perform(request)
      }
    }),
    noticed: ["takes what follows each of two equal charges from that one"]
  },
  {
    name: "looks for the reference, and does not compare it with the key",
    of: (acquirer) => {
      const keys = new Map<string, AcquirerKey>()
      return {
        ...acquirer,
        perform: remembering(acquirer, keys),
        status: (key, about) => acquirer.status(keys.get(about.reference ?? "") ?? key, about)
      }
    },
    noticed: ["does not take the reference of another charge for the key that it is asked about"]
  }
]

const claims: Saboteurs = [
  {
    name: "sends the token of another provider as if it were its own",
    of: does(
      () => (perform, request) =>
        "source" in request && request.source === "token" ? Effect.succeed(approved) : perform(request)
    ),
    noticed: ["does nothing with a token of another provider"]
  },
  {
    name: "declines its own tokens",
    of: does(
      () => (perform, request) =>
        "source" in request && request.source === "token" ? Effect.succeed(declined) : perform(request)
    ),
    noticed: [
      "approves and declines by its provider's tokens, once under a key, and says so by key",
      "charges without a customer by the token that it has reported for a card on file"
    ]
  },
  ...(
    [
      { captures: "none" },
      { captures: "one" },
      { partialVoids: false },
      { partialVoids: "rest" },
      { refunds: false },
      { credits: false },
      { payouts: false },
      { zeroAmountChecks: false },
      { currencies: ["EUR" as Currency] }
    ] as const
  ).map((capabilities) => ({
    name: `does what it says that it cannot do: ${Object.entries(capabilities).flat().join(" ")}`,
    of: (acquirer: AcquirerService) => ({ ...acquirer, capabilities: { ...acquirer.capabilities, ...capabilities } }),
    noticed: ["refuses what it says that it cannot do"]
  })),
  {
    name: "is notified, and the suite does not try it",
    of: (acquirer) => ({
      ...acquirer,
      notifications: { receive: () => Effect.succeed(AcquirerNotification.NotGenuine()) }
    }),
    noticed: ["is tried in all that it says it has"]
  },
  {
    name: "forgets keys, and the suite does not try it",
    of: (acquirer) => ({ ...acquirer, keyLife: Duration.days(1) }),
    noticed: ["is tried in all that it says it has"]
  }
]

export const saboteurs: Saboteurs = [...keys, ...unknown, ...money, ...references, ...claims, ...manners]
