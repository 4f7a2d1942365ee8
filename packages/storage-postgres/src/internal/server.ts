import * as Effect from "effect/Effect"
import type { Failure } from "./driverFault.js"
import { query, type Server, type Session } from "./session.js"

// The statistics reset time changes after a crash and survives a clean shutdown. The timeline of the last checkpoint is
// not enough, because a newly promoted standby still shows the old one. Without a reset time, a random value ensures
// that two identities never compare equal.
const identity = `SELECT
  system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS history,
  coalesce(extract(epoch FROM stats_reset)::text, gen_random_uuid()::text) AS life
FROM pg_control_system(), pg_stat_bgwriter`

/** Identifies the server of a session. */
export const identify = (session: Session): Effect.Effect<Server, Failure> =>
  Effect.map(query(session, identity), ([row]) => ({ history: String(row!.history), life: String(row!.life) }))
