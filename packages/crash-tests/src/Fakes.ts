/** The fakes of providers, whose books survive the processes under test. */
import * as AdyenFake from "@florin/connector-adyen/testing"
import * as CheckoutFake from "@florin/connector-checkout/testing"
import * as StripeFake from "@florin/connector-stripe/testing"
import type { CardTransactionType } from "@florin/core/cards/CardTransaction"
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Movement } from "@florin/core/money/Movement"
import type { Entry } from "@florin/testing/parties/AcquirerLedger"
import { isReversal, uidOf } from "@florin/testing/parties/Auditor"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Between from "./Between.js"
import type { Connection, Provider } from "./Protocol.js"
import type { Visit } from "./Visit.js"

/** A fake that runs. */
interface Fake {
  readonly url: string
  readonly gatewayId: number
  readonly apiKey: string
  readonly secret: string
  readonly tellTo: (url: string) => Effect.Effect<void>
  /** What it has moved, oldest first. */
  readonly books: () => ReadonlyArray<Movement>
  /** How many requests came under a key that was forgotten. */
  readonly sentPastLife: Effect.Effect<number>
  /**
   * Whether a request came under the key; of a provider that can be asked, true, as long as its keys live longer than what
   * is sent under them: else whether it has moved anything, for what it cannot find then goes to the operator.
   */
  readonly hasArrived: (key: string) => Effect.Effect<boolean>
  /** Tells everything once more, as an operator asks for where nothing can be asked. */
  readonly tellAgain: Effect.Effect<void>
}

const hmacKey = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056"

/**
 * How much longer a provider remembers a key than its connector counts on: clocks may differ by so much. Unit:
 * milliseconds.
 */
const grace = 15_000

/** `keyLife`: how long keys are remembered. Unit: milliseconds. Default: the provider's own. */
type Starts = (keyLife: number | undefined) => Effect.Effect<Fake, never, Scope.Scope>

const starts: Readonly<Record<Provider, Starts>> = {
  stripe: (keyLife) =>
    Effect.map(StripeFake.make(), (fake) => {
      if (keyLife !== undefined) fake.dials.keyLife = keyLife
      return {
        ...{ url: fake.url, gatewayId: 3, apiKey: fake.apiKey, secret: fake.webhookSecret, books: fake.books },
        tellTo: (url) => Effect.sync(() => fake.tellTo(url)),
        sentPastLife: Effect.sync(fake.sendsPastKeyLife),
        hasArrived: (key) => Effect.sync(() => keyLife === undefined || fake.movementsOf(key) > 0),
        tellAgain: Effect.void
      }
    }),
  adyen: (keyLife) =>
    Effect.map(
      AdyenFake.make({
        hmacKey,
        offerLife: "30 seconds",
        apiKey: "AQE-crash",
        ...(keyLife === undefined ? {} : { keyLife })
      }),
      (fake) => ({
        ...{ url: new URL(fake.baseUrl).origin, gatewayId: 4, apiKey: "AQE-crash", secret: hmacKey, books: fake.books },
        ...{ tellTo: fake.notify, sentPastLife: fake.sendsPastKeyLife, tellAgain: fake.tellAgain },
        hasArrived: (key) => Effect.map(fake.sendsOf(key), (sends) => sends > 0)
      })
    ),
  checkout: (keyLife) => {
    const account = { secretKey: "sk_sbox_crash", signatureKey: "signature-of-the-crash-tests" }
    return Effect.map(CheckoutFake.make({ ...account, ...(keyLife === undefined ? {} : { keyLife }) }), (fake) => ({
      ...{ url: fake.url, gatewayId: 5, apiKey: account.secretKey, secret: account.signatureKey, books: fake.books },
      ...{ tellTo: fake.subscribe, sentPastLife: fake.sentPastLife, tellAgain: Effect.void },
      hasArrived: (key) =>
        keyLife === undefined
          ? Effect.succeed(true)
          : Effect.map(fake.movementsOf(AcquirerKey.make(key)), (movements) => movements > 0)
    }))
  }
}

/** A movement in the books, as an entry of a ledger. */
export const entryOf = ({ amount, at, currency, key, kind }: Movement): Entry => ({
  ...{
    key,
    kind: kind as CardTransactionType,
    amount,
    currency,
    declined: undefined,
    excessive: false,
    at: at.epochMillis
  },
  // What the gateway takes back is a charge of its own.
  ...(isReversal(key) ? { parent: uidOf(key) } : {})
})

export interface Options {
  readonly provider: Provider
  /** How requests fare, while the weather is bad. */
  readonly manner: (method: string) => Between.Manner
  /** When notifications arrive. */
  readonly telling: () => ReadonlyArray<number>
  /** Where the processes answer. */
  readonly host: Effect.Effect<string, unknown>
  readonly keyLife?: number | undefined
}

/** A fake of a provider in the place of the tests' own acquirer. */
export const acquirer = Effect.fnUntraced(function* ({ host, keyLife, manner, provider, telling }: Options) {
  const { apiKey, books, gatewayId, hasArrived, secret, sentPastLife, tellAgain, tellTo, ...fake } = yield* starts[
    provider
  ](keyLife === undefined ? undefined : keyLife + grace)
  let isCalm = false
  const url = yield* Between.proxy(fake.url, (method) => (isCalm ? Between.straight : manner(method)))
  const reported = () => (isCalm ? [0] : telling())
  yield* tellTo(`${yield* Between.relay(host, `/acquirers/${gatewayId}/notifications`, reported)}`)
  const connection: Connection = { provider, url, apiKey, secret, ...(keyLife === undefined ? {} : { keyLife }) }
  return {
    ...{ url, connection, sentPastLife, hasArrived },
    entries: () => books().map(entryOf),
    // Whoever asks is behind the proxy.
    visits: (): ReadonlyArray<Visit> => [],
    tellable: () => [],
    /** From now on nothing is lost, and what was never told is. */
    calm: Effect.zipRight(
      Effect.sync(() => {
        isCalm = true
      }),
      tellAgain
    )
  }
})
