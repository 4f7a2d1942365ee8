/** The document of an explanation: why a charge went where it went. */
import type { Explanation } from "@florin/core/routing/Explanation"
import * as Codes from "./Codes.js"
import type { ExplanationDocument } from "./ExplanationSchema.js"
import { timestamp, withInterfaceNames } from "./internal/sections.js"
import { spelled, type Written } from "./internal/written.js"

type Document = Written<typeof ExplanationDocument.Encoded>

const ruleOf = ({ action, name }: Explanation["rules"][number]) => ({
  name,
  action: spelled(action.kind),
  ...(action.kind === "acquirers" ? { gateway_ids: action.gateways } : {})
})

const acquirerOf = ({ at, gatewayId, lacks, reason, result }: Explanation["acquirers"][number]) => ({
  gateway_id: gatewayId,
  result: spelled(result),
  code: reason === null ? null : Codes.ofReason(reason),
  lacks: lacks === null ? null : spelled(lacks),
  at: timestamp(at)
})

/** What `GET /transactions/{uid}/explanation` answers. Source: D17. */
export const toDocument = ({ acquirers, facts, rules, threeDSecure, uid }: Explanation): Document => ({
  explanation: {
    uid,
    facts: withInterfaceNames({ ...facts, brand: facts.brand ?? "unknown" }) as Document["explanation"]["facts"],
    rules: rules.map(ruleOf),
    three_d_secure: spelled(threeDSecure),
    acquirers: acquirers.map(acquirerOf)
  }
})
