/** Smart routing: what the rules make of a charge. */
import * as Context from "effect/Context"
import type { AcquirerService } from "../cards/Acquirer.js"
import * as RoutingRules from "../cards/RoutingRules.js"

/**
 * The rules, in order.
 *
 * Default: none; the check is `skipped`. Source: D17.
 */
export class Routing extends Context.Reference<Routing>()("@florin/core/Routing", {
  defaultValue: (): ReadonlyArray<RoutingRules.Rule> => []
}) {}

/**
 * The country of an IP address, for rules; null when it is not known. One that throws, or answers anything else than two
 * capital letters, does not know it. Default: knows none.
 */
export class IpDirectory extends Context.Reference<IpDirectory>()("@florin/core/IpDirectory", {
  defaultValue: (): { readonly countryOf: (ip: string) => string | null } => ({ countryOf: () => null })
}) {}

/** What the rules make of a charge. */
export interface RoutingDecision {
  readonly status: "successful" | "failed" | "skipped"
  /** The acquirers in the order of the rules; null keeps that of the gateway. */
  readonly gateways: ReadonlyArray<number> | null
  /** Overrides the request's flags; undefined leaves them. */
  readonly threeDSecure?: "skip" | "force"
  /** Absent when there are no rules. */
  readonly decision?: RoutingRules.Decision
}

export const unrouted: RoutingDecision = { status: "skipped", gateways: null }

/** Source: D17. */
export const decide = (rules: ReadonlyArray<RoutingRules.Rule>, facts: RoutingRules.Facts): RoutingDecision => {
  if (rules.length === 0) return unrouted
  const decision = RoutingRules.decide(rules, facts)
  const actions = decision.rules.map(({ action }) => action)
  const order = actions.find((action) => action.kind === "acquirers")
  const verification = actions.find(({ kind }) => kind.endsWith("3-d-secure"))
  return {
    status: actions.some(({ kind }) => kind === "decline") ? "failed" : "successful",
    gateways: order?.gateways ?? null,
    ...(verification === undefined
      ? {}
      : { threeDSecure: verification.kind === "skip-3-d-secure" ? ("skip" as const) : ("force" as const) }),
    decision
  }
}

/**
 * The acquirers that may be asked for a charge, in order: those that the rules name or else all, without those that the
 * merchant excludes.
 *
 * Source: D17; interface, "additional_data members | excluded_gateways".
 */
export const candidates = (
  acquirers: ReadonlyArray<AcquirerService>,
  excluded: ReadonlyArray<number>,
  order: ReadonlyArray<number> | null
): ReadonlyArray<AcquirerService> => {
  const allowed = acquirers.filter(({ gatewayId }) => !excluded.includes(gatewayId))
  return order?.flatMap((id) => allowed.filter(({ gatewayId }) => gatewayId === id)) ?? allowed
}
