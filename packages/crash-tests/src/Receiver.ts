/**
 * The merchant's receiver of webhooks and verification requests. It keeps what it gets, in the order in which it came.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { type Request, serve } from "./internal/loopback.js"

/** A webhook that arrived. */
export interface Delivery {
  /** The same at every attempt. */
  readonly id: string
  readonly sequence: number
  readonly uid: string
  readonly status: string
  /** Unit: milliseconds since 1970. */
  readonly at: number
}

export interface Receiver {
  /** For `notification_url`. */
  readonly webhooks: string
  /** For `verification_url`; lets every transaction go on. */
  readonly verification: string
  /** Takes webhooks and keeps none of them. */
  readonly elsewhere: string
  readonly deliveries: () => ReadonlyArray<Delivery>
}

const Document = Schema.Struct({ transaction: Schema.Struct({ uid: Schema.String, status: Schema.String }) })
const decode = Schema.decode(Schema.parseJson(Document))

const deliveryOf = Effect.fnUntraced(function* ({ body, headers }: Request) {
  const { transaction } = yield* decode(body)
  const id = String(headers["webhook-id"])
  const sequence = Number(headers["florin-sequence"])
  return { id, sequence, ...transaction, at: yield* Clock.currentTimeMillis }
})

/** Listens until the scope ends. */
export const make: Effect.Effect<Receiver, never, Scope.Scope> = Effect.gen(function* () {
  const deliveries: Array<Delivery> = []
  const keep = (request: Request) =>
    Effect.map(Effect.orDie(deliveryOf(request)), (delivery) => void deliveries.push(delivery))

  const url = yield* serve((request) => {
    if (request.path === "/verification") return Effect.succeed({ status: 200, body: { code: 0 } })
    return Effect.as(request.path === "/webhooks" ? keep(request) : Effect.void, { status: 204, body: null })
  })

  return {
    webhooks: `${url}/webhooks`,
    verification: `${url}/verification`,
    elsewhere: `${url}/elsewhere`,
    deliveries: () => deliveries
  }
})
