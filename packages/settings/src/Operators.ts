/** The operators that a host lists. */

import { type OperatorDirectory, Operators } from "@florin/core/operator/OperatorDirectory"
import { allGrants, type Grants } from "@florin/core/people/Role"
import { given } from "@florin/core/request/Given"
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

type Recognize = NonNullable<OperatorDirectory["recognize"]>

const directoryOf = Effect.fnUntraced(function* (operators: ReadonlyArray<OperatorSettings>, recognize?: Recognize) {
  const known = new Map<string, Kept>()
  for (const { grants = allGrants, id, key } of operators) known.set(id, { grants, hash: yield* SecretHash.hash(key) })
  return {
    authenticate: (id, key) => {
      const found = known.get(id)
      return SecretHash.verify(key, Option.fromNullable(found?.hash)) && found !== undefined
        ? Effect.succeed({ id, grants: found.grants })
        : new Unauthorized()
    },
    ...given({ recognize })
  } satisfies OperatorDirectory
})

/**
 * Keeps only hashes of the keys. An empty list is like none: the operators' routes do not exist, unless the host says who
 * is signed in (`recognize`).
 */
export const layerListed = (operators: ReadonlyArray<OperatorSettings>, recognize?: Recognize): Layer.Layer<never> =>
  operators.length === 0 && recognize === undefined
    ? Layer.empty
    : Layer.effect(Operators, directoryOf(operators, recognize))
