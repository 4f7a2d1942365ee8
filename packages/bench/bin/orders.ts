/** The orders that both sides are sent. */

export const shopId = "bench"
export const secret = "bench-secret-0001"

/** The `Authorization` of a shop: all have one secret. */
export const basic = (shop: string): string => `Basic ${Buffer.from(`${shop}:${secret}`).toString("base64")}`

export const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2035"
}

/** The body of an authorization; no two numbers are duplicates of each other. */
export const body = (number: number) => ({
  request: {
    amount: 1000 + number,
    currency: "EUR",
    description: "An order",
    tracking_id: `order-${number}`,
    credit_card: card
  }
})
