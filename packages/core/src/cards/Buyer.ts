/**
 * Who pays, from where, with which browser, and for which journey: the sections of a card request that describe the
 * buyer.
 */
import * as Schema from "effect/Schema"
import { Country } from "../money/Country.js"
import * as Fields from "../request/Fields.js"

const customer = {
  ip: Fields.optional(Fields.ipAddress),
  email: Fields.optional(Fields.email),
  deviceId: Fields.optional(Fields.freeText),
  birthDate: Fields.optional(Fields.day),
  externalId: Fields.optional(Fields.orInteger(Fields.text(255), { maxLength: 255 }))
}

/** `customer`. Which members are required depends on the acquirer. */
export const Customer = Fields.object({
  ...customer,
  taxpayerId: Fields.optional(Fields.freeText)
})

/** `customer` of a tokenization. Source: interface, "Tokenization request": there is no `customer.taxpayer_id`. */
export const TokenizationCustomer = Fields.object(customer)

const stateful = new Set(["US", "CA"])

/** `billing_address`. `state` goes with US and CA only; a US `zip` is `NNNNN` or `NNNNN-NNNN`. Source: D3. */
export const BillingAddress = Fields.object({
  firstName: Fields.optional(Fields.text(30)),
  lastName: Fields.optional(Fields.text(30)),
  country: Fields.optional(Country),
  city: Fields.optional(Fields.text(60)),
  state: Fields.optional(Fields.matching(/^[A-Za-z]{2}$/)),
  zip: Fields.optional(Fields.orInteger(Fields.freeText)),
  address: Fields.optional(Fields.text(255)),
  phone: Fields.optional(Fields.orInteger(Fields.text(100), { maxLength: 100 }))
}).pipe(
  Schema.filter((address) => {
    const country = address.country ?? ""
    if (address.state !== undefined && !stateful.has(country)) {
      return { path: ["state"], message: "is allowed only when country is US or CA" }
    }
    if (country === "US" && address.zip !== undefined && !/^\d{5}(-\d{4})?$/.test(address.zip)) {
      return { path: ["zip"], message: "is invalid. Format should be: NNNNN or NNNNN-NNNN" }
    }
    return true
  })
)

/** `additional_data.browser`, used only for 3-D Secure 2.0. */
export const Browser = Fields.object({
  acceptHeader: Fields.optional(Fields.freeText),
  screenWidth: Fields.optional(Schema.Int),
  screenHeight: Fields.optional(Schema.Int),
  screenColorDepth: Fields.optional(Schema.Literal(1, 4, 8, 15, 16, 24, 32, 48)),
  windowWidth: Fields.optional(Schema.Int),
  windowHeight: Fields.optional(Schema.Int),
  language: Fields.optional(Fields.freeText),
  javaEnabled: Fields.optional(Fields.flag),
  userAgent: Fields.optional(Fields.freeText),
  timeZone: Fields.optional(Schema.Int),
  timeZoneName: Fields.optional(Fields.freeText)
})

const airport = Fields.matching(/^[A-Z]{3}$/)

const Leg = Fields.object({
  airlineCode: Fields.optional(Fields.matching(/^[A-Z0-9]{2}$/)),
  /** `O` or empty: over 24 h in the origin city; `X`: a transit airport. */
  stopOverCode: Fields.optional(Schema.Literal("O", "X", "")),
  flightNumber: Fields.optional(Fields.freeText),
  departureDateTime: Fields.optional(Fields.localDateTime),
  arrivalDateTime: Fields.optional(Fields.localDateTime),
  originatingCountry: Fields.optional(Fields.freeText),
  originatingCity: Fields.optional(Fields.freeText),
  originatingAirportCode: Fields.optional(airport),
  destinationCountry: Fields.optional(Fields.freeText),
  destinationCity: Fields.optional(Fields.freeText),
  destinationAirportCode: Fields.optional(airport),
  coupon: Fields.optional(Fields.freeText),
  class: Fields.optional(Fields.matching(/^[A-Z]$/))
})

const Passenger = Fields.object({
  firstName: Fields.optional(Fields.freeText),
  lastName: Fields.optional(Fields.freeText)
})

/** `travel`, with the airline's legs and passengers. `restricted_ticked_indicator` is spelled so in the interface. */
export const Travel = Fields.object({
  airline: Fields.optional(
    Fields.object({
      agencyCode: Fields.optional(Fields.freeText),
      agencyName: Fields.optional(Fields.freeText),
      ticketNumber: Fields.optional(Fields.matching(/^\d{14}$/)),
      bookingNumber: Fields.optional(Fields.freeText),
      restrictedTickedIndicator: Fields.optional(Schema.Literal("0", "1")),
      legs: Fields.optional(Schema.Array(Leg)),
      passengers: Fields.optional(Schema.Array(Passenger))
    })
  )
})
