/** Before each file: what another file of the worker has done with its clock is not in the ids of this one. */
import { LastId } from "@florin/core/ids/LastId"
import * as Context from "effect/Context"

Object.assign(Context.get(Context.empty() as Context.Context<LastId>, LastId), { millis: 0, count: 0 })
