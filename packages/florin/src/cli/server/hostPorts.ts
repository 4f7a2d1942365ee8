/** The ports of a host's module, as layers. */
import { BinDirectory } from "@florin/core/cards/BinDirectory"
import { WalletProvider } from "@florin/core/cards/WalletProvider"
import { Mailer } from "@florin/core/mail/Mailer"
import { IpDirectory } from "@florin/core/routing/Routing"
import { ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import type * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Ports } from "../../ports.js"

const given = <Id, Service>(tag: Context.Tag<Id, Service>, service: Service | undefined): Layer.Layer<never> =>
  service === undefined ? Layer.empty : (Layer.succeed(tag, service) as Layer.Layer<never>)

/** Those that the sandbox has no place for. */
export const beside = ({ binDirectory, ipDirectory, mailer, walletProvider }: Ports): Layer.Layer<never> =>
  Layer.mergeAll(
    given(WalletProvider, walletProvider),
    given(BinDirectory, binDirectory),
    given(IpDirectory, ipDirectory),
    given(Mailer, mailer)
  )

/** Those that move money, or authenticate who pays, besides acquirers. */
export const moving = ({ threeDSecureServers, transferProviders }: Ports): Layer.Layer<never> =>
  Layer.merge(given(ThreeDSecureServers, threeDSecureServers), given(TransferProviders, transferProviders))
