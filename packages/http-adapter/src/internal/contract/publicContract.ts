/**
 * Routes without shop credentials: customers' pages, the contract itself, health.
 * Source: D1, D2.
 */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Fields from "@florin/core/request/Fields"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import { CheckoutErrorDocument } from "@florin/wire/CheckoutSchemas"
import * as Schema from "effect/Schema"
import { afterBody, at, billingRefusal, byUid, empty, missing, page, pageOf, refusals, route } from "./contractParts.js"

const { required } = Fields

const ofPlan = Schema.Struct({ id: Schema.String.annotations({ description: "Id of the plan." }) })

const ofCheckout = Schema.Struct({
  token: Schema.String.annotations({ description: "Token of the checkout." })
})

const ofProduct = Schema.Struct({ id: Schema.String.annotations({ description: "Id of the product." }) })

const ofOrder = Schema.Struct({
  id: Schema.String.annotations({ description: "Id of the product or of the plan." }),
  shop: Schema.String.annotations({ description: "Id of the shop." })
})

const ofSubscription = Schema.Struct({
  subscription: Schema.optional(
    Schema.String.annotations({ description: "Id of the subscription. Default: that of this browser, or a new one." })
  )
})

const bySubscription = Schema.Struct({ id: Schema.String.annotations({ description: "Id of the subscription." }) })

const ofCardPage = Schema.Struct({
  until: Schema.String.annotations({
    description: "Until when the address can be used. Unit: milliseconds since 1970."
  }),
  seal: Schema.String.annotations({ description: "The gateway's own seal of the address." }),
  uid: Schema.optional(Schema.String.annotations({ description: "Uid of the check of a card that was given here." }))
})

const ofPortal = Schema.Struct({ token: Schema.String.annotations({ description: "Token of the portal." }) })

const inPortal = Schema.Struct({
  subscription: Schema.optional(Schema.String.annotations({ description: "Id of a subscription." })),
  view: Schema.optional(Schema.String.annotations({ description: "What to do with it: cancel, card or plan." })),
  after: Schema.optional(Schema.String.annotations({ description: "UID of a payment: older ones are shown." }))
})

const linkEnded = pageOf(410, "The link has ended")

/** A part of a page. */
const part = <const Name extends string>(name: Name, path: `/${string}`, contentType: string) =>
  route(name, `GET ${path}`, { answers: [HttpApiSchema.Text({ contentType })] })

const checkoutPage = {
  query: ofCheckout,
  answers: [page("The form, the wait for an outcome, or the result"), empty(303, "The way to the customer's bank")],
  refused: [missing]
}

const checkoutForm = {
  answers: [page("The form with what is wrong in it"), empty(303, "The customer goes on to the page")],
  refused: [
    refusals.badForm,
    pageOf(401, "Nobody has the public key of the order that the widget sent"),
    missing,
    ...afterBody,
    pageOf(422, "The order that the widget sent is wrong")
  ]
}

const bought = {
  answers: [page("It is sold out, or no longer sold"), empty(303, "The customer goes on to the page of the order")],
  refused: [refusals.badForm, missing, ...afterBody]
}

/** What apps of this family ask for, and no shop has. Source: D51. */
const wallet = {
  path: Schema.Struct({ step: Schema.String.annotations({ description: "Step of the wallet." }) }),
  answers: [],
  refused: [at(CheckoutErrorDocument, 422), ...afterBody]
}

/** What the page of a bank transfer asks for, to follow it. */
const State = Schema.Struct({
  status: required(TransactionStatus, "The status of the payment."),
  version: required(Schema.Int, "Increases by one with every change.")
}).annotations({ identifier: "TransferStanding" })

