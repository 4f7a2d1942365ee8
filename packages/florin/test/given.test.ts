// What a call would drop of its arguments is refused, by every operation of the table. Source: D13.
import type * as Operation from "@florin/wire/operations/Operation"
import { operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"
import { givenOf } from "../src/faces/given.js"

type Row = Operation.Any

const rows = [table, operatorTable, sandboxTable].flatMap((some): ReadonlyArray<Row> => Object.values<Row>(some))

/** As many arguments as a call takes, none of which has a key. */
const whole = (row: Row): ReadonlyArray<unknown> => [
  ...(row.subject === undefined ? [] : ["an-id"]),
  ...(row.body === undefined && row.query === undefined ? [] : [{}]),
  ...(row.key === "none" || row.isKeyless === true ? [] : [{ idempotencyKey: "a-key" }])
]

const key = { idempotencyKey: "order-42" }

/** What the refusal is about: members by name, `whole` for the call as a whole, or nothing where there is none. */
const refusedIn = (row: Row, given: ReadonlyArray<unknown>): string | undefined =>
  Either.match(givenOf(row, given), {
    onLeft: ({ errors: [{ path }] }) => path.join(".") || "whole",
    onRight: () => undefined
  })

const named = rows.map((row) => [`${row.group} ${row.name}`, row] as const)

describe.each(named)("%s", (_, row) => {
  const given = whole(row)

  it("takes its own arguments, fewer, and undefined ones after them", () => {
    for (let count = 0; count <= given.length; count++) assert.isUndefined(refusedIn(row, given.slice(0, count)))
    assert.isUndefined(refusedIn(row, [...given, undefined, undefined]))
  })

  it("refuses one argument too many", () => {
    for (const one of [null, {}, [], 0.5, "", false]) assert.strictEqual(refusedIn(row, [...given, one]), "whole")
    assert.strictEqual(refusedIn(row, [...given, undefined, 1]), "whole")
  })

  it("D13: refuses a key in every place but the options", () => {
    const last = given.length - (row.key === "none" || row.isKeyless === true ? 0 : 1)
    for (let place = 0; place <= given.length + 1; place++) {
      if (place === last && last < given.length) continue
      const wrong = [...given, undefined, undefined].map((one, index) => (index === place ? key : one))
      assert.strictEqual(refusedIn(row, wrong), "idempotencyKey", `at ${place}`)
    }
    if (last > 0) {
      assert.strictEqual(
        refusedIn(
          row,
          given.map((one, at) => (at === last - 1 ? { idempotency_key: "a" } : one))
        ),
        "idempotency_key"
      )
    }
  })
})

describe("a call that is passed to `map` or `Effect.forEach`", () => {
  const ids = ["one", "two"]

  it("takes each element, where it takes nothing else", () => {
    for (const [index, id] of ids.entries()) {
      assert.isUndefined(refusedIn(table.find, [id, index, ids]))
      assert.isUndefined(refusedIn(table.find, [id, index]))
    }
  })

  it.each<[string, ReadonlyArray<unknown>]>([
    ["another array", ["one", 0, ["other"]]],
    ["another place", ["one", 1, ids]],
    ["a place that is no number", ["one", "0", ids]],
    ["half a place", ["one", 0.5]],
    ["one argument more", ["one", 0, ids, undefined, 1]]
  ])("refuses %s", (_, given) => {
    assert.strictEqual(refusedIn(table.find, given), "whole")
  })

  it("refuses what stands where it takes something else", () => {
    assert.strictEqual(refusedIn(table.note, ["one", 0, ids]), "whole")
  })
})

describe("the refusal of a key in another place", () => {
  const sentenceOf = (row: Row, ...given: ReadonlyArray<unknown>) =>
    Either.match(givenOf(row, given), { onLeft: ({ errors: [{ sentence }] }) => sentence, onRight: () => "none" })

  it.each<[Row, ReadonlyArray<unknown>, string]>([
    [table.pay, [key], "belongs into the options: the call takes request, options"],
    [table.pauseSubscription, ["id", {}, key], "belongs into the options: the call takes id, options"],
    [table.note, ["uid", {}, key], "is not taken by this call: the call takes uid, request"],
    [table.findByTrackingId, ["1", key], "is not taken by this call: the call takes trackingId"],
    [table.listSubscriptions, [{}, key], "is not taken by this call: the call takes query"],
    [sandboxTable.readClock, [key], "is not taken by this call: the call takes no arguments"],
    [table.pay, [{}, {}, {}], "The call takes request, options, and was passed more"]
  ])("%# says where it belongs", (row, given, sentence) => {
    assert.strictEqual(sentenceOf(row, ...given), sentence)
  })
})
