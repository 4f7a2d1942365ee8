/** The operators that a host lists. */

import { type OperatorDirectory, Operators } from "@florin/core/operator/OperatorDirectory"
import { Unauthorized } from "@florin/core/shops/Shop"
import * as SecretHash from "@florin/vault/SecretHash"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OperatorSettings } from "./OperatorSettings.js"

const directoryOf = Effect.fnUntraced(function* (operators: ReadonlyArray<OperatorSettings>) {
  const hashes = new Map<string, SecretHash.SecretHash>()
  for (const { id, key } of operators) hashes.set(id, yield* SecretHash.hash(key))
  return {
    authenticate: (id, key) =>
      SecretHash.verify(key, Option.fromNullable(hashes.get(id))) ? Effect.succeed(id) : new Unauthorized()
  } satisfies OperatorDirectory
})

/** Keeps only hashes of the keys. An empty list is like none: the operators' routes do not exist. */
export const layerListed = (operators: ReadonlyArray<OperatorSettings>): Layer.Layer<never> =>
  operators.length === 0 ? Layer.empty : Layer.effect(Operators, directoryOf(operators))
