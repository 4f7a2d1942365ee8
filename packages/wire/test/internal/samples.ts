/** The smallest bodies that each operation accepts, fresh each time, and parts of a request. */

export type Json = Record<string, unknown>

export const visa = "4200000000000000"
export const token = "9f".repeat(32)
export const parentUid = "01890a5d-ac96-774b-bcce-b302099a8057"

export const cardData = (): Json => ({
  number: visa,
  verification_value: "123",
  holder: "John Doe",
  exp_month: "05",
  exp_year: "2030"
})

const order = (): Json => ({ amount: 3245, currency: "USD", description: "Order 17" })

export const charge = (): Json => ({ ...order(), credit_card: cardData() })

export const tokenization = charge

export const child = (): Json => ({ parent_uid: parentUid, amount: 100 })

export const refund = (): Json => ({ ...child(), reason: "Returned" })

export const credit = (): Json => ({ ...order(), credit_card: { token } })

export const payout = (): Json => ({ ...order(), recipient_credit_card: cardData() })

/** Every member of the interface, for an authorization. */
export const fullCharge = (): Json => ({
  ...charge(),
  tracking_id: "order-17;customer-4",
  expired_at: "2030-05-01T12:00:00+03:00",
  duplicate_check: false,
  dynamic_billing_descriptor: "Shop*Order 17",
  language: "ru",
  notification_url: "https://shop.example/notify",
  verification_url: "https://shop.example/verify",
  return_url: "https://shop.example/return",
  test: true,
  skip_three_d_secure_verification: true,
  force_three_d_secure_verification: false,
  three_d_secure: { advanced: true },
  additional_data: {
    receipt_text: ["First line", "Second line"],
    contract: ["recurring", "card_on_file"],
    card_on_file: { initiator: "merchant", type: "increment" },
    avs_cvc_verification: {
      avs_verification: { reject_codes: ["N", "A"] },
      cvc_verification: { reject_codes: ["N"] }
    },
    browser: {
      accept_header: "text/html",
      screen_width: 1920,
      screen_height: 1080,
      screen_color_depth: 24,
      window_width: 800,
      window_height: 600,
      language: "en-GB",
      java_enabled: false,
      user_agent: "Browser/1.0",
      time_zone: -180,
      time_zone_name: "Europe/Riga"
    },
    excluded_gateways: [7, 8],
    wallet: { params: { session: "s-1" } }
  },
  customer: {
    ip: "203.0.113.7",
    email: "john@example.com",
    device_id: "device-1",
    birth_date: "1980-02-29",
    taxpayer_id: "T-1",
    external_id: "C-4"
  },
  billing_address: {
    first_name: "John",
    last_name: "Doe",
    country: "US",
    city: "Denver",
    state: "CO",
    zip: "96002-1234",
    address: "1st Street",
    phone: "+1 555 0100"
  },
  travel: {
    airline: {
      agency_code: "A1",
      agency_name: "Agency",
      ticket_number: "12345678901234",
      booking_number: "B-1",
      restricted_ticked_indicator: "0",
      legs: [
        {
          airline_code: "B2",
          stop_over_code: "X",
          flight_number: "101",
          departure_date_time: "2030-05-26T05:15:00",
          arrival_date_time: "2030-05-26T07:30:00",
          originating_country: "BY",
          originating_city: "Minsk",
          originating_airport_code: "MSQ",
          destination_country: "LV",
          destination_city: "Riga",
          destination_airport_code: "RIX",
          coupon: "1",
          class: "Y"
        }
      ],
      passengers: [{ first_name: "John", last_name: "Doe" }]
    }
  }
})

const isIndex = (step: string | undefined) => /^\d+$/.test(step ?? "")

const copyOf = (object: Json, head: string, member: unknown): Json => {
  if (!Array.isArray(object)) return { ...object, [head]: member }
  const copy: Array<unknown> = [...object]
  copy[Number(head)] = member
  return copy as never
}

/** The same object with another value at a path; objects and arrays on the way are made. */
export const withAt = (object: Json, path: string, value: unknown): Json => {
  const [head, ...rest] = path.split(".")
  if (rest.length === 0) return copyOf(object, head!, value)
  const inner = (object[head!] ?? (isIndex(rest[0]) ? [] : {})) as Json
  return copyOf(object, head!, withAt(inner, rest.join("."), value))
}

/** The same object without the member at a path; an element of an array becomes null. */
export const without = (object: Json, path: string): Json => {
  const [head, ...rest] = path.split(".")
  if (rest.length > 0) return copyOf(object, head!, without(object[head!] as Json, rest.join(".")))
  if (Array.isArray(object)) return copyOf(object, head!, null)
  const { [head!]: _, ...kept } = object
  return kept
}

export const at = (object: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], object)
