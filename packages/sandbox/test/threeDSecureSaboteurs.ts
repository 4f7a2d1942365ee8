// 3-D Secure servers that each break one promise of the contract.
import {
  AuthenticationAnswer,
  type AuthenticationKey,
  type AuthenticationRequest
} from "@florin/core/three-d-secure/ThreeDSecureServer"
import type { ServerUnderTest } from "@florin/testing/three-d-secure/ThreeDSecureServerSuite"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Redacted from "effect/Redacted"
import { lost } from "./authenticating.js"

export type Sabotage = (under: ServerUnderTest) => ServerUnderTest

/** Each with checks that notice it. */
type Saboteurs = ReadonlyArray<{
  readonly name: string
  readonly of: Sabotage
  readonly noticed: ReadonlyArray<string>
}>

type Ask = ServerUnderTest["server"]["ask"]
type Begin = Extract<AuthenticationRequest, { readonly _tag: "Begin" }>
type Continue = Extract<AuthenticationRequest, { readonly _tag: "Continue" }>

const asking = (under: ServerUnderTest, ask: Ask): ServerUnderTest => ({ ...under, server: { ...under.server, ask } })

/** Loses the answer to the first sending of a key, for one card. Keeps the contract. */
export const losing: Sabotage = (under) => {
  const known = new Set<AuthenticationKey>()
  return asking(under, (request) =>
    Effect.map(under.server.ask(request), (answer) => {
      const isLost = request._tag === "Begin" && request.card.holder === lost.holder && !known.has(request.key)
      known.add(request.key)
      return isLost ? AuthenticationAnswer.NoAnswer() : answer
    })
  )
}

/** Answers otherwise. */
const says =
  (other: (answer: AuthenticationAnswer, request: AuthenticationRequest) => unknown): Sabotage =>
  (under) =>
    asking(under, (request) =>
      Effect.map(under.server.ask(request), (answer) => other(answer, request) as AuthenticationAnswer)
    )

/** Does otherwise. `ask` asks the server that keeps the contract. */
const does =
  (
    make: () => {
      readonly begin?: (ask: Ask, request: Begin) => ReturnType<Ask>
      readonly goOn?: (ask: Ask, request: Continue) => ReturnType<Ask>
    }
  ): Sabotage =>
  (under) => {
    const { begin, goOn } = make()
    const { ask } = under.server
    return asking(under, (request) =>
      Effect.suspend(() => {
        if (request._tag === "Begin") return begin === undefined ? ask(request) : begin(ask, request)
        return goOn === undefined ? ask(request) : goOn(ask, request)
      })
    )
  }

const isConcluded = (answer: AuthenticationAnswer) => answer._tag === "Authenticated" || answer._tag === "Refused"

const proves = (
  proof: (known: AuthenticationAnswer & { readonly proof: object }, request: AuthenticationRequest) => object
): Sabotage =>
  says((answer, request) =>
    isConcluded(answer) && "proof" in answer
      ? { ...answer, proof: { ...answer.proof, ...proof(answer, request) } }
      : answer
  )

const instead = (from: AuthenticationAnswer["_tag"], answer: AuthenticationAnswer): Sabotage =>
  says((reply) => (reply._tag === from ? answer : reply))

const numberOf = (request: AuthenticationRequest) =>
  request._tag === "Begin" ? Redacted.value(request.card.number) : ""

const message = { eci: null, cavv: null, cavvAlgorithm: null, xid: null, message: null }
const refused = (transStatus: "N" | "U") =>
  AuthenticationAnswer.Refused({ reference: "r", version: 2, proof: { ...message, transStatus } })
const approved = (reference: string, version: 1 | 2) =>
  AuthenticationAnswer.Authenticated({ reference, version, proof: { ...message, transStatus: "Y", cavv: "AAAA" } })

/** Another transStatus than the issuer's. */
const mistakes = { Y: "A", A: "Y", N: "R", R: "U", U: "N" } as const

const atOnce = (["Y", "A", "N", "R", "U"] as const).map((transStatus) => ({
  name: `says ${mistakes[transStatus]} for ${transStatus}`,
  of: says((answer) =>
    isConcluded(answer) && "proof" in answer && answer.proof.transStatus === transStatus
      ? { ...answer, proof: { ...answer.proof, transStatus: mistakes[transStatus] } }
      : answer
  ),
  noticed: [`concludes at once: ${transStatus}`]
}))

const challenge = (version: 1 | 2, transStatus: "Y" | "N") =>
  `concludes after a challenge of 3-D Secure ${version}: ${transStatus}`
