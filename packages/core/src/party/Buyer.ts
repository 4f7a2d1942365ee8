/**
 * The sections of a card request that describe the buyer: customer, address, browser and journey.
 */
import * as Schema from "effect/Schema"
import { Country } from "../money/Country.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"

const texts = FieldDescriptions.customer

const customer = {
  ip: Fields.optional(Fields.ipAddress, texts.ip),
  email: Fields.optional(Fields.email, texts.email),
  deviceId: Fields.optional(Fields.freeText, texts.deviceId),
  birthDate: Fields.optional(Fields.day, texts.birthDate),
  externalId: Fields.optional(Fields.orInteger(Fields.text(255), { maxLength: 255 }), texts.externalId)
}

/** The members of `customer`. */
export const customerFields = { ...customer, taxpayerId: Fields.optional(Fields.freeText, texts.taxpayerId) }

/** `customer`. Which members are required depends on the acquirer. */
export const Customer = Fields.named("CustomerInput", Fields.object(customerFields))

/** `customer` of a tokenization. Source: interface, "Tokenization request": there is no `customer.taxpayer_id`. */
export const TokenizationCustomer = Fields.named("TokenizationCustomerInput", Fields.object(customer))

export const State = Fields.matching(/^[A-Za-z]{2}$/, "a state of two letters")

const stateful = new Set(["US", "CA"])

/** The members of `billing_address`. */
export const addressFields = {
  firstName: Fields.optional(Fields.text(30), FieldDescriptions.address.firstName),
  lastName: Fields.optional(Fields.text(30), FieldDescriptions.address.lastName),
  country: Fields.optional(Country, FieldDescriptions.address.country),
  city: Fields.optional(Fields.text(60), FieldDescriptions.address.city),
  state: Fields.optional(State, FieldDescriptions.address.state),
  zip: Fields.optional(Fields.orInteger(Fields.freeText), FieldDescriptions.address.zip),
  address: Fields.optional(Fields.text(255), FieldDescriptions.address.address),
  phone: Fields.optional(Fields.orInteger(Fields.text(100), { maxLength: 100 }), FieldDescriptions.address.phone)
}

/** `state` is allowed for US and CA only; a US `zip` is `NNNNN` or `NNNNN-NNNN`. Source: D3. */
export const addressProblem = (address: {
  readonly country?: string
  readonly state?: string
  readonly zip?: string
}) => {
  const country = address.country ?? ""
  if (address.state !== undefined && !stateful.has(country)) {
    return { path: ["state"], message: "is allowed only when country is US or CA" }
  }
  if (country === "US" && address.zip !== undefined && !/^\d{5}(-\d{4})?$/.test(address.zip)) {
    return { path: ["zip"], message: "is invalid. Format should be: NNNNN or NNNNN-NNNN" }
  }
  return true
}

/** `billing_address`. */
export const BillingAddress = Fields.object(addressFields).pipe(
  (fields) => Fields.named("BillingAddressInput", fields),
  Schema.filter(addressProblem)
)

/** `additional_data.browser`, used only for 3-D Secure 2.0. */
export const Browser = Fields.object({
  acceptHeader: Fields.optional(Fields.freeText, "The browser's Accept header."),
  screenWidth: Fields.optional(Fields.orDigits(Schema.Int), "Width of the screen in pixels."),
  screenHeight: Fields.optional(Fields.orDigits(Schema.Int), "Height of the screen in pixels."),
  screenColorDepth: Fields.optional(
    Fields.orDigits(Schema.Literal(1, 4, 8, 15, 16, 24, 32, 48)),
    "Colour depth in bits per pixel."
  ),
  windowWidth: Fields.optional(Fields.orDigits(Schema.Int), "Width of the browser's window in pixels."),
  windowHeight: Fields.optional(Fields.orDigits(Schema.Int), "Height of the browser's window in pixels."),
  language: Fields.optional(Fields.freeText, "Language of the browser (navigator.language)."),
  javaEnabled: Fields.optional(Fields.flag, "Whether the browser runs Java."),
  userAgent: Fields.optional(Fields.freeText, "The browser's User-Agent header."),
  timeZone: Fields.optional(Fields.orDigits(Schema.Int), "Difference from local time to UTC in minutes."),
  timeZoneName: Fields.optional(Fields.freeText, "Name of the browser's time zone.")
})

const airport = Fields.matching(/^[A-Z]{3}$/, "an IATA code of three capital letters")

const Leg = Fields.object({
  airlineCode: Fields.optional(
    Fields.matching(/^[A-Z0-9]{2}$/, "an IATA code of two capital letters or digits"),
    "Two-letter IATA code of the airline."
  ),
  stopOverCode: Fields.optional(
    Schema.Literal("O", "X", ""),
    "O or empty: the traveller stays in the origin city for over 24 hours. X: the origin airport is a transit airport."
  ),
  flightNumber: Fields.optional(Fields.freeText, "Number of the flight."),
  departureDateTime: Fields.optional(Fields.localDateTime, "Local time of departure, YYYY-MM-DDThh:mm:ss."),
  arrivalDateTime: Fields.optional(Fields.localDateTime, "Local time of arrival, YYYY-MM-DDThh:mm:ss."),
  originatingCountry: Fields.optional(Fields.freeText, "Country of departure."),
  originatingCity: Fields.optional(Fields.freeText, "City of departure."),
  originatingAirportCode: Fields.optional(airport, "Three-letter IATA code of the airport of departure."),
  destinationCountry: Fields.optional(Fields.freeText, "Country of arrival."),
  destinationCity: Fields.optional(Fields.freeText, "City of arrival."),
  destinationAirportCode: Fields.optional(airport, "Three-letter IATA code of the airport of arrival."),
  coupon: Fields.optional(Fields.freeText, "Coupon of the leg."),
  class: Fields.optional(Fields.matching(/^[A-Z]$/, "one capital letter"), "One-letter IATA code of the class.")
})

const Passenger = Fields.object({
  firstName: Fields.optional(Fields.freeText, "First name of the passenger."),
  lastName: Fields.optional(Fields.freeText, "Last name of the passenger.")
})

const Airline = Fields.object({
  agencyCode: Fields.optional(Fields.freeText, "IATA code of the agency."),
  agencyName: Fields.optional(Fields.freeText, "Name of the agency."),
  ticketNumber: Fields.optional(
    Fields.matching(/^\d{14}$/, "a string of 14 digits"),
    "Number of the ticket: ticketing code (3 digits), form number (4), serial number (6) and check digit."
  ),
  bookingNumber: Fields.optional(Fields.freeText, "Number of the booking."),
  restrictedTickedIndicator: Fields.optional(
    Schema.Literal("0", "1"),
    "0 when the ticket can be returned, else 1. The name is spelled so."
  ),
  legs: Fields.optional(Schema.Array(Leg), "Legs of the journey."),
  passengers: Fields.optional(Schema.Array(Passenger), "Passengers.")
})

/** `travel`, with flight legs and passengers. The interface spells `restricted_ticked_indicator` this way. */
export const Travel = Fields.named(
  "TravelInput",
  Fields.object({ airline: Fields.optional(Airline, "A journey by air.") })
)
