import { readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { newTransactionUid } from "@florin/core/ids/Ids"
import { DocumentStore } from "@florin/core/transfers/DocumentStore"
import { DocumentVault } from "@florin/core/transfers/DocumentVault"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { documentWith, execute, insertTransaction, run, shop, write } from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { temporaryFile } from "./internal/files.js"
import { vault } from "./internal/upgraded.js"

const canary = "Jane Doe paid 40817810099910004312"

/** The canary in every form in which bytes are written as text, at each place among the three of base64. */
const forms = [
  canary,
  Buffer.from(canary).toString("hex"),
  ...["", "a", "ab"].map((before) =>
    Buffer.from(before + canary)
      .toString("base64")
      .slice(4, -4)
  )
]

const filesBeside = (filename: string) =>
  readdirSync(dirname(filename)).map((name) => [name, readFileSync(join(dirname(filename), name))] as const)

const found = (filename: string, forms: ReadonlyArray<string>) =>
  filesBeside(filename).flatMap(([name, bytes]) => forms.filter((form) => bytes.includes(form)).map(() => name))

// Source: reliability, "Vault".
describe("a document on disk", () => {
  it.scoped("is readable in no file, whatever its size, and its name is", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const { open, seal } = yield* DocumentVault
      const writeAll = Effect.gen(function* () {
        for (const repeats of [1, 10_000]) {
          const proof = yield* newTransactionUid
          const content = Buffer.from(canary.repeat(repeats))
          const sealed = yield* seal(shop, proof, content)
          yield* write({
            _tag: "InsertDocument",
            document: yield* documentWith({ proof, sealed, fileName: "jane.pdf" })
          })
          const stored = Option.getOrThrow(yield* Effect.flatMap(DocumentStore, (_) => _.find(shop, proof)))
          assert.isTrue(content.equals(yield* open(shop, proof, stored.sealed)))
        }
        assert.deepStrictEqual(found(filename, forms), [], "while the store is open")
        assert.isNotEmpty(found(filename, ["jane.pdf"]), "the search finds what is there")
      })
      yield* Effect.provide(writeAll, SqliteStore.layer({ filename }))
      assert.deepStrictEqual(found(filename, forms), [], "after it was closed")
    }).pipe(Effect.provide(vault))
  )

  it.scoped("is copied from the log at once, and everything else as before: when the log is long enough", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const size = () => statSync(filename).size
      const bytes = (length: number) =>
        run(execute("INSERT INTO host_bytes (content) VALUES (?)", new Uint8Array(length).fill(7)))
      yield* Effect.gen(function* () {
        yield* run(execute("CREATE TABLE host_bytes (content BLOB NOT NULL)"))
        yield* bytes(1_000_000)
        assert.isBelow(size(), 1_000_000, "the log is short")
        const sealed = { keyId: "k1", wrapped: "wrapped", content: new Uint8Array(500_000).fill(9) }
        yield* write({ _tag: "InsertDocument", document: yield* documentWith({ sealed }) })
        yield* insertTransaction()
        const copied = size()
        assert.isAbove(copied, 1_500_000, "after a document")
        yield* bytes(1_000_000)
        assert.strictEqual(size(), copied, "the log is short again")
        yield* bytes(17_000_000)
        assert.isAbove(size(), 18_000_000, "the log is long")
      }).pipe(Effect.provide(SqliteStore.layer({ filename })))
    })
  )
})
