import { subjectOf } from "@florin/core/people/AuditEntry"
import { assert, describe, it } from "vitest"

describe("what may stand as the subject of an entry", () => {
  it.each<readonly [id: unknown, kept: boolean]>([
    ["01a21dc3-bba7-7710-8144-c5b1fc14197e", true],
    ["01234567-0123-7012-8012-012345678901", true],
    ["msg_01a21dc3-bba7-7710-8144-c5b1fc14197e_2", true],
    ["sbs_0123456789012345", true],
    ["4".repeat(64), true],
    ["anna", true],
    ["order-42", true],
    ["4200000000000000", false],
    ["order-4200000000000000", false],
    ["4200 0000 0000 0000", false],
    ["jane@example.com", false],
    ["Jane Doe", false],
    ["x".repeat(129), false],
    ["", false],
    [undefined, false],
    [{ number: "4200000000000000" }, false]
  ])("D75: %j: %s", (id, kept) => {
    assert.strictEqual(subjectOf(id), kept ? (id as string) : null)
  })
})
