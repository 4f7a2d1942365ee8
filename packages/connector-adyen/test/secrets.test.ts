import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { it } from "@effect/vitest"
import { recording, secretsIn } from "@florin/testing/parties/Recording"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import * as Redacted from "effect/Redacted"
import { assert, describe } from "vitest"
import type { Manner } from "../src/testing/AdyenFake.js"
import { card, challenged, charge, child, open, referenceOf } from "./internal/shop.js"

const number = "5555444433331111"
const securityCode = "737"
const apiKey = "AQEyhmfxK-canary-of-the-api-key"
const hmacKey = "C0FFEE".repeat(10) + "C0DE"
const stored = "M5N7TQ4TG5PFWR50"

/** Everything that a secret could be written as. */
const forms = (secret: string): ReadonlyArray<string> => [
  secret,
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  Buffer.from(secret).toString("hex")
]

const canaries = [number, securityCode, apiKey, hmacKey, stored].flatMap(forms)

const manners: ReadonlyArray<Manner> = [
  {},
  { way: "request-lost" },
  { way: "answer-lost" },
  { way: "html" },
  { way: "html-as-success" }
]

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe("D57 nothing that is secret at Adyen is written anywhere", () => {
  it.live("no number, key or token is in a log, a span, an answer or what is told", () => {
    const lines: Array<string> = []
    const layer = recording(lines)
    return Effect.gen(function* () {
      for (const manner of manners) {
        const shop = yield* open({ apiKey, hmacKey, dial: () => manner })
        const { acquirer, fake, outcomes } = shop
        const paid = yield* charge("authorization", card(number, { securityCode: Redacted.make(securityCode) }))
        const answer = yield* acquirer.perform(paid)
        const token = { provider: "adyen", value: Redacted.make(stored), customer: "shopper-1" }
        const answers = [
          answer,
          yield* acquirer.perform(yield* child("Capture", paid, referenceOf(answer))),
          yield* acquirer.perform({ ...(yield* charge("payment")), source: "token", token }),
          yield* acquirer.perform(yield* charge("payment", challenged)),
          yield* acquirer.perform(yield* charge("payment", card("5555444433331112")))
        ]
        yield* fake.tellAgain
        lines.push(Inspectable.toStringUnknown(answers), Inspectable.toStringUnknown(outcomes))
        lines.push(...(yield* fake.notifications).map(({ body }) => body))
        yield* Effect.annotateLogs(Effect.logInfo("The acquirer"), { acquirer: Inspectable.toStringUnknown(acquirer) })
      }
      const text = lines.join("\n")
      assert.isAbove(lines.length, 20)
      assert.deepStrictEqual(secretsIn(text, canaries), [])
    }).pipe(Effect.scoped, Effect.provide(layer))
  })

  // Adyen's public test cards and the key of its documentation are no secrets.
  it("no fixture has a key of an account", () => {
    for (const path of [...filesIn(join(import.meta.dirname, "../src")), ...filesIn(import.meta.dirname)]) {
      assert.notMatch(readFileSync(path, "utf8"), /AQE[a-z]hm[A-Za-z0-9+/]{60,}/, path)
    }
  })
})
