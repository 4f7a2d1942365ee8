// Acquirers that each break one promise about tokens, actions, acceptances, notifications or the life of keys.
import {
  AcquirerAnswer,
  AcquirerRequest,
  type AcquirerService,
  AcquirerStatus,
  isTokenRequest
} from "@florin/core/cards/Acquirer"
import { AcquirerNotification, type IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as AcquirerNotices from "../../src/parties/AcquirerNotices.js"
import { clockAt, type Sabotage, token } from "./scriptedUnderTest.js"

type Saboteurs = ReadonlyArray<{
  readonly name: string
  readonly of: Sabotage
  readonly noticed: ReadonlyArray<string>
}>

type Perform = AcquirerService["perform"]

const does =
  (make: () => (perform: Perform, request: AcquirerRequest) => ReturnType<Perform>): Sabotage =>
  (acquirer) => {
    const perform = make()
    return { ...acquirer, perform: (request) => Effect.suspend(() => perform(acquirer.perform, request)) }
  }

const knows =
  (other: (status: AcquirerStatus) => AcquirerStatus): Sabotage =>
  (acquirer) => ({ ...acquirer, status: (key, about) => Effect.map(acquirer.status(key, about), other) })

const receives =
  (
    make: () => (
      read: typeof AcquirerNotices.read,
      incoming: IncomingNotification
    ) => Effect.Effect<AcquirerNotification>
  ): Sabotage =>
  (acquirer) => {
    const receive = make()
    return { ...acquirer, notifications: { receive: (incoming) => receive(AcquirerNotices.read, incoming) } }
  }

const approved = AcquirerAnswer.Approved({ report: noReport })
const declined = AcquirerAnswer.Declined({ reason: "unspecified", report: noReport })

const byTokens = "approves and declines by its provider's tokens, once under a key, and says so by key"
const onFile = "charges without a customer by the token that it has reported for a card on file"

const tokens: Saboteurs = [
  {
    name: "sends a token of another provider",
    of: does(
      () => (perform, request) =>
        perform(isTokenRequest(request) ? { ...request, token: { ...request.token, provider: "scripted" } } : request)
    ),
    noticed: ["does nothing with a token of another provider"]
  },
  {
    name: "declines every token",
    of: does(() => (perform, request) => (isTokenRequest(request) ? Effect.succeed(declined) : perform(request))),
    noticed: [byTokens, onFile]
  },
  {
    name: "reports a token that was good once",
    of: does(
      () => (perform, request) =>
        Effect.map(perform(request), (answer) =>
          answer._tag === "Approved" && answer.token !== undefined
            ? AcquirerAnswer.Approved({ ...answer, token: token("4005550000000019") })
            : answer
        )
    ),
    noticed: [onFile]
  }
]

const completes = "charges once when the customer has done what it asks for"
const refuses = "charges nothing when the customer refuses"
const forgedReturn = "takes a forged return, and the return of another charge, for nothing"
const takenBack = "charges nothing any more that was taken back while the customer was away"

const actions: Saboteurs = [
  {
    name: "believes what the browser brings back",
    of: (acquirer) => ({
      ...acquirer,
      status: (key, about) =>
        Object.keys(about.returned ?? {}).length > 0 ? Effect.succeed(approved) : acquirer.status(key, about)
    }),
    noticed: [refuses, forgedReturn]
  },
  {
    name: "takes a customer who is away for one who has refused",
    of: knows((status) => (status._tag === "ActionNeeded" ? declined : status)),
    noticed: [forgedReturn]
  },
  {
    name: "charges before the customer has done anything",
    of: does(
      () => (perform, request) =>
        Effect.map(perform(request), (answer) => (answer._tag === "ActionNeeded" ? approved : answer))
    ),
    noticed: [completes, refuses, forgedReturn, takenBack]
  },
  {
    name: "asks a customer who is not there",
    of: does(
      () => (perform, request) =>
        perform(request._tag === "Charge" ? AcquirerRequest.Charge({ ...request, initiatedBy: "customer" }) : request)
    ),
    noticed: ["asks nothing of a customer who is not there"]
  },
  {
    name: "takes back only what was charged, and says that it has",
    of: does(() => {
      const waiting = new Set<AcquirerKey>()
      return (perform, request) => {
        if (request._tag === "Void" && waiting.has(request.parent)) return Effect.succeed(approved)
        return Effect.tap(perform(request), ({ _tag }) =>
          Effect.sync(() => _tag === "ActionNeeded" && waiting.add(request.key))
        )
      }
    }),
    noticed: [takenBack]
  }
]

const decidesOnce = "decides once what it has accepted, and says so by key and by reference"
const saysNothing = "says nothing of what it has accepted before that is decided"

const acceptances: Saboteurs = [
  {
    name: "takes an acceptance for an approval",
    of: does(
      () => (perform, request) =>
        Effect.map(perform(request), (answer) => (answer._tag === "Accepted" ? approved : answer))
    ),
    noticed: [decidesOnce]
  },
  {
    name: "says that what is accepted is approved",
    of: knows((status) => (status._tag === "Accepted" ? approved : status)),
    noticed: [saysNothing]
  },
  {
    name: "says that it has never seen what it has accepted",
    of: knows((status) => (status._tag === "Accepted" ? AcquirerStatus.NotFound() : status)),
    noticed: [saysNothing]
  }
]

const reportsTruth = "tells what was decided, and never the contrary"
const readsAgain = "reads what is sent twice, late or after what followed it as it did at first"
const forgeries = "believes nothing that is unsigned, signed wrongly, outdated or of another account"
const changed = "reads nothing else out of a notification that was changed on its way"
const garbage = "neither fails nor dies of what nobody has sent, and believes none of it"

const nothing = AcquirerNotification.Genuine({ outcomes: [] })

const contentOf = ({ body }: IncomingNotification) => JSON.parse(new TextDecoder().decode(body))

const signedAt = ({ header }: IncomingNotification): number =>
  Number(/^t=(\d+)/.exec(header("scripted-signature") ?? "")?.[1] ?? 0)

const notifications: Saboteurs = [
  {
    name: "takes what is sent twice for a forgery",
    of: receives(() => {
      const seen = new Set<string>()
      return (read, incoming) =>
        Effect.map(read(incoming), (notification) => {
          const text = new TextDecoder().decode(incoming.body)
          if (seen.has(text)) return AcquirerNotification.NotGenuine()
          seen.add(text)
          return notification
        })
    }),
    noticed: [readsAgain]
  },
  {
    name: "passes over what comes late",
    of: receives(() => {
      let last = 0
      return (read, incoming) =>
        Effect.map(read(incoming), (notification) => {
          const isLate = signedAt(incoming) <= last
          last = Math.max(last, signedAt(incoming))
          return isLate ? nothing : notification
        })
    }),
    noticed: [readsAgain]
  },
  {
    name: "takes what was declined for approved",
    of: receives(
      () => (read, incoming) =>
        Effect.map(read(incoming), (notification) =>
          notification._tag !== "Genuine"
            ? notification
            : AcquirerNotification.Genuine({
                outcomes: notification.outcomes.map((outcome) => ({
                  ...outcome,
                  status: AcquirerStatus.Approved({ report: noReport })
                }))
              })
        )
    ),
    noticed: [reportsTruth]
  },
  {
    name: "looks at no signature",
    of: receives(
      () => (_, incoming) =>
        Effect.sync(() => {
          try {
            const { outcome } = contentOf(incoming)
            return AcquirerNotification.Genuine({ outcomes: outcome === undefined ? [] : [outcome] })
          } catch {
            return AcquirerNotification.Unreadable()
          }
        })
    ),
    noticed: [forgeries, changed]
  },
  {
    name: "looks at no time of a signature",
    of: receives(
      () => (read, incoming) =>
        Effect.withClock(
          read(incoming),
          clockAt(() => signedAt(incoming))
        )
    ),
    noticed: [forgeries]
  },
  {
    name: "looks at no account",
    of: receives(
      () => (read, incoming) =>
        Effect.flatMap(read(incoming), (notification) =>
          notification._tag === "NotGenuine"
            ? read(incoming, { ...AcquirerNotices.account, name: "another" })
            : Effect.succeed(notification)
        )
    ),
    noticed: [forgeries]
  },
  {
    name: "dies of what nobody has sent",
    of: receives(
      () => (read, incoming) =>
        Effect.flatMap(
          Effect.sync(() => contentOf(incoming)),
          () => read(incoming)
        )
    ),
    noticed: [garbage]
  }
]

const keyLife: Saboteurs = [
  {
    name: "asks by sending again under a key that is forgotten",
    of: (acquirer) => {
      const sent = new Map<AcquirerKey, AcquirerRequest>()
      return {
        ...acquirer,
        perform: (request) => {
          sent.set(request.key, request)
          return acquirer.perform(request)
        },
        status: (key, about) => {
          const request = sent.get(key)
          return request === undefined
            ? acquirer.status(key, about)
            : Effect.map(acquirer.perform(request), (answer) =>
                answer._tag === "NoAnswer" || answer._tag === "NotSent" ? AcquirerStatus.Unknown() : answer
              )
        }
      }
    },
    noticed: ["sends nothing under a key whose life is over, whatever it is asked"]
  },
  {
    name: "remembers keys for ever, as it says, and forgets them",
    of: ({ keyLife: _forgotten, ...acquirer }) => acquirer,
    noticed: ["sends nothing under a key whose life is over, whatever it is asked"]
  }
]

export const saboteurs: Saboteurs = [...tokens, ...actions, ...acceptances, ...notifications, ...keyLife]
