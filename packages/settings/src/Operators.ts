/** The operators that a host lists. */

import { type OperatorDirectory, Operators } from "@florin/core/operator/OperatorDirectory"
import { allGrants, type Grants } from "@florin/core/people/Role"
import { Unauthorized } from "@florin/core/shops/Shop"
import * as SecretHash from "@florin/vault/SecretHash"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OperatorSettings } from "./OperatorSettings.js"

interface Kept {
  readonly grants: Grants
  readonly hash: SecretHash.SecretHash
}

const directoryOf = Effect.fnUntraced(function* (operators: ReadonlyArray<OperatorSettings>) {
  const known = new Map<string, Kept>()
  for (const { grants = allGrants, id, key } of operators) known.set(id, { grants, hash: yield* SecretHash.hash(key) })
  return {
    authenticate: (id, key) => {
      const found = known.get(id)
      return SecretHash.verify(key, Option.fromNullable(found?.hash)) && found !== undefined
        ? Effect.succeed({ id, grants: found.grants })
        : new Unauthorized()
    }
  } satisfies OperatorDirectory
})

/** Keeps only hashes of the keys. An empty list is like none: the operators' routes do not exist. */
export const layerListed = (operators: ReadonlyArray<OperatorSettings>): Layer.Layer<never> =>
  operators.length === 0 ? Layer.empty : Layer.effect(Operators, directoryOf(operators))
