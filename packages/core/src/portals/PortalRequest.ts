/** The request that opens a customer's portal. */
import * as Schema from "effect/Schema"
import { PlanId } from "../ids/Ids.js"
import { Language } from "../party/Language.js"
import { expected } from "../request/Expected.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"

const texts = FieldDescriptions.portal

/** The most plans that a customer chooses from. */
const mostPlans = 20

/** Unit: characters. The address of the portal holds it, and is no longer than servers and browsers take. */
const longestReturnUrl = 1000

const Plans = Schema.Array(
  Fields.matching(/^pln_[0-9a-f]{16}$/, "the id of a plan", "is not found").pipe(Schema.compose(PlanId))
).pipe(Schema.filter((plans) => plans.length <= mostPlans || `can't have more than ${mostPlans} plans`))

const ReturnUrl = Fields.url.pipe(
  Schema.filter((url) => url.length <= longestReturnUrl || `is too long (maximum is ${longestReturnUrl} characters)`),
  Schema.annotations({
    ...expected("an http or https URL without credentials"),
    jsonSchema: { type: "string", format: "uri", maxLength: longestReturnUrl }
  })
)

const Features = Fields.named(
  "PortalFeatures",
  Fields.object({
    cancel: Fields.optional(Fields.flag, texts.cancel),
    card: Fields.optional(Fields.flag, texts.card),
    plans: Fields.optional(Plans, texts.plans),
    invoices: Fields.optional(Fields.flag, texts.invoices)
  })
)

/** Source: D64. */
export const PortalRequest = Fields.named(
  "PortalRequest",
  Fields.object({
    returnUrl: Fields.required(ReturnUrl, texts.returnUrl),
    features: Fields.optional(Features, texts.features),
    language: Fields.optional(Language, texts.language)
  })
)

export type PortalRequest = typeof PortalRequest.Type
