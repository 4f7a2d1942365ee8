import { createPublicKey, sign, verify } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { ClaimLost, CurrentClaim } from "@florin/core/commits/CommandKey"
import { ShopId } from "@florin/core/ids/Ids"
import { Shop, ShopDirectory } from "@florin/core/shops/Shop"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Shops from "@florin/settings/Shops"
import { describeOnContract, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import { ShopRecords } from "@florin/storage-sql/ShopRecords"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as SignatureKey from "@florin/vault/SignatureKey"
import { ShopKeeper } from "@florin/wire/operations/ShopKeeper"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(9) })

const database = Layer.orDie(
  Layer.provideMerge(Shops.layerStored, Layer.merge(emptyStore, KeyProvider.layerText(Redacted.make(ring))))
)

const isLetIn = (id: string, secret: Redacted.Redacted<string>) =>
  Effect.flatMap(ShopDirectory, (directory) => Effect.isSuccess(directory.authenticate(id, secret)))

const named = (name: string) => ({ given: { name }, removed: [] })

const books = ShopId.make("books")

describeOnContract("the shops of the database", () => {
  it.scoped("are added with secrets of their own, once per id", () =>
    Effect.gen(function* () {
      const added = yield* Shops.add(books, named("Books"))
      const other = yield* Shops.add(ShopId.make("music"), named("Music"))
      assert.isTrue(yield* isLetIn("books", added.secretKey))
      assert.isFalse(yield* isLetIn("books", other.secretKey))
      assert.notStrictEqual(Redacted.value(added.webhookSecret), Redacted.value(other.webhookSecret))
      const shop = Option.getOrThrow(yield* (yield* ShopDirectory).find(books))
      assert.strictEqual(shop.name, "Books")
      assert.strictEqual(Redacted.value(shop.webhookSecret!), Redacted.value(added.webhookSecret))
      const again = yield* Effect.either(Shops.add(books, named("Another")))
      assert.deepInclude(Either.isLeft(again) && again.left, { _tag: "ShopRefused", reason: "exists" })
      assert.isTrue(yield* isLetIn("books", added.secretKey))
    }).pipe(Effect.provide(database))
  )

  it.scoped.each([
    { overlap: "none", lets: [false, false, false] },
    { overlap: "until-retired", lets: [true, true, false] },
    { overlap: DateTime.unsafeMake(1000), lets: [true, false, false] }
  ] as const)("have two secrets until $overlap; the webhook secret stays", ({ lets, overlap }) =>
    Effect.gen(function* () {
      const { secretKey, webhookSecret } = yield* Shops.add(books, named("Books"))
      const rotated = yield* Shops.rotate(books, overlap)
      const old = isLetIn("books", secretKey)
      yield* TestClock.setTime(999)
      const first = yield* old
      yield* TestClock.setTime(1000)
      const second = yield* old
      yield* Shops.retire(books)
      assert.deepStrictEqual([first, second, yield* old], [...lets])
      assert.isTrue(yield* isLetIn("books", rotated.secretKey))
      assert.strictEqual(Redacted.value(rotated.webhookSecret), Redacted.value(webhookSecret))
      const none = yield* Effect.either(Shops.rotate(ShopId.make("nobody")))
      assert.deepInclude(Either.isLeft(none) && none.left, { _tag: "ShopRefused", reason: "not-found" })
    }).pipe(Effect.provide(database))
  )

  it.scoped(
    "D73: let nobody in while they are disabled, by no secret and no public key, and are found all the same",
    () =>
      Effect.gen(function* () {
        const notificationPrivateKey = yield* SignatureKey.make
        const given = { allowPublicKey: true, notificationPrivateKey }
        const { publicKey = "", secretKey: old } = yield* Shops.add(books, { given, removed: [] })
        const { secretKey } = yield* Shops.rotate(books)
        const { find, findByPublicKey } = yield* ShopDirectory
        const look = Effect.gen(function* () {
          const [byOld, bySecret] = [yield* isLetIn("books", old), yield* isLetIn("books", secretKey)]
          const byKey = Option.isSome(yield* findByPublicKey!(publicKey))
          return [byOld, bySecret, byKey, Option.isSome(yield* find(books))]
        })
        yield* Shops.disable(books, true)
        assert.deepStrictEqual(yield* look, [false, false, false, true])
        assert.isTrue((yield* Shops.find(books)).isDisabled)
        yield* Shops.update(books, named("Books"))
        assert.isTrue((yield* Shops.find(books)).isDisabled)
        yield* Shops.disable(books, false)
        assert.deepStrictEqual(yield* look, [true, true, true, true])
        const none = yield* Effect.flip(Shops.disable(ShopId.make("nobody"), true))
        assert.deepInclude(none, { _tag: "ShopRefused", reason: "not-found" })
      }).pipe(Effect.provide(database))
  )

  it.scoped("D13: are neither made nor changed under a key that another request has claimed", () =>
    Effect.gen(function* () {
      const { secretKey } = yield* Shops.add(books)
      const claim = { shop: ShopId.make("operator"), key: "k", fingerprint: "f", claimedAt: 0, subject: "0".repeat(16) }
      for (const change of [Shops.add(ShopId.make("music")), Shops.rotate(books, "none"), Shops.disable(books, true)]) {
        const exit = yield* Effect.exit(Effect.provideService(change as Effect.Effect<unknown>, CurrentClaim, claim))
        assert.instanceOf(Exit.isFailure(exit) && Cause.squash(exit.cause), ClaimLost)
      }
      assert.lengthOf(yield* Shops.list, 1)
      assert.isTrue(yield* isLetIn("books", secretKey))
    }).pipe(Effect.provide(database))
  )

  it.scoped("let in no secret before the former one", () =>
    Effect.gen(function* () {
      const { secretKey } = yield* Shops.add(books)
      const second = yield* Shops.rotate(books)
      yield* Shops.rotate(books)
      assert.isFalse(yield* isLetIn("books", secretKey))
      assert.isTrue(yield* isLetIn("books", second.secretKey))
    }).pipe(Effect.provide(database))
  )

  it.scoped("D33: have every setting of a shops file, and the next request of any process meets a change", () =>
    Effect.gen(function* () {
      const privateKey = yield* SignatureKey.make
      const document = {
        name: "Books",
        site: "https://books.example",
        three_d_secure: true,
        allow_skip_three_d_secure: true,
        allow_force_three_d_secure: true,
        strict_contracts: true,
        forget_guest_cards: true,
        grace_days: 3,
        time_zone: "Europe/Berlin",
        hold_days: 3,
        mail_yearly_days: 14,
        mail_trial_days: 1,
        mail_card_days: 0,
        mail_failed_charges: false,
        mail_ended_subscriptions: false,
        mail_refunds: false,
        mail_tests: true,
        decline_retry_days: "1, 3",
        error_retry_hours: "2",
        notification_url: "https://books.example/hook",
        notification_basic: true,
        webhook_secret: `whsec_${key(3)}`,
        notification_private_key: Redacted.value(privateKey),
        allow_public_key: true
      }
      assert.sameMembers(Object.keys(document), [...ShopSettings.written])
      const added = yield* Shops.add(books, Either.getOrThrow(ShopSettings.changeFrom(document)))
      const [listed] = Either.getOrThrow(
        ShopSettings.fromJson([{ id: "books", secret_key: Redacted.value(added.secretKey), ...document }])
      )
      const find = Effect.map(
        Effect.flatMap(ShopDirectory, (directory) => directory.find(books)),
        Option.getOrThrow
      )
      const [stored, made] = [yield* find, ShopSettings.toShop(listed!)]
      // Secrets are compared as such, and what is nested by its members.
      const flat = (shop: Shop) => Shop.make({ ...shop, moneyMails: undefined, retryTimes: undefined })
      assert.isTrue(Equal.equals(flat(stored), flat(made)))
      assert.deepStrictEqual([stored.moneyMails, stored.retryTimes], [made.moneyMails, made.retryTimes])
      assert.deepStrictEqual(made.retryTimes, { declineDays: [1, 3], errorHours: [2] })
      assert.deepStrictEqual(made.moneyMails, {
        ...{ yearlyDays: 14, trialDays: 1, cardDays: 0, tests: true },
        ...{ failed: false, ended: false, refunded: false }
      })
      const none = Object.fromEntries(ShopSettings.written.map((name) => [name, null]))
      yield* Shops.update(books, Either.getOrThrow(ShopSettings.changeFrom(none)))
      const bare = Shops.bare(books, "books")
      const { webhookSecret } = yield* find
      assert.deepStrictEqual({ ...(yield* find) }, { ...bare, webhookSecret })
      assert.notStrictEqual(Redacted.value(webhookSecret!), document.webhook_secret)
    }).pipe(Effect.provide(database))
  )

  it.scoped("D33: keep no secret in clear, and tell the public key as plugins want it", () =>
    Effect.gen(function* () {
      const privateKey = yield* SignatureKey.make
      const given = { notificationBasic: true, notificationPrivateKey: privateKey }
      const { publicKey, secretKey } = yield* Shops.add(books, { given, removed: [] })
      const [record] = yield* (yield* ShopRecords).list
      for (const secret of [secretKey, privateKey]) {
        assert.notInclude(record!.document, Redacted.value(secret))
      }
      assert.notInclude(record!.document, "PRIVATE")
      const shop = Option.getOrThrow(yield* (yield* ShopDirectory).find(books))
      const signature = sign("sha256", Buffer.from("body"), Redacted.value(shop.notificationPrivateKey!))
      const key = createPublicKey({ key: Buffer.from(publicKey!, "base64"), type: "spki", format: "der" })
      assert.isTrue(verify("sha256", Buffer.from("body"), key, signature))
      assert.strictEqual((yield* Shops.list)[0]?.publicKey, publicKey)
    }).pipe(Effect.provide(database))
  )

  it.scoped("D45: are found by their public key where they allow it, one shop by one key", () =>
    Effect.gen(function* () {
      const notificationPrivateKey = yield* SignatureKey.make
      const add = (id: string, given: ShopSettings.Change["given"]) =>
        Shops.add(ShopId.make(id), { given, removed: [] })
      const found = Effect.map(
        Effect.flatMap(ShopDirectory, ({ findByPublicKey }) =>
          findByPublicKey!(SignatureKey.publicKeyOf(notificationPrivateKey))
        ),
        Option.map(({ id }) => id)
      )
      const sentenceOf = <A, E extends Error, R>(refused: Effect.Effect<A, E, R>) =>
        Effect.map(Effect.flip(refused), ({ message }) => message)
      const change = (change: Partial<ShopSettings.Change>) =>
        Shops.update(books, { given: {}, removed: [], ...change })
      const needsKey = "allow_public_key needs a key pair: notification_private_key"
      assert.strictEqual(yield* sentenceOf(add("music", { allowPublicKey: true })), needsKey)
      yield* add("books", { notificationPrivateKey })
      assert.isTrue(Option.isNone(yield* found))
      yield* change({ given: { allowPublicKey: true } })
      assert.deepStrictEqual(yield* found, Option.some(books))
      yield* Shops.rotate(books)
      yield* Shops.retire(books)
      assert.deepStrictEqual(yield* found, Option.some(books))
      const another = add("music", { notificationPrivateKey, allowPublicKey: true })
      assert.strictEqual(yield* sentenceOf(another), "allow_public_key needs a key pair that no other shop has")
      yield* add("music", { notificationPrivateKey })
      const later = Shops.update(ShopId.make("music"), { given: { allowPublicKey: true }, removed: [] })
      assert.strictEqual(yield* sentenceOf(later), "allow_public_key needs a key pair that no other shop has")
      assert.strictEqual(yield* sentenceOf(change({ removed: ["notificationPrivateKey"] })), needsKey)
      yield* change({ given: { notificationPrivateKey: yield* SignatureKey.make } })
      assert.isTrue(Option.isNone(yield* found))
      yield* change({ given: { notificationPrivateKey } })
      yield* change({ removed: ["allowPublicKey"] })
      assert.isTrue(Option.isNone(yield* found))
    }).pipe(Effect.provide(database))
  )

  it.scoped("D45: of a list are found by their public key, too", () =>
    Effect.gen(function* () {
      const pem = yield* SignatureKey.make
      const shop = (id: string, allow: boolean) => ({
        ...{ id, secret_key: "0123456789abcdef", allow_public_key: allow },
        notification_private_key: Redacted.value(pem)
      })
      const [fault] = [ShopSettings.fromJson([shop("a", true), shop("b", true)])].map(Either.flip)
      assert.deepStrictEqual(fault, Either.right("shops[1].allow_public_key needs a key pair that no other shop has"))
      const { notification_private_key: _, ...bare } = shop("a", true)
      const without = Either.flip(ShopSettings.fromJson([bare]))
      assert.deepStrictEqual(
        without,
        Either.right("shops[0].allow_public_key needs a key pair: notification_private_key")
      )
      const listed = Either.getOrThrow(ShopSettings.fromJson([shop("a", false), shop("b", true)]))
      const { findByPublicKey } = yield* Shops.makeListed(listed)
      const publicKey = SignatureKey.publicKeyOf(pem)
      assert.strictEqual(Option.getOrThrow(yield* findByPublicKey!(publicKey)).id, "b")
      assert.isTrue(Option.isNone(yield* findByPublicKey!(publicKey.slice(4))))
    })
  )

  it.scoped("D33: take HTTP Basic with a new secret only, because a hash of the old one is kept", () =>
    Effect.gen(function* () {
      yield* Shops.add(books)
      const basic = { given: { notificationBasic: true }, removed: [] }
      const refused = yield* Effect.flip(Shops.update(books, basic))
      assert.match(refused.message, /^notification_basic needs a new secret/)
      const { secretKey } = yield* Shops.rotate(books, "none", basic)
      const shop = Option.getOrThrow(yield* (yield* ShopDirectory).find(books))
      assert.strictEqual(Redacted.value(shop.notificationBasic!), Redacted.value(secretKey))
    }).pipe(Effect.provide(database))
  )

  it.scoped("are listed in order, without a secret, and leave no room for a demo shop", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Shops.list, [])
      const { secretKey, webhookSecret } = yield* Shops.add(books, named('A "name"'))
      yield* Shops.add(ShopId.make("another"), named("Another"))
      const listed = yield* Shops.list
      assert.deepStrictEqual(listed.map(({ id, name }) => [id, name]).sort(), [
        ["another", "Another"],
        ["books", 'A "name"']
      ])
      for (const secret of [secretKey, webhookSecret]) {
        assert.notInclude(JSON.stringify(listed), Redacted.value(secret))
      }
      assert.isTrue(Option.isNone(yield* Shops.makeDemo))
    }).pipe(Effect.provide(database))
  )
})

