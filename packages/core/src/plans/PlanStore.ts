/** The store of plans. Plans are written once and never changed. */
import * as Context from "effect/Context"
import type { PlanId } from "../ids/Ids.js"
import type { PublicRecords } from "../store/Records.js"
import type { Plan } from "./Plan.js"

export class PlanStore extends Context.Tag("@florin/core/PlanStore")<PlanStore, PublicRecords<Plan, PlanId>>() {}
