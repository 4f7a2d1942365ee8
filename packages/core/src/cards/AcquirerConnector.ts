/** How a connector is configured by settings alone: what the door `Settings` of its package exports. Source: D54, D55. */
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { AcquirerService } from "./Acquirer.js"

/** A setting of a connector. Its whole name is `FLORIN_<PROVIDER>_<name>`, such as `FLORIN_STRIPE_API_KEY`. */
export interface ConnectorSetting {
  /** Upper-case letters and `_`, such as `API_KEY`. */
  readonly name: string
  /** What it is, with its default, as the help prints it. */
  readonly meaning: string
}

/** What was given; an empty setting is absent. Names are those of `ConnectorSetting`. */
export interface GivenSettings {
  readonly text: (name: string) => string | undefined
  readonly secret: (name: string) => Redacted.Redacted<string> | undefined
}

/** A setting that cannot be used. `expected` says what it must be, and never repeats it. */
export interface UnusableSetting {
  readonly name: string
  readonly expected: string
}

/** An acquirer as its settings make it. */
export interface ConfiguredAcquirer {
  /** Its connections close with the scope. */
  readonly make: Effect.Effect<AcquirerService, never, Scope.Scope>
  /**
   * Asks the provider whether it takes these credentials, by a request that moves no money. Answers with what is wrong,
   * as the end of a sentence that begins with the provider's name; undefined: nothing is. Absent: it cannot be asked.
   */
  readonly check?: Effect.Effect<string | undefined, never, Scope.Scope>
}

/** What is charged in an example: a card that a fake approves and asks nobody about, or a token of its provider. */
export type ExampleSource = { readonly number: string; readonly securityCode: string } | { readonly token: string }

/** A connector that settings choose. */
export interface AcquirerConnector {
  /** As `FLORIN_ACQUIRERS` names it, such as `stripe`. */
  readonly name: string
  /** Unless `FLORIN_<PROVIDER>_GATEWAY_ID` says another. Stripe has 3, Adyen 4, Checkout.com 5. */
  readonly gatewayId: number
  readonly settings: ReadonlyArray<ConnectorSetting>
  /** `gatewayId` is that of the setting, or the default. Errors: each setting that cannot be used. */
  readonly fromSettings: (
    given: GivenSettings,
    gatewayId: number
  ) => Either.Either<ConfiguredAcquirer, ReadonlyArray<UnusableSetting>>
  /** What the server's first example charges where its fake runs beside it. Default: 4242 4242 4242 4242. */
  readonly example?: (given: GivenSettings) => ExampleSource
}

/** A fake of a provider that runs beside a server, on the clock of the fiber that starts it. */
export interface StartedFake {
  /** What the connector needs to reach it, by the names of its settings. */
  readonly settings: Readonly<Record<string, string>>
  /** Settings that are the user's to choose, by their names; the value is that of one who has not. */
  readonly usual?: Readonly<Record<string, string>>
  /** Where it listens, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** Its test cards and tokens, a line each: `4242 4242 4242 4242  is approved`. */
  readonly cards: ReadonlyArray<string>
}

/**
 * Starts the fake of a provider on a free port of this machine: the export `startFake` of a connector's `testing` entry.
 * `notificationUrl`: where it sends what it tells. `given`: what the user has chosen of the connector's settings; its cards
 * are those that the connector then takes. It listens until the scope closes.
 */
export type StartFake = (options: {
  readonly notificationUrl: string
  readonly given?: GivenSettings
}) => Effect.Effect<StartedFake, never, Scope.Scope>
