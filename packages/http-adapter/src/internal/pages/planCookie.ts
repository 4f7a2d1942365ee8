/** The cookie that keeps a browser's subscription id for a plan, before anything of it is stored. Source: D22. */
import { type PlanId, SubscriptionId } from "@florin/core/ids/Ids"
import * as Schema from "effect/Schema"

/** How long the browser keeps it. Unit: seconds; 6 hours. */
const kept = 6 * 3600

const isSubscriptionId = Schema.is(SubscriptionId)

const nameFor = (plan: PlanId): string => `florin_${plan}`

/** The id of a request's `Cookie` header; an ill-formed one counts as none. */
export const read = (header: string | undefined, plan: PlanId): SubscriptionId | undefined => {
  const prefix = `${nameFor(plan)}=`
  const found = header?.split(";").find((pair) => pair.trim().startsWith(prefix))
  const value = found?.trim().slice(prefix.length)
  return isSubscriptionId(value) ? value : undefined
}

/** For the plan's page alone, at `url`; its path is the one that browsers see, whatever a proxy strips. */
export const write = (plan: PlanId, id: SubscriptionId, url: string): string => {
  const { pathname, protocol } = new URL(url)
  const secure = protocol === "https:" ? "; Secure" : ""
  return `${nameFor(plan)}=${id}; Path=${pathname}; Max-Age=${kept}; HttpOnly; SameSite=Lax${secure}`
}
