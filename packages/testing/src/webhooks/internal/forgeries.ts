/** Nothing happens because of what Florin has not signed just now, and all that it has signed is taken. */
import * as Effect from "effect/Effect"
import type { Changes, Notice } from "../ReceiverKit.js"
import { type Add, acknowledged, assertEffects, refused } from "./underTest.js"

/** Of nobody. */
const otherSecret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`

const minute = 60_000

const forged: ReadonlyArray<{
  readonly name: string
  readonly changes: (now: number, notice: Notice) => Changes
}> = [
  { name: "that another secret has signed", changes: () => ({ secrets: [otherSecret] }) },
  { name: "without a signature", changes: () => ({ headers: { "webhook-signature": undefined } }) },
  { name: "with an empty signature", changes: () => ({ headers: { "webhook-signature": "" } }) },
  {
    name: "whose body was changed",
    changes: (_, { document }) => ({ body: JSON.stringify(document).replace("1995", "1") })
  },
  { name: "whose id was changed", changes: (_, { id }) => ({ headers: { "webhook-id": `${id}0` } }) },
  {
    name: "whose sequence was changed in its id",
    changes: (_, { id, sequence }) => ({ headers: { "webhook-id": `${id}_${sequence + 900}` } })
  },
  {
    name: "whose time was changed",
    changes: (now) => ({
      signedAt: now - 10 * minute,
      headers: { "webhook-timestamp": String(Math.floor(now / 1000)) }
    })
  },
  { name: "that was signed six minutes ago", changes: (now) => ({ signedAt: now - 6 * minute }) },
  { name: "that was signed six minutes ahead", changes: (now) => ({ signedAt: now + 6 * minute }) }
]

const refusals = (check: Add): void => {
  for (const { changes, name } of forged) {
    check(`refuses a message ${name}, and does not act`, (world) =>
      Effect.gen(function* () {
        const payment = yield* world.newSubject()
        const notice = yield* payment.reported(2)
        yield* refused(world, notice, changes(world.now, notice))
        yield* assertEffects(world, payment, 0)
      })
    )
  }

  check("acts on an event of which a forgery was refused before", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      const notice = yield* payment.reported(2)
      yield* world.send(notice, { secrets: [otherSecret] })
      yield* acknowledged(world, notice)
      yield* assertEffects(world, payment, 1)
    })
  )

  check("refuses a signed text that is no JSON", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      yield* refused(world, yield* payment.reported(2, "successful", () => "<html>"))
    })
  )
}

const taken: ReadonlyArray<{ readonly name: string; readonly changes: (now: number, secret: string) => Changes }> = [
  { name: "that was signed four minutes ago", changes: (now) => ({ signedAt: now - 4 * minute }) },
  { name: "that was signed four minutes ahead", changes: (now) => ({ signedAt: now + 4 * minute }) },
  { name: "whose first signature fits, of two", changes: (_, secret) => ({ secrets: [secret, otherSecret] }) },
  { name: "whose second signature fits, of two", changes: (_, secret) => ({ secrets: [otherSecret, secret] }) }
]

const unknown = (document: object): object => ({
  ...document,
  transaction: { ...(document as { readonly transaction?: object }).transaction, member_of_later: { at: null } },
  version_of_later: 3
})

const later = { dispute: { id: "dsp_1", opened_at: "2040-01-01T00:00:00.000Z" } }

const acceptances = (check: Add): void => {
  for (const { changes, name } of taken) {
    check(`acts on a message ${name}`, (world) =>
      Effect.gen(function* () {
        const payment = yield* world.newSubject()
        yield* acknowledged(world, yield* payment.reported(2), changes(world.now, world.secret))
        yield* assertEffects(world, payment, 1)
      })
    )
  }

  check("acts on an event with members that it does not know", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      yield* acknowledged(world, yield* payment.reported(2, "successful", unknown))
      yield* assertEffects(world, payment, 1)
    })
  )

  check("acknowledges an event that it does not know", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      yield* acknowledged(world, yield* payment.reported(2, "successful", () => later))
    })
  )
}

export const forgeries = (check: Add): void => {
  refusals(check)
  acceptances(check)
}
