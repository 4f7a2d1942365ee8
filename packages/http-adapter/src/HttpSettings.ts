/** Settings of the adapter. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"

/** An origin that may frame pages: `https://shop.example`, `https://*.shop.example`, with or without a port. */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/(?:\*\.)?[\da-z][\da-z.-]{0,252}(?::\d{1,5})?$/i.test(text)

/** The limits of the adapter. */
export interface Limits {
  /** The longest body. Unit: bytes. Default: 64 KiB. Source: D3. */
  readonly bodyLimit: number
  /** The longest body with the document of a proof. Unit: bytes. Default: 8 MiB. Source: D3. */
  readonly proofLimit: number
  /** The longest pause within a body. Default: 10 seconds. */
  readonly bodyPause: Duration.Duration
  /** How long a whole body may take; checked with each chunk and pause. Default: 30 seconds. */
  readonly bodyTime: Duration.Duration
  /**
   * How many requests of shops run at a time; further ones get `429`. A shop is admitted while it holds fewer places
   * than are free, so a single shop gets half of them. Default: 1,000. Source: D4, D42.
   */
  readonly inFlight: number
  /** How many requests of shops may be receiving their bodies at a time, shared in the same way. Default: 2,000. */
  readonly arriving: number
  /**
   * How many bytes of bodies that may be longer than `bodyLimit` are held at a time, those that are arriving included,
   * shared in the same way; further ones get `429` before they are read. Default: 128 MiB. Source: D42.
   */
  readonly longBodies: number
  /**
   * How many requests without a shop run at a time. As many again may have credentials checked that were not valid
   * recently. Default: 500.
   */
  readonly visitors: number
  /**
   * How many requests of operators run at a time, shared in the same way. Each may hold the document of a proof.
   * Default: 16.
   */
  readonly operators: number
  /**
   * How many requests of the console run at a time, shared in the same way by the people who are signed in; those who are
   * not share one part. They take no place of shops. Default: 16. Source: D73.
   */
  readonly console: number
  /**
   * How many notifications of acquirers arrive at a time, and how many are verified and recorded, each shared by the
   * acquirers in the same way; further ones get `429`. They take no place of shops. Default: 128. Source: D53.
   */
  readonly notifications: number
  /**
   * Who may frame the customers' pages: sources of `frame-ancestors`, such as `https://shop.example`. Default: nobody.
   * A gateway that has the same settings says so in its answers.
   *
   * Source: interface, "Transaction | gateway".
   */
  readonly framedBy: ReadonlyArray<string>
  /** How often customers may try cards on our pages. Source: D42, D47. */
  readonly brake: BrakeLimits
}

/**
 * The tries of cards that may fail in an hour beyond those that succeed; the process counts them. Whose customer is at the
 * bank may fail until it has succeeded. From the half of them on an address waits longer and longer between two tries.
 */
export interface BrakeLimits {
  /** Of an address of the network, on all pages: an IPv4 address, or 64 bits of IPv6. Default: 30. */
  readonly triesPerAddress: number
  /**
   * On the page of a plan or of a product, or by the public key of a shop, shared by the addresses that come to it. The
   * page of an order that the shop has made has its own number of attempts. The first two of an address whose customers are
   * at the bank count as a quarter. Default: 300.
   */
  readonly triesPerPage: number
  /**
   * How many proxies of the host's stand before the process, each of which adds the address that it was asked from to
   * `X-Forwarded-For`: so the process knows where customers come from. Default: 0, the header is not read, and what comes
   * through a proxy comes from its address.
   */
  readonly proxies: number
}

const isWhole = (least: number, most: number) => (given: number) =>
  Number.isInteger(given) && given >= least && given <= most

/** What each limit of the brake may be, in words and as a check. */
export const brakeRules: Readonly<
  Record<keyof BrakeLimits, { readonly expected: string; readonly isFit: (given: number) => boolean }>
> = {
  triesPerAddress: { expected: "must be a whole number from 1 to 1000000", isFit: isWhole(1, 1_000_000) },
  triesPerPage: { expected: "must be a whole number from 1 to 1000000", isFit: isWhole(1, 1_000_000) },
  proxies: { expected: "must be a whole number from 0 to 10", isFit: isWhole(0, 10) }
}

export const defaults: Limits = {
  bodyLimit: 64 * 1024,
  proofLimit: 8 * 1024 * 1024,
  bodyPause: Duration.seconds(10),
  bodyTime: Duration.seconds(30),
  inFlight: 1000,
  arriving: 2000,
  longBodies: 128 * 1024 * 1024,
  visitors: 500,
  operators: 16,
  console: 16,
  notifications: 128,
  framedBy: [],
  brake: { triesPerAddress: 30, triesPerPage: 300, proxies: 0 }
}

/**
 * The settings in use.
 *
 * Default: `defaults`.
 */
export class HttpSettings extends Context.Reference<HttpSettings>()("@florin/http-adapter/HttpSettings", {
  defaultValue: (): Limits => defaults
}) {}

/** Sets some of the limits; the others keep their defaults. */
export const layer = (settings: Partial<Limits>): Layer.Layer<never> =>
  Layer.succeed(HttpSettings, { ...defaults, ...settings })
