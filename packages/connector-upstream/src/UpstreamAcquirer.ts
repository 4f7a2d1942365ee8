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
import { check, type Options } from "./internal/options.js"
import type { UpstreamRefused } from "./Upstream.js"
import * as UpstreamNotifications from "./UpstreamNotifications.js"

export type { Options } from "./internal/options.js"

/** The other gateway as an acquirer of this gateway. */
export class UpstreamAcquirer extends Context.Tag("@florin/connector-upstream/UpstreamAcquirer")<
  UpstreamAcquirer,
  AcquirerService
>() {}

/** The connector. Its connections close with the scope. Errors: `UpstreamRefused`. */
export const make = (options: Options): Effect.Effect<AcquirerService, UpstreamRefused, Scope.Scope> =>
  Effect.gen(function* () {
    const settings = yield* check(options)
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

export const layer = (options: Options): Layer.Layer<UpstreamAcquirer, UpstreamRefused> =>
  Layer.scoped(UpstreamAcquirer, make(options))

/** The other gateway as the only acquirer of this gateway. */
export const layerOnly = (options: Options): Layer.Layer<Acquirers, UpstreamRefused> =>
  Layer.scoped(
    Acquirers,
    Effect.map(make(options), (acquirer) => [acquirer])
  )
