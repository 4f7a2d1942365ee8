// What a database knows of itself, and which starts it therefore refuses.
import { assert, it } from "@effect/vitest"
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { CardVault } from "@florin/core/cards/CardVault"
import { CheckoutListeners } from "@florin/core/checkouts/CheckoutListeners"
import { EntitlementListeners } from "@florin/core/entitlements/EntitlementListeners"
import { ShopId } from "@florin/core/ids/Ids"
import type { Served } from "@florin/core/jobs/ServedShops"
import { Mailer, type MailService, MailsElsewhere } from "@florin/core/mail/Mailer"
import { SubscriptionListeners } from "@florin/core/subscriptions/SubscriptionListeners"
import { type ThreeDSecureServer, ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { CommitListeners } from "@florin/core/transactions/CommitListeners"
import { describeOnStores, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import { DatabaseFacts } from "@florin/storage-sql/DatabaseFacts"
import { ShopRecords } from "@florin/storage-sql/ShopRecords"
import { cardWith, execute, inserting, run, transactionWith, write } from "@florin/testing/stores/StoreUnderTest"
import * as KeyProvider from "@florin/vault/KeyProvider"
import type { KeyRingError } from "@florin/vault/KeyRingError"
import * as Vault from "@florin/vault/Vault"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as OneDatabase from "../src/OneDatabase.js"

const [a, b] = [ShopId.make("a"), ShopId.make("b")]

const key = (byte: number): string => Buffer.alloc(32, byte).toString("base64")

const ring = (keys: Readonly<Record<string, number>>, stamp = 99): string => {
  const named = Object.entries(keys).map(([name, byte]) => [name, key(byte)])
  return JSON.stringify({ current: named[0]![0], keys: Object.fromEntries(named), stamp: key(stamp) })
}

const vaultOf = (text: string) => Layer.provideMerge(Vault.layer, KeyProvider.layerText(Redacted.make(text)))

const keysOf = (text: string, accept: ReadonlyArray<OneDatabase.Accepted> = []) =>
  Effect.provide(OneDatabase.keys({ accept }), vaultOf(text))

const faultOf = <A, R>(effect: Effect.Effect<A, unknown, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    const { keyName, member, reason } = error as KeyRingError
    return [reason, member, keyName]
  })

const facts = Effect.flatMap(DatabaseFacts, ({ read }) => read)

describeOnStores("The purpose of a database", () => {
  for (const sandbox of [true, false]) {
    const name = sandbox ? "with the sandbox" : "without the sandbox"
    it.effect(`D43a: a database that was first opened ${name} refuses the other, until that is asked for`, () =>
      Effect.gen(function* () {
        yield* OneDatabase.purpose({ sandbox })
        yield* OneDatabase.purpose({ sandbox })
        const other = OneDatabase.purpose({ sandbox: !sandbox, accept: ["other-keys", "other-workers"] })
        const error = yield* Effect.flip(other)
        assert.deepStrictEqual(error, new OneDatabase.PurposeRefused({ was: sandbox ? "sandbox" : "real" }))
        yield* OneDatabase.purpose({ sandbox })
        yield* OneDatabase.purpose({ sandbox: !sandbox, accept: ["other-purpose"] })
        yield* OneDatabase.purpose({ sandbox: !sandbox })
        yield* Effect.flip(OneDatabase.purpose({ sandbox }))
      }).pipe(Effect.provide(emptyStore))
    )
  }

  it.effect("D43a: a database that an older version has filled is no sandbox's, until that is asked for", () =>
    Effect.gen(function* () {
      yield* write(...inserting(yield* transactionWith()))
      const error = yield* Effect.flip(OneDatabase.purpose({ sandbox: true }))
      assert.deepStrictEqual(error, new OneDatabase.PurposeRefused({ was: "unknown" }))
      assert.strictEqual((yield* facts).size, 0)
      yield* OneDatabase.purpose({ sandbox: true, accept: ["other-purpose"] })
      yield* OneDatabase.purpose({ sandbox: true })
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: a database that an older version has filled is one in which money moves without a word", () =>
    Effect.gen(function* () {
      yield* write(...inserting(yield* transactionWith()))
      yield* OneDatabase.purpose({ sandbox: false })
      yield* Effect.flip(OneDatabase.purpose({ sandbox: true }))
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: of two first starts at once, one of each kind, one is refused", () =>
    Effect.gen(function* () {
      const exits = yield* Effect.all(
        [true, false].map((sandbox) => Effect.exit(OneDatabase.purpose({ sandbox }))),
        { concurrency: 2 }
      )
      assert.strictEqual(exits.filter(({ _tag }) => _tag === "Success").length, 1)
    }).pipe(Effect.provide(emptyStore))
  )
})

describeOnStores("The keys of a database", () => {
  it.effect("D43a: another key under a known name is refused by that name, and so is another stamp key", () =>
    Effect.gen(function* () {
      yield* keysOf(ring({ k1: 1 }))
      yield* keysOf(ring({ k1: 1 }))
      assert.deepStrictEqual(yield* faultOf(keysOf(ring({ k1: 2 }))), ["key-changed", "keys", "k1"])
      assert.deepStrictEqual(yield* faultOf(keysOf(ring({ k1: 1 }, 98))), ["key-changed", "stamp", undefined])
      // Nothing of what was refused is remembered.
      yield* keysOf(ring({ k1: 1 }))
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: a key that rotation adds is known from then on, and the old one may be left out", () =>
    Effect.gen(function* () {
      yield* keysOf(ring({ k1: 1 }))
      yield* keysOf(ring({ k2: 2, k1: 1 }))
      yield* keysOf(ring({ k2: 2 }))
      assert.deepStrictEqual(yield* faultOf(keysOf(ring({ k2: 3 }))), ["key-changed", "keys", "k2"])
      assert.deepStrictEqual(yield* faultOf(keysOf(ring({ k1: 3, k2: 2 }))), ["key-changed", "keys", "k1"])
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: a database that knows no key yet tries the ring on a card that it has", () =>
    Effect.gen(function* () {
      const card = yield* cardWith()
      const number = yield* Effect.flatMap(CardVault, ({ seal }) =>
        seal(card.shop, card.token, { digits: Redacted.make("4200000000000000") } as never)
      ).pipe(Effect.provide(vaultOf(ring({ k1: 1 }))))
      yield* write({ _tag: "InsertCard", card: { ...card, number } })
      assert.deepStrictEqual(yield* faultOf(keysOf(ring({ k1: 2 }))), ["key-changed", "keys", "k1"])
      assert.strictEqual((yield* facts).size, 0)
      yield* keysOf(ring({ k1: 1 }))
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: other keys are taken where that is asked for, and are the known ones then", () =>
    Effect.gen(function* () {
      yield* keysOf(ring({ k1: 1 }))
      yield* keysOf(ring({ k1: 2 }, 98), ["other-keys"])
      yield* keysOf(ring({ k1: 2 }, 98))
      assert.deepStrictEqual(yield* faultOf(keysOf(ring({ k1: 1 }))), ["key-changed", "keys", "k1"])
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: who asks beforehand is refused the same, and nothing is kept of it", () =>
    Effect.gen(function* () {
      const beforehand = (text: string) =>
        OneDatabase.beforehand(Effect.provide(OneDatabase.claim({ sandbox: true }), vaultOf(text)))
      yield* beforehand(ring({ k1: 1 }))
      assert.strictEqual((yield* facts).size, 0)
      yield* Effect.provide(OneDatabase.claim({ sandbox: false }), vaultOf(ring({ k1: 1 })))
      assert.deepStrictEqual(
        yield* Effect.flip(beforehand(ring({ k1: 1 }))),
        new OneDatabase.PurposeRefused({ was: "real" })
      )
      const other = OneDatabase.beforehand(keysOf(ring({ k1: 2 })))
      assert.deepStrictEqual(yield* faultOf(other), ["key-changed", "keys", "k1"])
      yield* keysOf(ring({ k1: 1 }))
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: what is kept of a key is not the key, nor a part of it", () =>
    Effect.gen(function* () {
      yield* keysOf(ring({ k1: 1 }))
      const rows = JSON.stringify(yield* run(execute("SELECT name, value FROM florin_database_facts")))
      assert.include(rows, "key k1")
      for (const form of ["base64", "hex"] as const) assert.notInclude(rows, Buffer.alloc(6, 1).toString(form))
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: are not asked for of a source that has no ring", () =>
    Effect.gen(function* () {
      const provider = KeyProvider.KeyProvider.of({ ring: Effect.fail({} as never), reload: Effect.void })
      const layer = Layer.provideMerge(Vault.layer, Layer.succeed(KeyProvider.KeyProvider, provider))
      yield* Effect.provide(OneDatabase.keys(), layer)
      assert.strictEqual((yield* facts).size, 0)
    }).pipe(Effect.provide(emptyStore))
  )
})

type Listener = "transaction" | "checkout" | "subscription" | "entitlements"

interface Process {
  readonly listens?: ReadonlyArray<Listener>
  readonly mail?: boolean
  readonly threeDSecureServers?: ReadonlyArray<string>
  readonly acquirers?: ReadonlyArray<number>
  readonly shops?: Served
  readonly accept?: ReadonlyArray<OneDatabase.Accepted>
  readonly dueWork?: boolean
}

/** Whether a process does due work, and what it says. */
const start = ({
  acquirers = [1],
  listens = [],
  mail = false,
  shops = "any",
  threeDSecureServers = [],
  ...options
}: Process) =>
  Effect.gen(function* () {
    const listenersOf = (name: Listener) => (listens.includes(name) ? [() => Effect.void] : [])
    const reply: Array<string> = []
    const logger = Logger.make(({ message }) => void reply.push(String(message)))
    const work = yield* OneDatabase.dueWork({ ...options, shops }).pipe(
      Effect.provideService(CommitListeners, listenersOf("transaction")),
      Effect.provideService(CheckoutListeners, listenersOf("checkout")),
      Effect.provideService(SubscriptionListeners, listenersOf("subscription")),
      Effect.provideService(EntitlementListeners, listenersOf("entitlements")),
      Effect.provideService(Mailer, mail ? ({} as MailService) : undefined),
      Effect.provideService(
        ThreeDSecureServers,
        threeDSecureServers.map((name) => ({ name }) as ThreeDSecureServer)
      ),
      Effect.provideService(
        Acquirers,
        acquirers.map((gatewayId) => ({ gatewayId }) as AcquirerService)
      ),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger))
    )
    const works = Context.get(work, OneDatabase.DueWork)
    return { works, reply: reply.join(), leavesMails: Context.get(work, MailsElsewhere) }
  })

const whole: Process = {
  listens: ["transaction", "checkout", "subscription", "entitlements"],
  mail: true,
  threeDSecureServers: ["MPI"]
}

describeOnStores("The workers of a database", () => {
  it.effect.each<readonly [sentence: string, worker: Process, other: Process, lacks: string | undefined]>([
    ["a process like them", whole, whole, undefined],
    ["a script without their listener", { listens: ["transaction"] }, {}, "onCommit.transaction"],
    [
      "a process with a listener of other changes",
      { listens: ["transaction", "checkout"] },
      { listens: ["transaction", "subscription"] },
      "onCommit.checkout"
    ],
    [
      "a script without any of their listeners",
      { listens: ["subscription", "entitlements"] },
      {},
      "onCommit.subscription; onCommit.entitlements"
    ],
    ["a process without one of their acquirers", { acquirers: [1, 2] }, { acquirers: [1] }, "acquirers 2"],
    ["a process without their 3-D Secure", { threeDSecureServers: ["MPI"] }, {}, "threeDSecureServers MPI"],
    ["a process that has more", {}, { ...whole, acquirers: [1, 2] }, undefined],
    ["a process that is how they are from now on", whole, { accept: ["other-workers"] }, undefined]
  ])("D43a: take or leave due work: %s", ([, worker, other, lacks]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* start(worker), { works: true, reply: "", leavesMails: false })
      const { reply, works } = yield* start(other)
      assert.strictEqual(works, lacks === undefined)
      if (lacks === undefined) assert.strictEqual(reply, "")
      else assert.include(reply, `lacks what the workers of this database have: ${lacks}.`)
      // One that lacks something changes nothing for the others.
      if (lacks !== undefined)
        assert.deepStrictEqual(yield* start(worker), { works: true, reply: "", leavesMails: false })
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect.each<readonly [sentence: string, worker: Served, other: Served, foreign: string | undefined]>([
    ["the same shops", [a, b], [b, a], undefined],
    ["more shops", [a], [a, b], undefined],
    ["fewer", [a, b], [a], "shops b"],
    ["others", [a], [b], "shops a"],
    ["many fewer", Array.from({ length: 12 }, (_, index) => ShopId.make(`s${10 + index}`)), [a], "s18, s19 and 2 more"],
    ["those in the database", [a], "stored", "shops a"],
    ["other shops than those in the database", "stored", [a], "shops c"],
    ["shops that it looks up", [a], "any", undefined]
  ])("D43a: a worker with %s does the work of its shops, and says whose it leaves", ([, worker, other, foreign]) =>
    Effect.gen(function* () {
      const { insert } = yield* ShopRecords
      const createdAt = yield* DateTime.now
      yield* run(insert({ id: ShopId.make("c"), secretHash: "", document: "{}", openKey: null, createdAt }))
      assert.deepStrictEqual(yield* start({ shops: worker }), { works: true, reply: "", leavesMails: false })
      const { reply, works } = yield* start({ shops: other })
      assert.isTrue(works)
      if (foreign === undefined) assert.strictEqual(reply, "")
      else assert.include(reply, `${foreign}.`)
      // What is meant is not said again.
      assert.deepStrictEqual(yield* start({ shops: other, accept: ["other-workers"] }), {
        works: true,
        reply: "",
        leavesMails: false
      })
      assert.deepStrictEqual(yield* start({ shops: other }), { works: true, reply: "", leavesMails: false })
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: a worker without a mailer does due work, and leaves mails to those that have one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* start({ mail: true }), { works: true, reply: "", leavesMails: false })
      for (let time = 0; time < 2; time++) {
        const { reply, ...others } = yield* start({})
        assert.deepStrictEqual(others, { works: true, leavesMails: true })
        assert.include(reply, "leaves mails that are due")
      }
      assert.deepStrictEqual(yield* start({ accept: ["other-workers"] }), {
        works: true,
        reply: "",
        leavesMails: false
      })
      assert.deepStrictEqual(yield* start({}), { works: true, reply: "", leavesMails: false })
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: workers that share the shops of a database between them are told of each other", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* start({ shops: [a] })).reply, "")
      assert.include((yield* start({ shops: [b] })).reply, "shops a.")
      assert.include((yield* start({ shops: [a] })).reply, "shops b.")
      assert.strictEqual((yield* start({ shops: [b, a] })).reply, "")
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D43a: a script that says so does no due work, and changes nothing for those that do", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* start({ dueWork: false, listens: ["transaction"] }), {
        works: false,
        reply: "",
        leavesMails: false
      })
      assert.strictEqual((yield* facts).size, 0)
      assert.deepStrictEqual(yield* start({}), { works: true, reply: "", leavesMails: false })
    }).pipe(Effect.provide(emptyStore))
  )
})