const eachChallenge = [challenge(1, "Y"), challenge(1, "N"), challenge(2, "Y"), challenge(2, "N")]
const forged = [1, 2].map(
  (version) => `takes nothing from a forged return of 3-D Secure ${version}, and the true one afterwards`
)
const repeated = [1, 2].map(
  (version) =>
    `answers a repeated return of 3-D Secure ${version} with the same conclusion, one after the other and at once`
)
const begunAgain = [1, 2].map(
  (version) => `still answers the Begin of 3-D Secure ${version} as at first after the customer has returned`
)
const repeatedBegin = "answers a repeated Begin with the same, and creates nothing new"
const atOnceBegin = "answers twenty equal Begins at once with one answer, and creates one authentication"
const interrupted = "answers a Begin that was interrupted and is sent again, and creates one authentication"
const separately = "authenticates two charges of one card separately"
const lostAnswer = "gives no answer where it has none, and the answer under the same key when asked again"
const stranger = "concludes nothing under a reference that it has never given"
const shape = "gives answers of the declared shape, with web addresses for the browser"
const manners = "neither fails nor dies at an unusual card or order, and gives an answer of the declared shape or none"

const concluding: Saboteurs = [
  ...atOnce,
  {
    name: "gives no cryptogram",
    of: proves(() => ({ cavv: null })),
    noticed: ["concludes at once: Y", challenge(2, "Y")]
  },
  {
    name: "gives a cryptogram for the refused too",
    of: proves(() => ({ cavv: "AAAA" })),
    noticed: ["concludes at once: N", "concludes at once: R", "concludes at once: U", challenge(1, "N")]
  },
  {
    name: "takes a refusal for a confirmation",
    of: says((answer, request) =>
      answer._tag === "Refused" && request._tag === "Continue" ? approved(answer.reference, answer.version) : answer
    ),
    noticed: [challenge(1, "N"), challenge(2, "N"), ...repeated]
  },
  {
    name: "ends a challenge under another reference",
    of: says((answer, { _tag }) => (_tag === "Continue" ? { ...answer, reference: "other" } : answer)),
    noticed: eachChallenge
  },
  {
    name: "mixes up the versions",
    of: says((answer) => ("version" in answer ? { ...answer, version: 3 - answer.version } : answer)),
    noticed: eachChallenge
  },
  {
    name: "never leaves the method step",
    of: does(() => {
      const first = new Map<string, AuthenticationAnswer>()
      return {
        begin: (ask, request) =>
          Effect.tap(
            ask(request),
            (answer) => void first.set(answer._tag === "MethodNeeded" ? answer.reference : "", answer)
          ),
        goOn: (ask, request) => Effect.map(ask(request), (answer) => first.get(request.reference) ?? answer)
      }
    }),
    noticed: ["identifies the browser, then challenges, then concludes"]
  },
  {
    name: "refuses cards that do not take part",
    of: instead("NotEnrolled", refused("U")),
    noticed: ["says of a card that does not take part that it is not enrolled"]
  }
]

const repeating: Saboteurs = [
  {
    name: "begins anew with each sending of a key",
    of: does(() => {
      let times = 0
      return { begin: (ask, request) => ask({ ...request, key: `${request.key}-${++times}` as AuthenticationKey }) }
    }),
    noticed: [repeatedBegin, atOnceBegin, ...begunAgain]
  },
  {
    name: "looks for a key and keeps it in two steps",
    of: does(() => {
      const known = new Set<AuthenticationKey>()
      let times = 0
      return {
        begin: (ask, request) => {
          if (known.has(request.key)) return ask(request)
          const key = known.size === 0 ? request.key : (`${request.key}-${++times}` as AuthenticationKey)
          return Effect.yieldNow().pipe(
            Effect.zipRight(
              Effect.sync(() => (known.has(request.key) ? (`${request.key}-${++times}` as AuthenticationKey) : key))
            ),
            Effect.tap(() => known.add(request.key)),
            Effect.flatMap((key) => ask({ ...request, key }))
          )
        }
      }
    }),
    noticed: [atOnceBegin]
  },
  {
    name: "holds a key for ever whose sending was interrupted",
    of: does(() => {
      const held = new Set<AuthenticationKey>()
      return {
        begin: (ask, request) => {
          if (held.has(request.key)) return Effect.succeed(AuthenticationAnswer.NoAnswer())
          held.add(request.key)
          return Effect.sleep(1).pipe(
            Effect.zipRight(ask(request)),
            Effect.tap(() => held.delete(request.key))
          )
        }
      }
    }),
    noticed: [interrupted]
  },
  {
    name: "takes all charges of a card for one",
    of: does(() => ({
      begin: (ask, request) => ask({ ...request, key: `card ${request.card.expYear}` as AuthenticationKey })
    })),
    noticed: [separately]
  },
  {
    name: "answers a return only once",
    of: does(() => {
      const known = new Set<AuthenticationKey>()
      return {
        goOn: (ask, request) => {
          if (known.has(request.key)) return Effect.succeed(AuthenticationAnswer.NotConcluded())
          known.add(request.key)
          return ask(request)
        }
      }
    }),
    noticed: repeated
  },
  {
    name: "answers a Begin with what came of it",
    of: does(() => {
      const known = new Map<string, AuthenticationAnswer>()
      return {
        begin: (ask, request) => Effect.map(ask(request), (answer) => known.get(request.transaction.uid) ?? answer),
        goOn: (ask, request) => Effect.tap(ask(request), (answer) => void known.set(request.transaction.uid, answer))
      }
    }),
    noticed: begunAgain
  },
  { name: "says that a lost answer is a refusal", of: instead("NoAnswer", refused("U")), noticed: [lostAnswer] }
]

