/** The port of a host that keeps its shops itself. */
import type { ShopOptions } from "./shopOptions.js"

/**
 * A shop as the host keeps it. Without `secretKey` the port has an `authenticate`, and `notificationBasic` cannot be on.
 * A member that is null counts as absent.
 */
export type KeptShop = Partial<{ readonly [Name in keyof ShopOptions]: ShopOptions[Name] | null }>

/**
 * A host's own shops. Asked anew for each request and each piece of due work, so a change is in force at once: a host
 * whose answers take long keeps them for as long as it likes. Not called inside a transaction.
 *
 * Errors: what rejects or takes longer than 10 seconds is an error of the storage, answered with 503; what is no shop is
 * one, answered with 500, and the log names its member. Due work waits.
 */
export interface ShopPort {
  /** The shop with this id. */
  readonly find: (id: string) => Promise<KeptShop | null | undefined>
  /**
   * Whether a secret is the shop's: compare in constant time. Default: compares with `secretKey` and `formerSecretKey` of
   * what `find` answers.
   */
  readonly authenticate?: (id: string, secret: string) => Promise<boolean>
  /**
   * The shop that has this public key, one line of base64 (SPKI in DER), and `allowPublicKey`. Default: no shop is found by
   * its public key. Source: D45.
   */
  readonly findByPublicKey?: (publicKey: string) => Promise<KeptShop | null | undefined>
}
