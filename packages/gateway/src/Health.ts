/** The readiness of the gateway. */
import { JobStore } from "@florin/core/jobs/Job"
import { Readiness } from "@florin/http-adapter/Readiness"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const patience = Duration.seconds(2)

/** Ready if the store answers within two seconds. */
export const make: Effect.Effect<Effect.Effect<boolean>, never, JobStore> = Effect.map(JobStore, (jobs) =>
  Effect.map(Effect.exit(Effect.timeout(jobs.nextDue, patience)), (exit) => exit._tag === "Success")
)

export const layer: Layer.Layer<never, never, JobStore> = Layer.effect(Readiness, make)
