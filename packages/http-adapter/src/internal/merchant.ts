/**
 * What stands in front of every merchant route: credentials, and the idempotency key of a POST.
 */
import type { IdempotencyKey } from "@florin/core/idempotency/IdempotencyStore"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import { keyOf } from "../Idempotent.js"
import { parse } from "./credentials.js"
import { type Failure, type Handler, Refused, type Reply, type Visit } from "./exchange.js"

export type Authenticated = (route: (visit: Visit) => Effect.Effect<Reply, Failure>) => Handler

const unauthorized = Effect.fail(new Refused(Errors.unauthorized))

export const make: Effect.Effect<Authenticated, never, ShopDirectory> = Effect.map(
  ShopDirectory,
  (directory) => (route) => (exchange) => {
    const credentials = parse(exchange.incoming.header("authorization"))
    if (credentials === undefined) return unauthorized
    return directory.authenticate(credentials.id, credentials.secret).pipe(
      Effect.catchTag("Unauthorized", () => unauthorized),
      Effect.flatMap((shop) => route({ ...exchange, shop, credentials }))
    )
  }
)

/** The key header, checked before the body is read. */
export const keyHeader = ({ incoming }: Visit): Effect.Effect<string | undefined, Refused> =>
  Effect.mapError(keyOf(incoming.header), (refusal) => new Refused(refusal))

export const keyFor = (visit: Visit, key: string | undefined, body: Uint8Array): IdempotencyKey | undefined =>
  key === undefined ? undefined : { key, fingerprint: visit.credentials.digest(visit.method, visit.path, body) }
