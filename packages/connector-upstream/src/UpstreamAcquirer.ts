/** Another gateway with this same interface as an acquirer. */
import {
  AcquirerAnswer,
  type AcquirerRequest,
  type AcquirerService,
  AcquirerStatus,
  Acquirers
} from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Period } from "@florin/core/money/Movement"
import { answering } from "@florin/exchange/Answering"
import * as Exchange from "@florin/exchange/Exchange"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as CircuitBreaker from "./CircuitBreaker.js"
import * as Documents from "./internal/documents.js"
import * as Gateway from "./internal/gateway.js"
import * as Movements from "./internal/movements.js"
import { performing } from "./internal/operationCall.js"
import { defaultGatewayId, type Upstream } from "./Upstream.js"
import * as UpstreamNotifications from "./UpstreamNotifications.js"

/** The other gateway as an acquirer of this gateway. */
export class UpstreamAcquirer extends Context.Tag("@florin/connector-upstream/UpstreamAcquirer")<
  UpstreamAcquirer,
  AcquirerService
>() {}

/** A host's settings for the other gateway. */
export interface Options {
  /** Its address and credentials: see `Upstream.fromUrl`. */
  readonly upstream: Upstream
  /** Stored in every transaction sent there, so never reuse it for another acquirer. Default: 2. */
  readonly gatewayId?: number
  /** Default: `Upstream`. */
  readonly name?: string
  /** How its webhooks are verified that come to `/acquirers/{gatewayId}/notifications`. Default: none are taken. */
  readonly webhooks?: UpstreamNotifications.Options
  /** That address of ours, for the other gateway. Default: no webhooks are requested. */
  readonly notificationUrl?: string
  /** The time limit of a call. Below core's 30 s, so that this limit applies first. Default: 25 s. */
  readonly callLimit?: Duration.DurationInput
  /** The time limit of connecting, TLS included. Default: 5 s. */
  readonly connectLimit?: Duration.DurationInput
  /**
   * How long after a call the other gateway may still start processing it. Default: 75 s, which is a call of 25 s, the
   * 40 s that a gateway with this interface waits for a body, and 10 s for its database.
   */
  readonly inFlightWindow?: Duration.DurationInput
  /** The most concurrent connections; further calls wait for one. Default: 128. */
  readonly connections?: number
  /** PEM certificates to trust instead of Node's roots. Default: Node's roots. */
  readonly certificates?: ReadonlyArray<string>
}

const defaults = {
  gatewayId: defaultGatewayId,
  name: "Upstream",
  callLimit: Duration.seconds(25),
  connectLimit: Duration.seconds(5),
  inFlightWindow: Duration.seconds(75),
  connections: 128,
  certificates: []
} as const

/** The connector. Its connections close with the scope. */
export const make = (options: Options): Effect.Effect<AcquirerService, never, Scope.Scope> =>
  Effect.gen(function* () {
    const settings = { ...defaults, ...options }
    const { name, notificationUrl, upstream } = settings
    const breaker = yield* CircuitBreaker.make(name)
    const exchange = yield* Exchange.open({ ...settings, baseUrl: `${upstream.origin}${upstream.prefix}` })
    const gateway = Gateway.make(name, upstream, breaker, exchange)
    const operate = performing(name, gateway, notificationUrl)
    const { queried, listed, performed } = answering(settings)
    const limited = Exchange.within(settings.callLimit)

    const perform = Effect.fn("UpstreamAcquirer.perform")(function* (request: AcquirerRequest) {
      if (!(yield* breaker.admits)) return AcquirerAnswer.NotSent()
      const trace: Exchange.Trace = { hasLeft: false }
      return yield* performed(request.key, trace, () => operate(request, trace))
    })

    const learn = Effect.fnUntraced(function* (key: AcquirerKey) {
      const found = yield* gateway.find(key)
      if (Option.isNone(found)) return AcquirerStatus.NotFound()
      return (yield* Documents.answerIn(found.value)) satisfies AcquirerStatus
    })

    // Status queries bypass the breaker: no customer waits for them, and an answer closes the breaker.
    const status = Effect.fn("UpstreamAcquirer.status")((key: AcquirerKey) => queried(key, () => learn(key)))

    const movements = Effect.fn("UpstreamAcquirer.movements")((period: Period) =>
      listed(() => Movements.list((query) => limited(gateway.movements(query)), period))
    )

    const inFlightWindow = Duration.decode(settings.inFlightWindow)
    const { gatewayId, webhooks } = settings
    const notifications = webhooks && UpstreamNotifications.make(upstream, webhooks)
    return {
      gatewayId,
      name,
      simulated: false,
      inFlightWindow,
      perform,
      status,
      movements,
      ...(notifications && { notifications })
    }
  })

export const layer = (options: Options): Layer.Layer<UpstreamAcquirer> => Layer.scoped(UpstreamAcquirer, make(options))

/** The other gateway as the only acquirer of this gateway. */
export const layerOnly = (options: Options): Layer.Layer<Acquirers> =>
  Layer.scoped(
    Acquirers,
    Effect.map(make(options), (acquirer) => [acquirer])
  )
