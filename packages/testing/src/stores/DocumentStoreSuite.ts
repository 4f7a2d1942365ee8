/** The contract of a store of documents, as tests that every store runs. */

import { decided } from "@florin/core/commits/Commit"
import type { Write } from "@florin/core/commits/Write"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import { DocumentStore, type StoredDocument } from "@florin/core/transfers/DocumentStore"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import {
  assertStorageError,
  atOnce,
  documentWith,
  execute,
  inserting,
  insertTransaction,
  isCommitted,
  onFreshStore,
  otherShop,
  perform,
  run,
  type StoreLayer,
  type StoreTest,
  shop,
  transactionWith,
  transferWith,
  write
} from "./StoreUnderTest.js"

const insertDocument = Effect.fnUntraced(function* (changes: Partial<StoredDocument> = {}) {
  const document = yield* documentWith(changes)
  yield* write({ _tag: "InsertDocument", document })
  return document
})

const find = (document: Pick<StoredDocument, "shop" | "proof">) =>
  Effect.flatMap(DocumentStore, (store) => store.find(document.shop, document.proof))

const assertFound = (document: StoredDocument) =>
  Effect.map(find(document), (found) => {
    const { sealed, ...others } = Option.getOrThrow(found)
    const { sealed: written, ...expected } = document
    assert.deepStrictEqual(others, expected)
    assert.deepStrictEqual([sealed.keyId, sealed.wrapped], [written.keyId, written.wrapped])
    assert.isTrue(Buffer.from(written.content).equals(sealed.content), "the content is as it was written")
  })

/** Every byte follows from its place, and no piece is like another. */
const contentOf = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + (index >>> 8) * 7 + (index >>> 16)) % 256)

const sealedAs = (content: Uint8Array) => ({ keyId: "key-1", wrapped: "wrapped", content })

/** Sizes of sealed contents: an empty document, around a piece, and the greatest document. */
const lengths = [28, 29, 262_143, 262_144, 262_145, 524_288, 5_242_908]

const rows = (test: StoreTest): void => {
  for (const length of lengths) {
    test(`a document whose sealed content has ${length} bytes reads as it was written`, () =>
      Effect.gen(function* () {
        yield* assertFound(yield* insertDocument({ sealed: sealedAs(contentOf(length)), size: length - 28 }))
      }))
  }

  test("a content that is a part of other memory is stored without the rest", () =>
    Effect.gen(function* () {
      const content = contentOf(300_000).subarray(1000, 280_000)
      yield* assertFound(yield* insertDocument({ sealed: sealedAs(content) }))
    }))

  test("every value of a byte is stored, and a file name in any script", () =>
    Effect.gen(function* () {
      const content = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      yield* assertFound(yield* insertDocument({ sealed: sealedAs(content), fileName: "чек '1\\'; --.pdf" }))
    }))

  test("a document is found for its shop and proof only", () =>
    Effect.gen(function* () {
      const document = yield* insertDocument()
      assert.isNone(yield* find({ ...document, shop: otherShop }))
      assert.isNone(yield* find(yield* documentWith()))
      const others = yield* insertDocument({ ...document, shop: otherShop, fileName: "theirs.pdf" })
      yield* assertFound(document)
      yield* assertFound(others)
    }))

  test("a proof has one document, and the second takes the commit that it came with back", () =>
    Effect.gen(function* () {
      const document = yield* insertDocument()
      const transaction = yield* transactionWith()
      const second = { ...document, sealed: sealedAs(contentOf(600_000)) }
      const writes = [...inserting(transaction), { _tag: "InsertDocument", document: second } as const]
      yield* assertStorageError("constraint", write(...writes))
      assert.isFalse(yield* isCommitted(transaction))
      yield* assertFound(document)
    }))
}