const spoiled = does(() => {
  const spoiled = new Set<string>()
  return {
    goOn: (ask, request) =>
      spoiled.has(request.reference)
        ? Effect.succeed(AuthenticationAnswer.NotConcluded())
        : Effect.tap(ask(request), (answer) => {
            if (answer._tag === "NotConcluded") spoiled.add(request.reference)
          })
  }
})

/** Believes that a result is its own issuer's because it is one. */
const trusting = does(() => ({
  goOn: (ask, request) =>
    Effect.map(ask(request), (answer) => {
      const result = request.fields.cres ?? request.fields.PaRes ?? ""
      const isForeign = answer._tag === "NotConcluded" && Encoding.decodeBase64UrlString(result)._tag === "Right"
      return isForeign && result.length > 100
        ? approved(request.reference, request.fields.cres === undefined ? 1 : 2)
        : answer
    })
}))

const forging: Saboteurs = [
  {
    name: "refuses a customer for a forged return",
    of: instead("NotConcluded", refused("N")),
    noticed: [...forged, stranger]
  },
  {
    name: "has no answer to a forged return",
    of: instead("NotConcluded", AuthenticationAnswer.NoAnswer()),
    noticed: [...forged, stranger]
  },
  { name: "closes the step with a forged return", of: spoiled, noticed: forged },
  { name: "trusts the result of any issuer", of: trusting, noticed: forged },
  {
    name: "goes by the transaction, whatever the reference",
    of: does(() => ({ goOn: (ask, request) => ask({ ...request, reference: `${request.transaction.uid}:3ds` }) })),
    noticed: [stranger]
  },
  {
    name: "dies at a forged return",
    of: does(() => ({
      goOn: (ask, request) => (request.fields.cres === "nonsense" ? Effect.die("unreadable") : ask(request))
    })),
    noticed: [forged[1]!]
  }
]

const speaking: Saboteurs = [
  {
    name: "sends the browser to a script",
    of: says((answer) =>
      answer._tag === "ChallengeNeeded"
        ? { ...answer, challenge: { ...answer.challenge, acsUrl: "javascript:alert(1)" } }
        : answer
    ),
    noticed: [shape]
  },
  {
    name: "names the card in its message",
    of: proves((_, request) => ({ message: `Card ${numberOf(request).replace(/(.{4})/g, "$1 ")}is well` })),
    noticed: ["names no card number in any text, encoded or not"]
  },
  {
    name: "names the card in what the browser carries",
    of: says((answer, request) =>
      answer._tag === "ChallengeNeeded" && "creq" in answer.challenge
        ? {
            ...answer,
            challenge: {
              ...answer.challenge,
              creq: Encoding.encodeBase64Url(JSON.stringify({ acct: numberOf(request) }))
            }
          }
        : answer
    ),
    noticed: ["names no card number in any text, encoded or not"]
  },
  {
    name: "has no name",
    of: (under) => ({ ...under, server: { ...under.server, name: "" } }),
    noticed: ["has a name"]
  },
  {
    name: "dies at a card that has expired",
    of: does(() => ({ begin: (ask, request) => (request.card.expYear < 2000 ? Effect.die("expired") : ask(request)) })),
    noticed: [manners]
  },
  {
    name: "answers something else to an amount that it can't write",
    of: says((answer, { transaction }) => (transaction.currency === "JPY" ? { _tag: "Unsupported" } : answer)),
    noticed: [manners]
  }
]

export const saboteurs: Saboteurs = [...concluding, ...repeating, ...forging, ...speaking]
