/** The gateway with everything simulated: the sandbox's acquirer, its ledger and its clock. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { StorageError } from "@florin/core/store/StorageError"
import { SandboxRoutes } from "@florin/http-adapter/SandboxRoutes"
import { SandboxAcquirer } from "@florin/sandbox/SandboxAcquirer"
import { SandboxControls } from "@florin/sandbox/SandboxControls"
import { Scheduler } from "@florin/scheduler/Scheduler"
import type { Settings } from "@florin/webhook-dispatcher/WebhookSettings"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * How webhooks go in a sandbox: `http` and this machine are allowed (D35), and signatures are dated by the real time,
 * because receivers refuse what is minutes old.
 */
export const webhooks: Partial<Settings> = {
  allowHttp: true,
  allowLoopback: true,
  signatureClock: Clock.make()
}

/** The sandbox's acquirer as the only one. Source: D39. */
export const acquirers: Layer.Layer<Acquirers, never, SandboxAcquirer> = Layer.effect(
  Acquirers,
  Effect.map(SandboxAcquirer, (acquirer) => [acquirer])
)

/**
 * The sandbox's routes. Moving the clock runs the due work on the way, while the live loop waits; letting it follow
 * real time runs what is due there. Source: D38.
 */
export const routes: Layer.Layer<SandboxRoutes, never, SandboxControls | Scheduler> = Layer.effect(
  SandboxRoutes,
  Effect.gen(function* () {
    const controls = yield* SandboxControls
    const scheduler = yield* Scheduler
    const stuck = new StorageError({ reason: "unexpected", operation: "clock.move" })

    const moveClock = Effect.fnUntraced(function* (body: unknown) {
      const moved = yield* Effect.catchTag(controls.moveClock(body, scheduler), "DueWorkStuck", () => stuck)
      // What a process held that died on the way is free only now.
      const late = yield* scheduler.runDue(yield* DateTime.now)
      return { ...moved, ran: moved.ran + late }
    }, scheduler.exclusively)

    return {
      readClock: controls.readClock,
      moveClock,
      ledger: controls.ledger
    }
  })
)
