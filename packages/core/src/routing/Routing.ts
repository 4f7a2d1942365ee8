/** Smart routing: what the rules make of a charge. */
import * as Context from "effect/Context"
import type { AcquirerService } from "../cards/Acquirer.js"
import type { Lacking } from "../cards/AcquirerCapabilities.js"
import type { PassedOver } from "../cards/CardTransaction.js"
import * as RoutingRules from "../cards/RoutingRules.js"
import type { Choice } from "./AcquirerHealth.js"
import * as Capabilities from "./Capabilities.js"
import * as Sources from "./Sources.js"

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
  readonly decision?: RoutingRules.RulesDecision
}

export const unrouted: RoutingDecision = { status: "skipped", gateways: null }

/** The order of acquirers that was decided. */
export const orderOf = (routed: RoutingRules.RulesDecision | undefined): ReadonlyArray<number> | null =>
  routed?.rules.flatMap(({ action }) => (action.kind === "acquirers" ? [action.gateways] : []))[0] ?? null

/** Source: D17. */
export const decide = (rules: ReadonlyArray<RoutingRules.Rule>, facts: RoutingRules.RoutingFacts): RoutingDecision => {
  if (rules.length === 0) return unrouted
  const decision = RoutingRules.decide(rules, facts)
  const actions = decision.rules.map(({ action }) => action)
  const verification = actions.find(({ kind }) => kind.endsWith("3-d-secure"))
  return {
    status: actions.some(({ kind }) => kind === "decline") ? "failed" : "successful",
    gateways: orderOf(decision),
    ...(verification === undefined
      ? {}
      : { threeDSecure: verification.kind === "skip-3-d-secure" ? ("skip" as const) : ("force" as const) }),
    decision
  }
}

/** A test never reaches a real port; if all are simulated, every charge may use them. Source: D39. */
export const forTestMode = <Port extends { readonly simulated: boolean }>(
  ports: ReadonlyArray<Port>,
  test: boolean
): ReadonlyArray<Port> => {
  const simulated = ports.filter((port) => port.simulated)
  const real = ports.filter((port) => !port.simulated)
  return test || real.length === 0 ? simulated : real
}

/** What a charge says about acquirers. `called`: those that could not process it. */
export interface Candidacy {
  readonly test: boolean
  readonly source: Sources.Source
  /** What they must be able to do. Absent: nothing in particular. */
  readonly wanted?: Capabilities.Wanted
  readonly excluded?: ReadonlyArray<number> | undefined
  readonly called?: ReadonlyArray<number | null>
}

/** An acquirer that may be asked, or what it lacks for the charge. */
export interface Considered {
  readonly acquirer: AcquirerService
  readonly lacks: Lacking | undefined
}

/**
 * The acquirers that are considered for a charge, in order: those that the rules name or else all, without those that the
 * merchant excludes.
 *
 * Source: D17, D53; interface, "additional_data members | excluded_gateways".
 */
export const considered = (
  acquirers: ReadonlyArray<AcquirerService>,
  { called = [], excluded = [], source, test, wanted }: Candidacy,
  order: ReadonlyArray<number> | null
): ReadonlyArray<Considered> => {
  const isAllowed = ({ gatewayId }: AcquirerService) => !excluded.includes(gatewayId) && !called.includes(gatewayId)
  const lackingOf = (acquirer: AcquirerService) =>
    Sources.missingCapability(acquirer, source) ?? (wanted && Capabilities.missingCapability(acquirer, wanted))
  const allowed = forTestMode(acquirers, test).filter(isAllowed)
  const ordered = order?.flatMap((id) => allowed.filter(({ gatewayId }) => gatewayId === id)) ?? allowed
  return ordered.map((acquirer) => ({ acquirer, lacks: lackingOf(acquirer) }))
}

/** Those of them that take what is to be sent, and can do it. */
export const able = (considered: ReadonlyArray<Considered>): ReadonlyArray<AcquirerService> =>
  considered.flatMap(({ acquirer, lacks }) => (lacks === undefined ? [acquirer] : []))

/** The acquirers that may be asked for a charge, in order. */
export const candidates = (...of: Parameters<typeof considered>): ReadonlyArray<AcquirerService> =>
  able(considered(...of))

/** Those that come before the chosen one, and why each was passed over. Nobody chosen: all of them. */
export const passedOver = (
  considered: ReadonlyArray<Considered>,
  { chosen, skipped }: Choice
): ReadonlyArray<PassedOver> => {
  const end = considered.findIndex(({ acquirer }) => acquirer === chosen)
  return considered.slice(0, end === -1 ? considered.length : end).flatMap(({ acquirer: { gatewayId }, lacks }) => {
    if (lacks !== undefined) return [{ gatewayId, lacks }]
    return skipped.includes(gatewayId) ? [{ gatewayId }] : []
  })
}
