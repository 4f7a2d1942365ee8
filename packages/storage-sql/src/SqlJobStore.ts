/** Queries on due work, in SQL. */
import { JobStore } from "@florin/core/jobs/Job"
import type { Served } from "@florin/core/jobs/ServedShops"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { readCommitted } from "./internal/queries.js"
import { ofShops } from "./internal/reads.js"
import { instantOf } from "./internal/values.js"

export const make = Effect.map(Database, (database) => {
  const read = readCommitted(database)
  const earliest = (shops: Served) => {
    const { text, values } = ofShops(shops)
    return read(
      "jobs.nextDue",
      // Steps from kind to kind through the index, which has the first due instant of each.
      `WITH RECURSIVE kinds (kind) AS (
      SELECT MIN(kind) FROM {jobs} WHERE lease_owner IS NULL
      UNION ALL SELECT (SELECT MIN(kind) FROM {jobs} WHERE lease_owner IS NULL AND kind > kinds.kind)
      FROM kinds WHERE kind IS NOT NULL
    )
    SELECT MIN((SELECT MIN(run_at) FROM {jobs} WHERE lease_owner IS NULL AND kind = kinds.kind${text})) AS run_at FROM kinds`,
      values
    )
  }
  // Each half has an index of its own.
  const ofKind = `SELECT subject FROM {jobs} WHERE kind = ? AND lease_owner IS NULL
    UNION ALL SELECT subject FROM {jobs} WHERE kind = ? AND lease_owner IS NOT NULL`
  const nextDueOf = (shops: Served) => Effect.map(earliest(shops), instantOf("run_at"))
  return JobStore.of({
    nextDue: nextDueOf("any"),
    nextDueOf,
    subjects: (kind) =>
      Effect.map(
        read("jobs.subjects", ofKind, [kind, kind]),
        (rows) => new Set(rows.map(({ subject }) => String(subject)))
      )
  })
})
