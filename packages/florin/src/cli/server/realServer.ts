/** Layers of a server without the sandbox: cards are charged by another gateway, by providers, or by nobody. */
import { defaultGatewayId } from "@florin/connector-upstream/Upstream"
import * as UpstreamAcquirer from "@florin/connector-upstream/UpstreamAcquirer"
import { Acquirers } from "@florin/core/cards/Acquirer"
import * as Gateway from "@florin/gateway/Gateway"
import * as Health from "@florin/gateway/Health"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Settings } from "../settings.js"
import * as Connectors from "./connectors.js"
import * as HostPorts from "./hostPorts.js"
import * as Parts from "./parts.js"

type Charging = Pick<Settings, "baseUrl" | "ports" | "providers" | "upstream" | "upstreamWebhooks">

const ofProviders = ({ baseUrl, providers }: Pick<Charging, "baseUrl" | "providers">) =>
  // Here are no fakes, whose settings alone can be refused as late as this.
  Effect.forEach(providers, (one) =>
    Effect.orDie(Effect.map(Connectors.besideServer(one, baseUrl), ({ acquirer }) => acquirer))
  )

/**
 * The other gateway first, then the providers of FLORIN_ACQUIRERS and those of the host. Without one, charges end
 * `failed` with F.2011.
 */
export const acquirers = ({ baseUrl, ports, providers, upstream, upstreamWebhooks }: Charging) => {
  const own = Layer.scoped(
    Acquirers,
    Effect.map(ofProviders({ baseUrl, providers }), (made) => [...made, ...(ports.acquirers ?? [])])
  )
  if (upstream === undefined) return own
  const notificationUrl = `${baseUrl}/acquirers/${defaultGatewayId}/notifications`
  const webhooks = upstreamWebhooks === undefined ? {} : { notificationUrl, webhooks: upstreamWebhooks }
  // What was read from settings is not refused again.
  const other = Layer.orDie(UpstreamAcquirer.layerOnly({ upstream, ...webhooks }))
  return Layer.zipWith(other, own, (first, then) =>
    Context.make(Acquirers, [...Context.get(first, Acquirers), ...Context.get(then, Acquirers)])
  )
}

export const layer = (settings: Settings) =>
  HttpAdapter.layer.pipe(
    Layer.provide(Parts.operators(settings)),
    Layer.provideMerge(Health.layer),
    Layer.provideMerge(Layer.provide(Gateway.layer(Parts.gateway(settings)), Parts.routing(settings))),
    Layer.provideMerge(Parts.base(settings)),
    Layer.provideMerge(Layer.merge(acquirers(settings), HostPorts.moving(settings.ports)))
  )
