/** One set of operations and two faces: effects, and promises for hosts without Effect. */

import type { StorageError } from "@florin/core/store/StorageError"
import { NotInsideTransaction } from "@florin/core/store/UnitOfWork"
import type { VaultError } from "@florin/core/store/VaultError"
import type * as Gateway from "@florin/gateway/Gateway"
import * as Effect from "effect/Effect"
import type * as Runtime from "effect/Runtime"
import { isWithin, outside } from "../host/hostTransaction.js"
import { answerOf, start } from "../host/promises.js"
import { argumentsOf } from "./arguments.js"
import type { FlorinClosed, KeyRefused, RecordMissing, RequestRefused } from "./refusals.js"

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

/** What neither writes nor asks anybody says so. */
type Member = ((...given: ReadonlyArray<unknown>) => Call) & { readonly isReading?: true }

type Operations = { readonly [name: string]: Member | Operations }

type Change = (call: Call, name: string, isReading: boolean) => unknown

/** Marks a call that neither writes nor asks anybody: a host may make it in its `onCommit`. */
export const reading = <Called extends (...given: never) => unknown>(call: Called): Called =>
  Object.assign(call, { isReading: true })

/** The same operations, each of whose calls goes through `change`. */
const changed = (operations: Operations, change: Change, section = ""): object =>
  Object.fromEntries(
    Object.entries(operations).map(([own, member]) => {
      const name = `${section}${own}`
      if (typeof member !== "function") return [own, changed(member, change, `${name}.`)]
      const called = (given: ReadonlyArray<unknown>) =>
        Effect.flatMap(argumentsOf(given), (taken) => Effect.suspend(() => member(...taken)))
      return [
        own,
        (...given: ReadonlyArray<unknown>) =>
          change(
            Effect.suspend(() => called(given)),
            name,
            member.isReading === true
          )
      ]
    })
  )

/** Refuses what a host calls in its `onCommit`, awaited or not: it would be done as often as the commit is tried. */
const permitted = (name: string, isReading: boolean): Effect.Effect<void, NotInsideTransaction> =>
  isWithin() && !isReading ? new NotInsideTransaction({ operation: name }) : Effect.void

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
  return changed(face as Operations, (call, name, isReading) => {
    const first = Effect.zipRight(admitted, permitted(name, isReading))
    return outside(() => answerOf(run(Effect.zipRight(first, call))))
  }) as Face
}
