/** The sandbox's group in the contract: its controls, and the pages of the simulated issuer. Source: D38. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { missing, page, refusals, summary } from "./contractParts.js"
import { groupOf } from "./operationContract.js"

export const sandbox = groupOf("sandbox")
  .add(
    HttpApiEndpoint.post("issuer", "/sandbox/acs")
      .addSuccess(page("The simulated issuer's page"))
      .addError(refusals.badForm)
      .addError(missing)
      .addError(refusals.tooLarge)
      .addError(refusals.mediaType)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(summary("Page of the simulated issuer", "Where a customer confirms or refuses a payment."))
  )
  .add(
    HttpApiEndpoint.post("issuerMethod", "/sandbox/method")
      .addSuccess(page("A form that ends the step"))
      .addError(refusals.badForm)
      .addError(missing)
      .addError(refusals.tooLarge)
      .addError(refusals.mediaType)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(summary("Method page of the simulated issuer", "In a hidden frame; it finds out nothing."))
  )
