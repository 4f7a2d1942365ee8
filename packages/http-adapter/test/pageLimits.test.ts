import type { FieldError } from "@florin/core/request/InvalidRequest"
import * as FieldErrors from "@florin/wire/FieldErrors"
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"

const { listNotifications, listPlans } = table

const decoders = {
  plans: FieldErrors.decoder(Schema.Struct(listPlans.query!)),
  operators: FieldErrors.decoder(Schema.Struct(operatorTable.listProofs.query!)),
  notifications: FieldErrors.decoder(Schema.Struct(listNotifications.query!))
}

const refusalOf = (name: keyof typeof decoders, limit: unknown): string | undefined => {
  const decoded = Effect.runSync(Effect.either<unknown, ReadonlyArray<FieldError>, never>(decoders[name]({ limit })))
  return decoded._tag === "Left" ? decoded.left[0]?.sentence : undefined
}

describe("the limit of a list", () => {
  it.each([
    { name: "plans", limit: "1" },
    { name: "plans", limit: "1000" },
    { name: "operators", limit: "100" },
    { name: "notifications", limit: "1000" },
    { name: "notifications", limit: undefined }
  ] as const)("of $name may be $limit", ({ limit, name }) => {
    assert.isUndefined(refusalOf(name, limit))
  })

  it.each([
    { name: "plans", limit: "0", most: 1000 },
    { name: "plans", limit: "1001", most: 1000 },
    { name: "plans", limit: "10000", most: 1000 },
    { name: "plans", limit: "ten", most: 1000 },
    { name: "operators", limit: "101", most: 100 },
    { name: "notifications", limit: "0", most: 1000 },
    { name: "notifications", limit: "1001", most: 1000 }
  ] as const)("of $name may not be $limit: the refusal says which numbers are (D4)", ({ limit, most, name }) => {
    assert.strictEqual(refusalOf(name, limit), `must be a whole number from 1 to ${most}`)
  })

  it("that is there twice is refused with the same numbers (D4)", () => {
    const sentence = "is invalid: expected a whole number from 1 to 1000, got an array"
    for (const name of ["plans", "notifications"] as const) assert.strictEqual(refusalOf(name, ["1", "2"]), sentence)
  })
})
