/** What the simulated wallet answers. Source: D39. */
import { cardNumberRemovedFromReference } from "@florin/core/redaction/Redaction"
import { sessions } from "@florin/sandbox/SandboxWallet"
import { assert, describe, it } from "vitest"

describe("the token of a card that was saved", () => {
  it("D41: stays whole, also where the id of its charge has digits that read as a card number", () => {
    const uid = "019cadc6-9a80-7475-9284-5316a11346d9"
    assert.notStrictEqual(cardNumberRemovedFromReference(uid.replaceAll("-", "")), uid.replaceAll("-", ""))
    const answer = sessions.get("saved")!(uid)
    assert(answer?.status === "successful")
    assert.strictEqual(cardNumberRemovedFromReference(answer.token!), answer.token)
  })
})
