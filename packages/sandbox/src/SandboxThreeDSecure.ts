/** The simulated 3-D Secure server and the page of its issuer. Its authentications stand in the sandbox's database. */
import { Entropy } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import {
  AuthenticationAnswer,
  type AuthenticationRequest,
  type ThreeDSecureServer,
  ThreeDSecureServers
} from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Layer from "effect/Layer"
import * as Issuer from "./internal/issuer.js"
import { readCard } from "./internal/readCard.js"
import { SandboxDatabase } from "./SandboxDatabase.js"

type Begin = Extract<AuthenticationRequest, { readonly _tag: "Begin" }>
type Continue = Extract<AuthenticationRequest, { readonly _tag: "Continue" }>

/** The issuer's page: what it shows, and the form fields with which each choice leaves it. */
export type IssuerPage = Issuer.Page

/** What follows a method step. */
export type Identified = Issuer.Identified

export class SandboxThreeDSecure extends Context.Tag("@florin/sandbox/SandboxThreeDSecure")<
  SandboxThreeDSecure,
  {
    readonly server: ThreeDSecureServer
    /** The issuer's page for the fields that a customer brings; none when no such challenge is open. */
    readonly page: (fields: Readonly<Record<string, string>>) => Effect.Effect<IssuerPage | undefined, StorageError>
    /** The end of the method step for the fields that its frame brings; none when no such step was asked for. */
    readonly identify: (fields: Readonly<Record<string, string>>) => Effect.Effect<Identified | undefined, StorageError>
  }
>() {}

const failed = (error: StorageError) =>
  Effect.as(
    Effect.logError("The 3-D Secure server's records are unavailable", error.message),
    AuthenticationAnswer.NoAnswer()
  )

export const make = Effect.gen(function* () {
  const database = yield* SandboxDatabase
  const entropy = yield* Entropy

  const recall = (reference: string) =>
    Effect.map(database.kept(Issuer.keyOf(reference)), (kept) => Issuer.decode(kept?.answer ?? null))

  const recalling = <A>(reference: string | undefined, use: (known: Issuer.Opened) => A | undefined) =>
    reference === undefined
      ? Effect.succeed(undefined)
      : Effect.map(recall(reference), (known) => (known === undefined ? undefined : use(known)))

  /** The first request decides; the same key finds what was decided. */
  const begin = (request: Begin) => {
    const { testCard } = readCard(request.card)
    const secret = Encoding.encodeHex(entropy(16))
    const opened = Issuer.open(request, testCard, secret)
    return Effect.map(
      database.record({ key: Issuer.keyOf(request.key) }, ({ kept }) => {
        const known = Issuer.decode(kept?.answer ?? null)
        return known === undefined
          ? { result: opened, booking: { kept: { request: null, answer: Issuer.encode(opened) } } }
          : { result: known }
      }),
      Issuer.firstAnswer
    )
  }

  const goOn = ({ fields, reference }: Continue) =>
    Effect.map(recall(reference), (known) =>
      known === undefined ? AuthenticationAnswer.NotConcluded() : Issuer.nextAnswer(known, fields)
    )

  const server: ThreeDSecureServer = {
    name: "Sandbox",
    simulated: true,
    ask: (request) => Effect.catchAll(request._tag === "Begin" ? begin(request) : goOn(request), failed)
  }

  return SandboxThreeDSecure.of({
    server,
    page: (fields) => recalling(Issuer.referenceOf(fields), (known) => Issuer.pageOf(known, fields)),
    identify: (fields) => recalling(Issuer.methodReferenceOf(fields), (known) => Issuer.identified(known, fields))
  })
})

export const layer: Layer.Layer<SandboxThreeDSecure, never, SandboxDatabase> = Layer.effect(SandboxThreeDSecure, make)

/** The simulated server as the only one of a gateway. */
export const layerOnly: Layer.Layer<never, never, SandboxThreeDSecure> = Layer.effect(
  ThreeDSecureServers,
  Effect.map(SandboxThreeDSecure, ({ server }) => [server])
)
