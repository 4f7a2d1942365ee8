/** One set of operations and two faces: effects, and promises for hosts without Effect. */
import type { VaultError } from "@florin/core/cards/CardVault"
import type { StorageError } from "@florin/core/store/StorageError"
import type { NotInsideTransaction } from "@florin/core/store/UnitOfWork"
import type * as Gateway from "@florin/gateway/Gateway"
import * as Effect from "effect/Effect"
import type * as Runtime from "effect/Runtime"
import type { FlorinClosed, KeyRefused, RecordMissing, RequestRefused } from "../refusals.js"
import { answerOf, start } from "./running.js"

/** Why a call in process has no answer. A decline is an answer: a transaction that `failed`. */
export type CallError = RequestRefused | RecordMissing | KeyRefused | NotInsideTransaction | VaultError | StorageError

/** What calls in process are made of. */
export type Parts = Gateway.Services | Gateway.Ports

/** A face of promises as one of effects: the same names, requests and answers. */
export type Effectful<Face, R = Parts> = {
  readonly [Name in keyof Face]: Face[Name] extends (...given: infer Given) => Promise<infer Answer>
    ? (...given: Given) => Effect.Effect<Answer, CallError, R>
    : Effectful<Face[Name], R>
}

type Call = Effect.Effect<unknown, unknown, never>

type Operations = { readonly [name: string]: ((...given: ReadonlyArray<unknown>) => Call) | Operations }

/** The same operations, each of whose calls goes through `change`. */
const changed = (operations: Operations, change: (call: Call) => unknown): object =>
  Object.fromEntries(
    Object.entries(operations).map(([name, member]) => [
      name,
      typeof member === "function"
        ? (...given: ReadonlyArray<unknown>) => change(Effect.suspend(() => member(...given)))
        : changed(member, change)
    ])
  )

/** The same face over other requirements. */
export const requiring = <Face, R>(
  face: Effectful<Face>,
  provide: <A, E>(call: Effect.Effect<A, E, Parts>) => Effect.Effect<A, E, R>
): Effectful<Face, R> => changed(face as Operations, provide as (call: Call) => unknown) as Effectful<Face, R>

/** The face of promises. A call rejects with its error as hosts get it, or with that of `admitted`, and runs not at all. */
export const promised = <Face>(
  runtime: Runtime.Runtime<Parts>,
  face: Effectful<Face>,
  admitted: Effect.Effect<void, FlorinClosed>
): Face => {
  const run = start(runtime)
  return changed(face as Operations, (call) => answerOf(run(Effect.zipRight(admitted, call)))) as Face
}
