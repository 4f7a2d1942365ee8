/** The shops that a host keeps, as the gateway's directory. */
import { ShopId } from "@florin/core/ids/Ids"
import { type Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import { StorageError } from "@florin/core/store/StorageError"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as SecretHash from "@florin/vault/SecretHash"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { snakeCase } from "../faces/camelCase.js"
import type { KeptShop, ShopPort } from "./shopPort.js"

const limit = "10 seconds"

const isShopId = Schema.is(ShopId)

const failed = (operation: string, reason: StorageError["reason"], detail: string) =>
  new StorageError({ operation, reason, detail })

/** The host's answer. A thrown error is not told: it is the host's, and may hold what a log must not. */
const callHost = <A>(operation: string, ask: () => Promise<A>): Effect.Effect<A, StorageError> =>
  Effect.tryPromise({
    try: async () => ask(),
    catch: () => failed(operation, "unavailable", "the host's port has failed")
  }).pipe(
    Effect.timeoutFail({ duration: limit, onTimeout: () => failed(operation, "unavailable", "time limit") }),
    // A sandbox's clock jumps, and the host's answer is as late as before.
    Effect.withClock(Clock.make())
  )

interface Kept {
  readonly shop: Shop
  readonly secrets: ReadonlyArray<Redacted.Redacted<string>>
}

const isSecret = (value: unknown): value is string => typeof value === "string" && value.length >= 16

/** Checked like a listed shop. Errors: the first fault, which names the member and never its value. */
const keptOf = (id: ShopId, found: KeptShop): Either.Either<Kept, string> => {
  const { formerSecretKey, id: _, secretKey, ...others } = found
  const secret = secretKey === null || secretKey === undefined ? {} : { secretKey }
  const document = Object.entries({ ...others, ...secret }).filter(([, value]) => value !== undefined)
  return ShopSettings.changeFrom(Object.fromEntries(document.map(([name, value]) => [snakeCase(name), value]))).pipe(
    Either.mapLeft(({ errors: [{ path, sentence }] }) => `${path.join(".")} ${sentence}`),
    Either.flatMap(({ given, secretKey }) => {
      if (given.notificationBasic === true && secretKey === undefined)
        return Either.left("notification_basic needs a secret_key")
      const former = isSecret(formerSecretKey) ? [Redacted.make(formerSecretKey)] : []
      const shop = ShopSettings.shopOf({ ...given, id }, secretKey)
      return Either.right({ shop, secrets: [...(secretKey === undefined ? [] : [secretKey]), ...former] })
    })
  )
}

/** Takes as long for one secret as for two, and for none. */
const isOneOf = (secrets: Kept["secrets"], given: Redacted.Redacted<string>) =>
  Effect.map(
    Effect.forEach([0, 1], (index) =>
      secrets[index] === undefined
        ? Effect.succeed(SecretHash.verify(given, Option.none()))
        : Effect.map(SecretHash.hash(secrets[index]), (hash) => SecretHash.verify(given, Option.some(hash)))
    ),
    (verdicts) => verdicts.includes(true)
  )

/** What the host has found. */
const checked = (operation: string, id: ShopId, found: KeptShop) =>
  Effect.mapBoth(keptOf(id, found), {
    onFailure: (fault) => failed(operation, "corrupt", `the host's port: ${fault}`),
    onSuccess: Option.some
  })

/** A shop by its public key: one that lets nobody in by it is not found. */
const findingByKey =
  (ask: NonNullable<ShopPort["findByPublicKey"]>): NonNullable<ShopDirectory["Type"]["findByPublicKey"]> =>
  (publicKey) =>
    Effect.flatMap(
      callHost("shops.findByPublicKey", () => ask(publicKey)),
      (found) => {
        if (found?.allowPublicKey !== true) return Effect.succeedNone
        const { id } = found
        return isShopId(id)
          ? Effect.map(
              checked("shops.findByPublicKey", id, found),
              Option.map(({ shop }) => shop)
            )
          : failed("shops.findByPublicKey", "corrupt", "the host's port: id is missing")
      }
    )

export const make = ({ authenticate, find, findByPublicKey }: ShopPort): ShopDirectory["Type"] => {
  const kept = (id: string) =>
    isShopId(id)
      ? Effect.flatMap(
          callHost("shops.find", () => find(id)),
          (found) => (found === null || found === undefined ? Effect.succeedNone : checked("shops.find", id, found))
        )
      : Effect.succeedNone
  const isLetIn = (id: string, secret: Redacted.Redacted<string>, secrets: Kept["secrets"]) => {
    if (authenticate === undefined) return isOneOf(secrets, secret)
    // biome-ignore lint/plugin/secrets: the host compares it
    const verdict = callHost("shops.authenticate", () => authenticate(id, Redacted.value(secret)))
    return Effect.map(verdict, (accepted) => accepted === true)
  }
  return ShopDirectory.of({
    ...(findByPublicKey === undefined ? {} : { findByPublicKey: findingByKey(findByPublicKey) }),
    find: (id) =>
      Effect.map(
        kept(id),
        Option.map(({ shop }) => shop)
      ),
    authenticate: (id, secret) =>
      Effect.gen(function* () {
        const found = yield* kept(id)
        const verdict = yield* isLetIn(
          id,
          secret,
          Option.match(found, { onNone: () => [], onSome: ({ secrets }) => secrets })
        )
        return verdict && Option.isSome(found) ? found.value.shop : yield* new Unauthorized()
      })
  })
}
