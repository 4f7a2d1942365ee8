/** Layers of a server without the sandbox: the acquirer is another gateway, or there is none. */
import { defaultGatewayId } from "@florin/connector-upstream/Upstream"
import * as UpstreamAcquirer from "@florin/connector-upstream/UpstreamAcquirer"
import { Acquirers } from "@florin/core/cards/Acquirer"
import * as Gateway from "@florin/gateway/Gateway"
import * as Health from "@florin/gateway/Health"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Settings } from "../settings.js"
import * as HostPorts from "./hostPorts.js"
import * as Parts from "./parts.js"

/** The other gateway first, then those of the host. Without one, charges end `failed` with F.2011. */
export const acquirers = ({
  baseUrl,
  ports,
  upstream,
  upstreamWebhooks
}: Pick<Settings, "baseUrl" | "ports" | "upstream" | "upstreamWebhooks">) => {
  const { acquirers = [] } = ports
  if (upstream === undefined) return Layer.succeed(Acquirers, acquirers)
  const notificationUrl = `${baseUrl}/acquirers/${defaultGatewayId}/notifications`
  const other = UpstreamAcquirer.layerOnly({
    upstream,
    ...(upstreamWebhooks === undefined ? {} : { notificationUrl, webhooks: upstreamWebhooks })
  })
  return Layer.map(other, (context) => Context.make(Acquirers, [...Context.get(context, Acquirers), ...acquirers]))
}

export const layer = (settings: Settings) =>
  HttpAdapter.layer.pipe(
    Layer.provide(Parts.operators(settings)),
    Layer.provideMerge(Health.layer),
    Layer.provideMerge(Layer.provide(Gateway.layer(Parts.gateway(settings)), Parts.routing(settings))),
    Layer.provideMerge(Parts.base(settings)),
    Layer.provideMerge(Layer.merge(acquirers(settings), HostPorts.moving(settings.ports)))
  )
