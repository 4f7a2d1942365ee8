/** A gateway that charges through Nordbank and authenticates through Veriscope. */
import { createFlorin, type Florin } from "florin"
import * as Nordbank from "./acquirer.js"
import type { Provider } from "./exchange.js"
import * as Veriscope from "./threeDSecureServer.js"

export interface Settings {
  /** `sqlite:<path>` or `postgres://…`. */
  readonly database: string
  /** The file of the key ring that seals card numbers, or its JSON text. */
  readonly keys: string
  readonly baseUrl: string
  readonly bank: Provider
  readonly issuers: Provider
}

export const start = ({ bank, issuers, ...settings }: Settings): Promise<Florin> =>
  createFlorin({
    ...settings,
    shops: [{ id: "books", secretKey: "a-long-random-secret", threeDSecure: true }],
    acquirers: [Nordbank.make(bank)],
    threeDSecureServers: [Veriscope.make(issuers)]
  })