const company = (test: StoreTest): void => {
  test("what a proof brings is committed with it or not at all: its document, its place in the list, a mark", () =>
    Effect.gen(function* () {
      const { evidence, proofs } = yield* OperatorStore
      const payment = yield* transferWith({ status: "failed" })
      yield* write(...inserting(payment))
      for (const isWhole of [false, true]) {
        const proof = yield* transferWith({ type: "proof", parentUid: payment.uid })
        const document = yield* documentWith({ proof: proof.uid, sealed: sealedAs(contentOf(300_000)) })
        const writes: ReadonlyArray<Write> = [
          ...inserting(proof),
          { _tag: "InsertDocument", document },
          { _tag: "KeepEvidence", shop, uid: payment.uid, at: 1 }
        ]
        yield* Effect.exit(write(...writes, ...(isWhole ? [] : inserting(payment))))
        assert.strictEqual(yield* isCommitted(proof), isWhole)
        assert.strictEqual(Option.isSome(yield* find(document)), isWhole)
        const waiting = (yield* proofs({ limit: 10 })).map((one) => one.proof)
        assert.deepStrictEqual([waiting, yield* evidence({ limit: 10 })], isWhole ? [[proof], [payment]] : [[], []])
      }
    }))

  test("documents that come at once, among cards, are each stored whole", () =>
    Effect.gen(function* () {
      const documents = yield* Effect.forEach([1, 2, 3, 4, 5, 6], (time) =>
        documentWith({ sealed: sealedAs(contentOf(time * 100_000)) })
      )
      const cards = yield* atOnce([
        ...documents.map((document) => Effect.as(write({ _tag: "InsertDocument", document }), undefined)),
        ...Array.from({ length: 20 }, () => insertTransaction())
      ])
      yield* Effect.forEach(documents, assertFound)
      for (const card of cards) assert.isTrue(card === undefined || (yield* isCommitted(card)))
    }))

  test(
    "a listener that fails takes a document back, and one that doesn't is committed with it",
    () =>
      Effect.gen(function* () {
        for (const amount of [100_000, 13]) {
          const proof = yield* transferWith({ type: "proof", amount: amount as never })
          const document = yield* documentWith({ proof: proof.uid, sealed: sealedAs(contentOf(300_000)) })
          const change = {
            transaction: proof,
            transition: { trigger: "Accepted", from: "none", to: "pending" }
          } as const
          const writes = [...inserting(proof), { _tag: "InsertDocument", document } as const]
          const exit = yield* Effect.exit(perform({}, () => decided(writes, undefined, { changes: [change] })))
          assert.strictEqual(Exit.isSuccess(exit), amount !== 13)
          assert.strictEqual(Option.isSome(yield* find(document)), amount !== 13)
        }
      }),
    { listeners: [({ transaction }) => (transaction.amount === 13 ? Effect.fail("no") : Effect.void)] }
  )

  test("a host stores bytes of its own in a unit of work, and reads a document in it", () =>
    Effect.gen(function* () {
      const document = yield* insertDocument({ sealed: sealedAs(contentOf(300_000)) })
      const copy = Effect.gen(function* () {
        const { sealed } = Option.getOrThrow(yield* find(document))
        yield* execute(
          "INSERT INTO florin_document_contents (shop_id, proof_uid, place, content) VALUES (?, ?, ?, ?)",
          ...["a host", document.proof, 0, sealed.content]
        )
        return yield* execute("SELECT content FROM florin_document_contents WHERE shop_id = ?", "a host")
      })
      const [row] = yield* run(copy)
      assert.isTrue(Buffer.from(document.sealed.content).equals(row!.content as Uint8Array))
    }))
}

const rotation = (test: StoreTest): void => {
  const sealedWith = (keyId: string) => ({ sealed: { keyId, wrapped: `under ${keyId}`, content: contentOf(300_000) } })

  test("documents that other keys wrap are listed without their content, of any shop, up to the limit", () =>
    Effect.gen(function* () {
      const store = yield* DocumentStore
      yield* insertDocument(sealedWith("key-2"))
      const older = yield* insertDocument(sealedWith("key-1"))
      const newer = yield* insertDocument({ ...sealedWith("key-3"), shop: otherShop })
      const listed = (limit: number) => run(store.notSealedWith("key-2", limit))
      const names = [older, newer].map(({ proof, sealed: { keyId, wrapped }, shop }) => ({
        shop,
        proof,
        sealed: { keyId, wrapped }
      }))
      assert.sameMembers(Array.from(yield* listed(10)), names)
      assert.strictEqual((yield* listed(1)).length, 1)
      assert.deepStrictEqual(yield* run(store.notSealedWith("key-9", 0)), [])
    }))

  test("a document whose key is wrapped anew keeps everything else and leaves the list", () =>
    Effect.gen(function* () {
      const store = yield* DocumentStore
      const document = yield* insertDocument(sealedWith("key-1"))
      yield* run(store.replaceSealed(otherShop, document.proof, { keyId: "key-9", wrapped: "not mine" }))
      yield* assertFound(document)
      const sealed = { keyId: "key-2", wrapped: "wrapped anew" }
      yield* run(store.replaceSealed(shop, document.proof, sealed))
      yield* assertFound({ ...document, sealed: { ...document.sealed, ...sealed } })
      assert.deepStrictEqual(yield* run(store.notSealedWith("key-2", 10)), [])
    }))

  test("what a unit wrapped anew is taken back with it", () =>
    Effect.gen(function* () {
      const store = yield* DocumentStore
      const document = yield* insertDocument(sealedWith("key-1"))
      const rewrap = store.replaceSealed(shop, document.proof, { keyId: "key-2", wrapped: "wrapped anew" })
      const listed = store.notSealedWith("key-2", 10)
      yield* Effect.exit(
        run(
          Effect.gen(function* () {
            yield* rewrap
            assert.deepStrictEqual(yield* listed, [], "the unit sees its own writes")
            return yield* Effect.fail("no")
          })
        )
      )
      yield* assertFound(document)
      assert.strictEqual((yield* run(listed)).length, 1)
    }))
}

/** Everything that is promised of documents. */
export const documentStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("the store of documents", () => {
    rows(test)
    company(test)
    rotation(test)
  })
}
