/** The calls of the shops' administration. */
import { ShopId } from "@florin/core/ids/Ids"
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import { elsewhere, type Overlap } from "@florin/core/shops/ShopKeeper"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Shops from "@florin/settings/Shops"
import * as SignatureKey from "@florin/vault/SignatureKey"
import { operatorTable } from "@florin/wire/operations/Table"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Failure, instantOf, toldOf } from "./calls.js"
import { camelCase, toWire } from "./camelCase.js"
import { type Given, givenOf } from "./given.js"
import { refusal } from "./refusal.js"
import { RecordMissing } from "./refusals.js"
import type * as Face from "./shopAdministration.js"
import { type CallError, type Effectful, type Parts, reading } from "./twoFaces.js"

type Refused = Failure | Shops.ShopRefused

const errorOf = (error: Refused): CallError => {
  if (error._tag !== "ShopRefused") return toldOf("shop")(error)
  switch (error.reason) {
    case "exists":
      return refusal(["id"], "is the id of another shop")
    case "listed":
      return refusal([], elsewhere)
    case "not-found":
      return new RecordMissing({ kind: "shop" })
  }
}

/** Runs where the gateway has the shops of the database. */
const administering = <A, E extends Refused>(
  work: Effect.Effect<A, E, Context.Tag.Service<Shops.Administration> extends Context.Context<infer R> ? R : never>
): Effect.Effect<A, CallError, Parts> =>
  Effect.flatMap(
    Effect.serviceOption(Shops.Administration),
    Option.match({
      onNone: () => refusal([], elsewhere),
      onSome: (stored) => Effect.mapError(Effect.provide(work, stored), errorOf)
    })
  )

const isShopId = Schema.is(ShopId)

const idIn = (id: unknown) =>
  isShopId(id) ? Effect.succeed(id) : Effect.fail(new Shops.ShopRefused({ reason: "not-found" }))

const newId = (id: unknown) =>
  isShopId(id) ? Effect.succeed(id) : invalid("id", "must be 1 to 64 letters, digits, _ or -")

/** A change of the host's, with a new key where it asks for one. */
const givenBy = (input: object): Effect.Effect<ShopSettings.Given, InvalidRequest> =>
  Effect.gen(function* () {
    const { signature_key: isSigned, ...change } = toWire(input) as Readonly<Record<string, unknown>>
    const given = yield* ShopSettings.changeFrom(change, camelCase)
    if (isSigned === undefined || isSigned === false) return given
    if (isSigned !== true) return yield* invalid("signature_key", "must be true or false")
    const notificationPrivateKey = yield* SignatureKey.make
    return { ...given, given: { ...given.given, notificationPrivateKey } }
  })

const withoutSecret = ({
  secretKey,
  ...change
}: ShopSettings.Given): Effect.Effect<ShopSettings.Change, InvalidRequest> =>
  secretKey === undefined ? Effect.succeed(change) : invalid("secret_key", "is changed with rotate")

const overlapOf = (input: unknown): Effect.Effect<Overlap, InvalidRequest> =>
  input === undefined || input === "none" || input === "until-retired"
    ? Effect.succeed(input ?? "until-retired")
    : instantOf("former_secret", input as string)

// biome-ignore lint/plugin/secrets: a new secret is told once
const textOf = (secret: Redacted.Redacted<string>): string => Redacted.value(secret)

const secretsOf = ({ secretKey, webhookSecret, ...open }: Shops.NewShop): Face.ShopSecrets => ({
  ...open,
  secretKey: textOf(secretKey),
  webhookSecret: textOf(webhookSecret)
})

const documentOf = ({ createdAt, former, isDisabled, settings, ...open }: Shops.StoredShop): Face.AdministeredShop => ({
  ...open,
  ...settings,
  disabled: isDisabled === true,
  createdAt: DateTime.formatIso(createdAt),
  ...(former === undefined
    ? {}
    : { formerSecret: former.until === undefined ? "until-retired" : DateTime.formatIso(former.until) })
})

/** Those of the host's own list are not in the database. */
const found = (id: ShopId) =>
  Effect.gen(function* () {
    const isListed = (yield* Shops.ListedShops).some((listed) => listed.id === id)
    return documentOf(yield* isListed ? new Shops.ShopRefused({ reason: "listed" }) : Shops.find(id))
  })

const membersOf = ({ input }: Given): object => (typeof input === "object" && input !== null ? input : {})

/** Nothing that is passed beside what a call takes is dropped. */
const taking =
  <A>(row: Parameters<typeof givenOf>[0], call: (given: Given) => Effect.Effect<A, CallError, Parts>) =>
  (...given: ReadonlyArray<unknown>): Effect.Effect<A, CallError, Parts> =>
    Effect.flatMap(givenOf(row, given), call)

const { addShop, disableShop, enableShop, retireShopSecret, rotateShopSecret, showShop } = operatorTable

const shut = (isDisabled: boolean) =>
  taking(isDisabled ? disableShop : enableShop, ({ subject }) =>
    administering(Effect.flatMap(idIn(subject), (id) => Effect.zipRight(Shops.disable(id, isDisabled), found(id))))
  )

const whole = { key: "none" } as const

export const shops: Effectful<Face.ShopAdministration> = {
  add: taking(addShop, (given) => {
    const { id, ...settings } = membersOf(given) as { readonly id?: unknown }
    return administering(
      Effect.flatMap(Effect.zip(newId(id), givenBy(settings)), ([known, given]) =>
        Effect.map(Shops.add(known, given), secretsOf)
      )
    )
  }),
  // HTTP has no such operation: it takes what a rotation does.
  update: taking(rotateShopSecret, (given) =>
    administering(
      Effect.gen(function* () {
        const known = yield* idIn(given.subject)
        yield* Shops.update(known, yield* withoutSecret(yield* givenBy(membersOf(given))))
        return yield* found(known)
      })
    )
  ),
  rotate: taking(rotateShopSecret, (given) => {
    const { formerSecret, ...change } = membersOf(given) as { readonly formerSecret?: unknown }
    return administering(
      Effect.gen(function* () {
        const [known, overlap] = [yield* idIn(given.subject), yield* overlapOf(formerSecret)]
        return secretsOf(yield* Shops.rotate(known, overlap, yield* givenBy(change)))
      })
    )
  }),
  retire: taking(retireShopSecret, ({ subject }) => administering(Effect.flatMap(idIn(subject), Shops.retire))),
  disable: shut(true),
  enable: shut(false),
  find: reading(taking(showShop, ({ subject }) => administering(Effect.flatMap(idIn(subject), found)))),
  list: reading(taking(whole, () => administering(Effect.map(Shops.list, (all) => all.map(documentOf)))))
}
