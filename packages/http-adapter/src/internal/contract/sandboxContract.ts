/** The sandbox's group in the contract: its controls, and the pages of the simulated issuer. Source: D38. */
import { afterBody, missing, page, refusals, route } from "./contractParts.js"
import { groupOf } from "./operationContract.js"

export const sandbox = groupOf("sandbox")
  .add(
    route("issuer", "POST /sandbox/acs", {
      answers: [page("The simulated issuer's page")],
      refused: [refusals.badForm, missing, ...afterBody],
      says: ["Page of the simulated issuer", "Where a customer confirms or refuses a payment."]
    })
  )
  .add(
    route("issuerMethod", "POST /sandbox/method", {
      answers: [page("A form that ends the step")],
      refused: [refusals.badForm, missing, ...afterBody],
      says: ["Method page of the simulated issuer", "In a hidden frame; it finds out nothing."]
    })
  )
