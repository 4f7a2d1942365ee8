/** Queries on due work, in SQL. */
import { JobStore } from "@florin/core/jobs/Job"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"
import { instantOf } from "./internal/records.js"
import { readCommitted } from "./internal/statement.js"

export const make = Effect.map(Database, (database) => {
  const earliest = readCommitted(database)(
    "jobs.nextDue",
    "SELECT MIN(run_at) AS run_at FROM jobs WHERE lease_owner IS NULL"
  )
  return JobStore.of({ nextDue: Effect.map(earliest, instantOf("run_at")) })
})

export const layer: Layer.Layer<JobStore, never, Database> = Layer.effect(JobStore, make)
