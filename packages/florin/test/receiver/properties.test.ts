import { setImmediate } from "node:timers/promises"
import * as FastCheck from "effect/FastCheck"
import { receiver, seenInMemory, type WebhookEvent } from "florin/receiver"
import { assert, describe, it } from "vitest"
import { message, now, payment, secret } from "./internal/signing.js"

/** What comes: in groups at once, some of which fail while the host acts. */
const delivery = FastCheck.record({
  uid: FastCheck.constantFrom("a", "b"),
  sequence: FastCheck.integer({ min: 1, max: 12 }),
  fails: FastCheck.boolean(),
  /** How long the host acts, in turns of the event loop. */
  turns: FastCheck.integer({ min: 0, max: 3 })
})
const deliveries = FastCheck.array(FastCheck.array(delivery, { minLength: 1, maxLength: 4 }), { maxLength: 12 })

const requestOf = (uid: string, sequence: number): Request => {
  const { body, headers } = message({ id: `msg_${uid}${sequence}`, sequence, document: payment({ uid }) })
  return new Request("https://shop.example/webhooks", { method: "POST", headers, body })
}

describe("a receiver (D34)", () => {
  it("acts on the newest of what it acknowledged at last, on each state once and on none after a newer one", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(deliveries, async (groups) => {
        const failing = new Set<string>()
        const turns = new Map<string, number>()
        const acted: Array<WebhookEvent> = []
        const answer = receiver({
          secrets: secret,
          seen: seenInMemory(),
          now: () => now,
          handle: async (event) => {
            for (let turn = turns.get(event.id) ?? 0; turn > 0; turn--) await setImmediate()
            if (failing.has(event.id)) throw new Error("away")
            acted.push(event)
          }
        })
        const acknowledged = new Map<string, number>()
        for (const group of groups) {
          failing.clear()
          for (const one of group) {
            const id = `msg_${one.uid}${one.sequence}`
            if (one.fails) failing.add(id)
            turns.set(id, one.turns)
          }
          const sent = group.map(async ({ sequence, uid }) => {
            const response = await answer(requestOf(uid, sequence)).catch(() => undefined)
            if (response?.status === 204) acknowledged.set(uid, Math.max(acknowledged.get(uid) ?? 0, sequence))
          })
          await Promise.all(sent)
        }
        for (const uid of ["a", "b"]) {
          const sequences = acted.filter(({ subject }) => subject === uid).map(({ sequence }) => sequence)
          assert.deepStrictEqual(
            sequences,
            [...new Set(sequences)].sort((left, right) => left - right)
          )
          assert.strictEqual(sequences.at(-1), acknowledged.get(uid))
        }
      }),
      { numRuns: 200 }
    ))
})
