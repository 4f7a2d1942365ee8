/** Ports of a host: made of promises, and what the module of `FLORIN_PORTS` exports. */
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import type { BinDirectory } from "@florin/core/cards/BinDirectory"
import type { WalletProvider } from "@florin/core/cards/WalletProvider"
import type { MailService } from "@florin/core/mail/Mailer"
import type { IpDirectory } from "@florin/core/routing/Routing"
import type { ThreeDSecureServer } from "@florin/core/three-d-secure/ThreeDSecureServer"
import type { TransferProvider } from "@florin/core/transfers/TransferProvider"
import type { ShopPort } from "./host/shopPort.js"

export {
  acquirerFrom,
  type CardAcquirer,
  type PlainAnswer,
  type PlainCardRequest,
  type PlainIncoming,
  type PlainNotification,
  type PlainQueriedOperation,
  type PlainRequest,
  type PlainStatus,
  type TokenAcquirer
} from "./ports/acquirerFrom.js"
export type { PortCall } from "./ports/calls.js"
export type { Time } from "./ports/members.js"
export type { PlainMovements } from "./ports/movements.js"
export {
  type PlainAuthenticationAnswer,
  type PlainAuthenticationRequest,
  type ThreeDSecureServerPort,
  threeDSecureServerFrom
} from "./ports/threeDSecureServerFrom.js"
export {
  type PlainProgress,
  type PlainTransferRequest,
  type TransferProviderPort,
  transferProviderFrom
} from "./ports/transferProviderFrom.js"

/** All are optional. In the sandbox the simulator has the place of the first three. */
export interface Ports {
  /** In the order in which they are called. Without one, charges end `failed` (F.2011). */
  readonly acquirers?: ReadonlyArray<AcquirerService>
  /** In order of preference. Without one, shops with `threeDSecure` charge without it. */
  readonly threeDSecureServers?: ReadonlyArray<ThreeDSecureServer>
  /** In order of preference. Without one, instant bank transfers end `failed` (F.2011). */
  readonly transferProviders?: ReadonlyArray<TransferProvider>
  /** Saves cards in a customer's wallet. Default: saves none. */
  readonly walletProvider?: WalletProvider["Type"]
  /** What the first digits of a card say. Default: nothing is known. */
  readonly binDirectory?: NonNullable<BinDirectory["Type"]>
  /** The country of an address, for routing rules. Default: none is known. */
  readonly ipDirectory?: IpDirectory["Type"]
  /** Mails receipts. Default: that of `FLORIN_SMTP_URL`. */
  readonly mailer?: MailService
  /** In place of the shops of a file or of the database. */
  readonly shops?: ShopPort
}

/** The module's default export, or its exports by these names: the ports, or a function that makes them. */
export type PortsModule = Ports | (() => Ports | Promise<Ports>)
