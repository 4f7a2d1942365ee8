/**
 * The cookie that keeps a browser's subscription id for a plan, before anything of it is stored: with it all tabs pay for
 * one subscription. Nothing depends on it: without it each tab has an id of its own. Source: D22, D47.
 */
import { type PlanId, SubscriptionId } from "@florin/core/ids/Ids"
import * as Schema from "effect/Schema"
import type { Sealed } from "./pageSeals.js"

/** How long the browser keeps it. Unit: seconds; 6 hours. */
const kept = 6 * 3600

const isSubscriptionId = Schema.is(SubscriptionId)

const nameFor = (plan: PlanId): string => `florin_${plan}`

/** The id of a request's `Cookie` header, and its seal as it was sent; an ill-formed id counts as none. */
export const read = (
  header: string | undefined,
  plan: PlanId
): (Pick<Sealed, "id"> & { readonly seal: string | undefined }) | undefined => {
  const prefix = `${nameFor(plan)}=`
  const found = header?.split(";").find((pair) => pair.trim().startsWith(prefix))
  const [id, seal] = found?.trim().slice(prefix.length).split(".") ?? []
  return isSubscriptionId(id) ? { id, seal } : undefined
}

/** For the plan's page alone, at `url`; its path is the one that browsers see, whatever a proxy strips. */
export const write = (plan: PlanId, { id, seal }: Sealed, url: string): string => {
  const { pathname, protocol } = new URL(url)
  const secure = protocol === "https:" ? "; Secure" : ""
  return `${nameFor(plan)}=${id}.${seal}; Path=${pathname}; Max-Age=${kept}; HttpOnly; SameSite=Lax${secure}`
}
