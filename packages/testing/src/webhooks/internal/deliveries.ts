/** One effect per event, whatever comes twice, late or in another order. */
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { type Add, acknowledged, adding, assertEffects, isAcknowledged } from "./underTest.js"

const days = 86_400_000

const repeats = (check: Add): void => {
  check("acts once on an event, and acknowledges it", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      yield* acknowledged(world, yield* payment.reported(2))
      yield* assertEffects(world, payment, 1)
    })
  )

  check("acts once on an event that comes five times, signed anew each time, and acknowledges each", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      const notice = yield* payment.reported(2)
      for (const second of [4, 3, 2, 1, 0]) {
        yield* acknowledged(world, notice, { signedAt: world.now - second * 1000 })
      }
      yield* assertEffects(world, payment, 1)
    })
  )

  check("acts once on an event that comes ten times at once", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      const notice = yield* payment.reported(2)
      const sendings = Array.from({ length: 10 }, () => world.send(notice))
      const answers = yield* Effect.all(sendings, { concurrency: "unbounded" })
      assert.isTrue(answers.some(isAcknowledged), `answered ${answers}`)
      yield* assertEffects(world, payment, 1)
    })
  )

  check("acts on an event that was three days on its way", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject(world.now - 3 * days)
      yield* acknowledged(world, yield* payment.reported(2))
      yield* assertEffects(world, payment, 1)
    })
  )
}

const orders = (check: Add): void => {
  check("acts on a newer state of a transaction", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      yield* acknowledged(world, yield* payment.reported(1, "pending"))
      yield* adding(world, payment, 1, acknowledged(world, yield* payment.reported(2)))
    })
  )

  check("acknowledges an older state that comes after a newer one, and does not act on it", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      const older = yield* payment.reported(1, "pending")
      yield* acknowledged(world, yield* payment.reported(2))
      yield* acknowledged(world, older)
      yield* assertEffects(world, payment, 1)
    })
  )

  check("does not let a message that is repeated with a higher Florin-Sequence outrank what follows", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      const older = yield* payment.reported(1, "pending")
      yield* acknowledged(world, older)
      yield* adding(world, payment, 0, world.send(older, { headers: { "florin-sequence": "999" } }))
      yield* adding(world, payment, 1, acknowledged(world, yield* payment.reported(2)))
    })
  )

  check("counts sequences, and does not compare them as texts", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      yield* acknowledged(world, yield* payment.reported(9, "pending"))
      yield* adding(world, payment, 1, acknowledged(world, yield* payment.reported(10)))
    })
  )

  check("keeps the orders of two transactions apart", (world) =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([world.newSubject(), world.newSubject()])
      yield* acknowledged(world, yield* one.reported(5))
      yield* acknowledged(world, yield* other.reported(2))
      yield* assertEffects(world, one, 1)
      yield* assertEffects(world, other, 1)
    })
  )
}

const failures = (check: Add): void => {
  check("answers 5xx when it fails itself, and acts once when the event comes again", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      const notice = yield* payment.reported(2)
      yield* world.failNext
      const status = yield* world.send(notice)
      assert.isAtLeast(status, 500)
      yield* acknowledged(world, notice)
      yield* acknowledged(world, notice)
      yield* assertEffects(world, payment, 1)
    })
  )

  check("does not act on what it failed at once a newer state has come", (world) =>
    Effect.gen(function* () {
      const payment = yield* world.newSubject()
      const older = yield* payment.reported(1, "pending")
      const newer = yield* payment.reported(2)
      yield* world.failNext
      yield* world.send(older)
      // A host that does nothing about the older one fails now.
      if (!isAcknowledged(yield* world.send(newer))) yield* acknowledged(world, newer)
      yield* adding(world, payment, 0, acknowledged(world, older))
    })
  )
}

export const deliveries = (check: Add): void => {
  repeats(check)
  orders(check)
  failures(check)
}
