/**
 * What each kind of due work does.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageError } from "../store/StorageError.js"
import type { ClaimedJob, JobKind, LeaseLost } from "./Job.js"

/**
 * Does one job. It commits its result together with `JobStore.finish` or `JobStore.postpone`; one that fails or dies is
 * given back and tried again later.
 *
 * @since 0.1.0
 * @category models
 */
export type JobHandler = (job: ClaimedJob) => Effect.Effect<void, LeaseLost | StorageError>

/**
 * @since 0.1.0
 * @category services
 */
export class JobHandlers extends Context.Tag("@florin/core/JobHandlers")<
  JobHandlers,
  Readonly<Record<JobKind, JobHandler>>
>() {}
