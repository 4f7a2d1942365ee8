// What every row of the table of operations keeps.

import { Notifications } from "@florin/core/queries/Notifications"
import { Transactions } from "@florin/core/queries/Transactions"
import { type AnswerName, answers } from "@florin/wire/Answers"
import * as Notices from "@florin/wire/Notices"
import { notificationOperations } from "@florin/wire/operations/Notifications"
import * as Operation from "@florin/wire/operations/Operation"
import { groups, operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import type { Decoder } from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { notification } from "../src/internal/cardSamples.js"

const rows = Object.values<Operation.Any>({ ...table, ...operatorTable, ...sandboxTable })

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const shown = rows.filter(({ at, isHidden }) => at !== undefined && isHidden !== true)

const named = (some: ReadonlyArray<Operation.Any>) => some.map((row) => [row.id, row] as const)

describe("an operation", () => {
  it("has an id and a name of its own", () => {
    const unique = (values: ReadonlyArray<string>) => assert.strictEqual(new Set(values).size, values.length)
    unique(rows.flatMap(({ aliases, id }) => [id, ...Object.keys(aliases ?? {})]))
    unique(rows.map(({ name, permission }) => `${permission} ${name}`))
    unique(rows.flatMap(({ at }) => at ?? []))
  })

  it.each(named(rows))("%s is called by whom its group is for, and only reads where it takes no key", (_, row) => {
    const who = row.group === "operators" ? "operator" : row.group === "sandbox" ? "sandbox" : "shop"
    // Whoever has a capability is a guest of the shop's.
    const permission = row.permission === "capability" ? "shop" : row.permission
    assert.deepStrictEqual([permission, row.group in groups], [who, true])
    if (row.at !== undefined) assert.strictEqual(row.key === "none", row.at.startsWith("GET "))
  })

  it.each(named(shown))("%s is shown with an answer that is of its schema, with no member too many", (_, row) => {
    const { answer } = row.example?.() ?? { answer: null }
    const written = (name: AnswerName) => Schema.encodedSchema(answers[name] as Schema.Schema<unknown>)
    const is = Schema.is(written(row.answer), { onExcessProperty: "error" })
    assert.isTrue(is(plain(answer)))
    const { schema } = row.reply ?? {}
    if (schema !== undefined) assert.isTrue(Schema.is(written(schema))(plain(Operation.exampleOf(row).answer)))
  })

  it.each(named(shown.filter(({ body }) => body !== undefined)))(
    "%s is shown with a request that it takes",
    (_, row) => {
      const { request } = Operation.exampleOf(row)
      const decode = row.body!.decode as Decoder<unknown>
      const is = Schema.is(Schema.encodedSchema(row.body!.schema as Schema.Schema<unknown>), {
        onExcessProperty: "error"
      })
      assert.isTrue(Either.isRight(decode(request)), JSON.stringify(request))
      assert.deepStrictEqual(decode.unknownMembers(request), [])
      assert.isTrue(is(row.example?.().request))
    }
  )

  it("is made a command only where the command line has the services that it uses", () => {
    const { findNotification } = notificationOperations
    const { owner: _, ...others } = findNotification
    const row = { ...others, run: () => Effect.succeed(Notices.toDocument(notification)) }
    const made = Operation.read({ ...row, uses: Notifications, command: { words: "webhooks show", example: "" } })
    // @ts-expect-error The command line has no acquirers, and so no transactions: the command would die as it runs.
    Operation.read({ ...row, uses: Transactions, command: { words: "webhooks show", example: "" } })
    // Written by hand, a command brings what it needs.
    Operation.read({ ...row, uses: Transactions, command: "webhooks show" })
    assert.strictEqual(made.key, "none")
  })
})