export const pages = HttpApiGroup.make("pages")
  .add(
    route("process", "GET /process/:uid", {
      path: byUid,
      answers: [page("The next step, or the result"), empty(303, "The customer goes back to the shop")],
      refused: [missing],
      says: [
        "Page of a transaction",
        "Where the customer is redirected: through 3-D Secure if it is needed, and back to the shop."
      ]
    })
  )
  .add(
    route("processReturn", "POST /process/:uid/return", {
      path: byUid,
      answers: [
        page("The method step is over; for its frame"),
        empty(303, "The customer goes to the transaction's page")
      ],
      refused: [refusals.badForm, missing, ...afterBody]
    })
  )
  .add(
    route("processReturned", "GET /process/:uid/return", {
      path: byUid,
      answers: [empty(303, "The customer goes to the transaction's page")],
      refused: [missing],
      says: [
        "Return from the acquirer's page",
        "Where the acquirer sends the customer back to. While an action of the acquirer's is open, the query is part of a question to the acquirer, whose answer counts; else nothing is asked."
      ]
    })
  )
  .add(
    route("processMethod", "GET /process/:uid/method", {
      path: byUid,
      answers: [page("The method step, or that it is over")],
      refused: [missing],
      says: [
        "Method step of the advanced scenario",
        "For a hidden frame of a merchant that drives 3-D Secure itself: shows the issuer's page and ends the step."
      ]
    })
  )
  .add(part("verificationScript", "/assets/verification.js", "text/javascript"))
  .add(
    route("planPage", "GET /plans/:id/pay", {
      path: ofPlan,
      query: ofSubscription,
      answers: [
        page("The card form, the wait for an outcome, or the result"),
        empty(303, "The subscription that this browser has begun, the plan's own page, or the way to the issuer")
      ],
      refused: [missing],
      says: [
        "Page of a plan",
        "Where a customer subscribes. A POST of customer and return_url, in JSON or by a form, redirects to the page for that customer."
      ]
    })
  )
  // Only redirects and refuses: readers of OpenAPI ask for an answer of success.
  .add(
    route("payForPlan", "POST /plans/:id/pay", {
      path: ofPlan,
      answers: [empty(303, "The customer goes on to the page")],
      refused: [billingRefusal(400), billingRefusal(404), ...afterBody, billingRefusal(422)]
    })
  )
  .add(
    route("newCardPage", "GET /subscriptions/:id/new-card", {
      path: bySubscription,
      query: ofCardPage,
      answers: [
        page("The card form, or that the card is saved"),
        empty(303, "The way to the issuer, or the page of a subscription that takes no other card")
      ],
      refused: [missing, pageOf(410, "The address can no longer be used")],
      says: [
        "Page that takes another card of a subscription",
        "Where mails about a charge that failed, or a card that expires, lead to. The address is signed and can be used for seven days."
      ]
    })
  )
  .add(
    route("giveNewCard", "POST /subscriptions/:id/new-card", {
      path: bySubscription,
      query: ofCardPage,
      answers: [empty(303, "The customer goes on to the page")],
      refused: [
        refusals.badForm,
        missing,
        pageOf(410, "The address can no longer be used"),
        ...afterBody,
        pageOf(422, "The form with what is wrong in it")
      ]
    })
  )
  .add(
    route("productPage", "GET /products/:id/pay", {
      path: ofProduct,
      answers: [page("What is bought, with a button that goes on to the payment; or that it is sold out")],
      refused: [missing],
      says: [
        "Page of a product",
        "Where a customer begins to buy. A POST makes the order and redirects to its page. Reserves nothing."
      ]
    })
  )
  .add(route("buyProduct", "POST /products/:id/pay", { path: ofProduct, ...bought }))
  .add(
    route("confirmOrderPage", "GET /v2/confirm_order/:id/:shop", {
      path: ofOrder,
      query: ofSubscription,
      answers: [page("The page of the product or of the plan"), empty(303, "The page of the plan")],
      refused: [missing],
      says: ["Page of a product or of a plan", "The same pages under the address that older clients know."]
    })
  )
  .add(route("confirmOrder", "POST /v2/confirm_order/:id/:shop", { path: ofOrder, ...bought }))
  .add(
    route("checkoutPage", "GET /checkout", {
      ...checkoutPage,
      says: ["Page of an order", "Where the customer pays for an order. Older clients know it under other addresses."]
    })
  )
  .add(route("checkoutPageV2", "GET /v2/checkout", checkoutPage))
  .add(route("checkoutWidget", "GET /widget/hpp.html", checkoutPage))
  .add(route("payCheckout", "POST /checkout", checkoutForm))
  .add(route("payCheckoutV2", "POST /v2/checkout", checkoutForm))
  .add(route("payCheckoutWidget", "POST /widget/hpp.html", checkoutForm))
  .add(route("applePay", "POST /ctp/api/apple_pay/:step", wallet))
  .add(route("googlePay", "POST /ctp/api/google_pay/:step", wallet))
  .add(part("widgetScript", "/widget/be_gateway.js", "text/javascript"))
  .add(part("cardScript", "/assets/card.js", "text/javascript"))
  .add(
    route("receipt", "GET /receipts/:uid", {
      path: byUid,
      answers: [page("The receipt")],
      refused: [missing],
      says: ["Receipt page", "The customer's receipt, with the brand and last four digits of the card."]
    })
  )
  .add(
    route("transferPage", "GET /transfers/:uid", {
      path: byUid,
      answers: [page("How to pay, the wait for the payment, or its result")],
      refused: [missing],
      says: [
        "Page of a payment by bank transfer",
        "Where the customer pays by QR code or to a phone number, sees the result, and goes back to the shop."
      ]
    })
  )
  .add(route("transferStatus", "GET /transfers/:uid/status", { path: byUid, answers: [State] }))
  .add(
    route("portalPage", "GET /portal/:token", {
      path: ofPortal,
      query: inPortal,
      answers: [
        page("The customer's subscriptions, or what is done with one of them"),
        empty(303, "The way to the customer's bank, or back to all subscriptions")
      ],
      refused: [missing, linkEnded],
      says: [
        "Portal of a customer",
        "Where a customer looks after subscriptions, for 30 minutes. Shops get its address by opening a portal."
      ]
    })
  )
  .add(
    route("portalAction", "POST /portal/:token", {
      path: ofPortal,
      answers: [empty(303, "It was done, or is no longer possible: the page says which")],
      refused: [
        refusals.badForm,
        pageOf(403, "The form is of another site"),
        missing,
        linkEnded,
        ...afterBody,
        pageOf(422, "The form with what is wrong in it")
      ]
    })
  )
  .add(part("transferScript", "/assets/transfer.js", "text/javascript"))
  .annotateContext(
    OpenApi.annotations({
      title: "Pages",
      description: "For the customer's browser. The UID in the address is all that is needed to see a page."
    })
  )

