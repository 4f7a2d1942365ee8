// What a document says of a method is what its schema has. Each line that must not compile is one that the compiler is asked about.

import { documents, type StepDocument, type schemas } from "@florin/wire/TransferMethods"
import type * as Schema from "effect/Schema"
import { assert, describe, expectTypeOf, it } from "vitest"
import { unpaid } from "../src/internal/transferSamples.js"

const account = { mark: null, target_card: null, bank_type: null, expired_at: null }

// @ts-expect-error a member that no schema declares
const more: StepDocument<"account"> = { ...account, iban: "" }

// @ts-expect-error a member of the schema is missing
const fewer: StepDocument<"account"> = { mark: null, target_card: null, bank_type: null }

describe("the section of a method", () => {
  it("has its type, and what its step says", () => {
    expectTypeOf<Schema.Schema.Encoded<typeof schemas.sbp_data.from>>().toEqualTypeOf<
      { readonly type: "sbp_data" } & StepDocument<"account">
    >()
    expectTypeOf<Schema.Schema.Encoded<typeof schemas.sbp.from>>().toEqualTypeOf<{ readonly type: "sbp" }>()
    assert.hasAllKeys(more, [...Object.keys(documents.account.members(unpaid)), "iban"])
    assert.doesNotHaveAllKeys(fewer, Object.keys(documents.account.members(unpaid)))
  })
})