describe("the shops of a list", () => {
  it.effect("let in their former secret beside the new one", () =>
    Effect.gen(function* () {
      const [former, present] = ["a-secret-of-before", "a-secret-of-now-on"].map((secret) => Redacted.make(secret))
      const shop = { id: books, secretKey: present!, formerSecretKey: former! }
      const directory = yield* Shops.makeListed([shop])
      const isLetIn = (secret: Redacted.Redacted<string>) => Effect.isSuccess(directory.authenticate("books", secret))
      const third = Redacted.make("a-secret-of-others")
      assert.deepStrictEqual(yield* Effect.forEach([present!, former!, third], isLetIn), [true, true, false])
    })
  )
})

describeOnContract("the shops of a list beside those of the database", () => {
  const secretKey = Redacted.make("a-secret-of-the-list")
  const list = [{ id: books, secretKey, name: "Books" }]
  const nothing = { given: {}, removed: [] }
  const store = Layer.merge(emptyStore, KeyProvider.layerText(Redacted.make(ring)))

  it.scoped("D73: are found first, without a look at the database, and changed by nobody", () =>
    Effect.gen(function* () {
      const directory = yield* ShopDirectory
      const { add, disable, find, list, retire, rotate, update } = yield* ShopKeeper
      const music = yield* add(ShopId.make("music"), nothing)
      const seen = (yield* list).map(({ from, id }) => [id, from])
      assert.deepStrictEqual(seen, [
        ["books", "settings"],
        ["music", "database"]
      ])
      assert.isTrue(yield* isLetIn("music", music.secretKey))
      for (const change of [
        rotate(books, "none", nothing),
        update(books, nothing),
        retire(books),
        disable(books, true)
      ]) {
        assert.deepInclude(yield* Effect.flip(change), { _tag: "InvalidRequest" })
      }
      assert.deepInclude(yield* Effect.flip(add(books, nothing)), { _tag: "InvalidRequest" })
      assert.deepInclude(yield* Effect.flip(find(ShopId.make("nobody"))), { _tag: "NotFound" })
      assert.strictEqual(Option.getOrThrow(yield* directory.find(books)).name, "Books")
    }).pipe(Effect.provide(Layer.orDie(Layer.provideMerge(Shops.layerBeside(list), store))))
  )

  it.scoped("D73: cost a payment no statement", () =>
    Effect.gen(function* () {
      const looks: Array<string> = []
      const records = yield* ShopRecords
      const counted = ShopRecords.of({
        ...records,
        find: (id) =>
          Effect.zipRight(
            Effect.sync(() => looks.push(id)),
            records.find(id)
          )
      })
      const beside = yield* Effect.provideService(Shops.makeAdministered(list), ShopRecords, counted)
      const { authenticate, find } = Context.get(beside, ShopDirectory)
      yield* authenticate("books", secretKey)
      yield* find(books)
      assert.deepStrictEqual(looks, [])
      assert.isTrue(Option.isNone(yield* find(ShopId.make("music"))))
      assert.deepStrictEqual(looks, ["music"])
    }).pipe(Effect.provide(Layer.orDie(store)))
  )
})