const Health = Schema.Struct({
  status: required(Schema.Literal("ok"), "Always ok; what is not well is answered with 503.")
}).annotations({ identifier: "HealthDocument" })

const Contract = Schema.Struct({
  openapi: required(Schema.String, "Version of OpenAPI that the document follows.")
}).annotations({ identifier: "OpenApiDocument" })

export const service = HttpApiGroup.make("service")
  .add(route("start", "GET /", { answers: [empty(302, "The page is at docs")] }))
  .add(
    route("openapi", "GET /openapi.json", {
      answers: [Contract],
      says: ["The contract as an OpenAPI document", "OpenAPI 3.1, with the routes of this host."]
    })
  )
  .add(
    route("docs", "GET /docs", {
      answers: [page("The page")],
      says: ["The contract as a page", "Every route with its fields and an example."]
    })
  )
  .add(part("docsScript", "/docs/reference.js", "text/javascript"))
  .add(part("docsStyle", "/docs/reference.css", "text/css"))
  .add(
    route("live", "GET /health/live", {
      answers: [Health],
      failures: [refusals.headerTooLarge],
      says: ["Health: the process is up", "Answered also when all places are taken."]
    })
  )
  .add(
    route("ready", "GET /health/ready", {
      answers: [Health],
      failures: [refusals.headerTooLarge, refusals.unavailable],
      says: ["Health: requests can be served", "503 when the store is out of reach or the process stops."]
    })
  )
  .annotateContext(OpenApi.annotations({ title: "Service", description: "The contract itself, and health." }))
