/** The sandbox's group in the contract: its controls, and the pages of the simulated issuer. Source: D38. */
import { afterBody, empty, missing, page, refusals, route } from "./contractParts.js"
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
    route("acting", "GET /sandbox/pay", {
      answers: [page("The simulated acquirer's page")],
      refused: [missing],
      says: ["Page of the simulated acquirer", "Where a customer pays or declines what needs its customer."]
    })
  )
  .add(
    route("acted", "POST /sandbox/pay", {
      answers: [
        page("The simulated acquirer's page"),
        empty(303, "The customer goes back"),
        empty(307, "The customer goes back, with the form")
      ],
      refused: [refusals.badForm, missing, ...afterBody],
      says: ["A choice on the simulated acquirer's page", "Without a choice, a form that leads there."]
    })
  )
  .add(
    route("issuerMethod", "POST /sandbox/method", {
      answers: [page("A form that ends the step")],
      refused: [refusals.badForm, missing, ...afterBody],
      says: ["Method page of the simulated issuer", "In a hidden frame; it finds out nothing."]
    })
  )
