import * as Effect from "effect/Effect"
import type { Failure } from "./driverFault.js"
import { query, type Server, type Session } from "./session.js"

// Statistics begin anew after a crash, and outlive a server that was stopped in an orderly way. The timeline of the last
// checkpoint would not do: a standby that has just taken over still shows the old one. Where that time is not known, a
// random one stands for it, which never equals another.
const identity = `SELECT
  system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS history,
  coalesce(extract(epoch FROM stats_reset)::text, gen_random_uuid()::text) AS life
FROM pg_control_system(), pg_stat_bgwriter`

/** Which server a session leads to. */
export const identify = (session: Session): Effect.Effect<Server, Failure> =>
  Effect.map(query(session, identity), ([row]) => ({ history: String(row!.history), life: String(row!.life) }))
