/** The document of an explanation: why a charge went where it went. */
import type { Explanation } from "@florin/core/routing/Explanation"
import * as Codes from "./Codes.js"
import { timestamp, withInterfaceNames } from "./internal/sections.js"

const spelled = (text: string): string => text.replaceAll("-", "_")

const ruleOf = ({ action, name }: Explanation["rules"][number]) => ({
  name,
  action: spelled(action.kind),
  ...(action.kind === "acquirers" ? { gateway_ids: action.gateways } : {})
})

const acquirerOf = ({ at, gatewayId, reason, result }: Explanation["acquirers"][number]) => ({
  gateway_id: gatewayId,
  result: spelled(result),
  code: reason === null ? null : Codes.ofReason(reason),
  at: timestamp(at)
})

/** What `GET /transactions/{uid}/explanation` answers. Source: D17. */
export const encode = ({ acquirers, facts, rules, threeDSecure, uid }: Explanation): string =>
  JSON.stringify({
    explanation: {
      uid,
      facts: withInterfaceNames({ ...facts, brand: facts.brand ?? "unknown" }),
      rules: rules.map(ruleOf),
      three_d_secure: spelled(threeDSecure),
      acquirers: acquirers.map(acquirerOf)
    }
  })
