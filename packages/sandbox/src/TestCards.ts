/** The test cards: any holder, an expiry in the future, any security code. */

/**
 * The behaviour of a 3-D Secure card on a shop with 3-D Secure: the transaction status that the issuer returns, after a
 * challenge if `challenge` is set.
 */
export interface ThreeDSecureBehaviour {
  readonly version: 1 | 2
  readonly challenge: boolean
  readonly transStatus: "Y" | "A" | "U" | "R" | "N"
}

/**
 * A test card.
 *
 * - `approves`: every operation, unless a test trigger says otherwise
 * - `declines`: every operation, without a reason
 */
export interface TestCard {
  readonly number: string
  readonly outcome: "approves" | "declines"
  /** The last three digits of the amount are a test trigger. */
  readonly looksAtAmount: boolean
  /** The expiry month for which an approving card declines without a reason. */
  readonly decliningMonth?: number
  /** Null: the card is not enrolled. */
  readonly threeDSecure: ThreeDSecureBehaviour | null
}

const card = (number: string, more: Partial<TestCard> = {}): TestCard => ({
  number,
  outcome: "approves",
  looksAtAmount: false,
  threeDSecure: null,
  ...more
})

const enrolled = (
  number: string,
  version: 1 | 2,
  transStatus: ThreeDSecureBehaviour["transStatus"],
  challenge = false
): TestCard => card(number, { threeDSecure: { version, challenge, transStatus } })

/**
 * The test cards. Any other number is declined as not allowed, so that a real card never appears charged.
 *
 * Source: D37.
 */
export const testCards: ReadonlyArray<TestCard> = [
  card("4200000000000000", { decliningMonth: 10 }),
  card("9112300000000000"),
  card("4005550000000019", { outcome: "declines" }),
  card("4111111111111111", { looksAtAmount: true }),
  card("4242424242424242"),
  card("5555555555554444"),
  enrolled("4012000000003010", 1, "Y", true),
  enrolled("4012001037141112", 1, "Y", true),
  enrolled("4012000000001006", 2, "Y"),
  enrolled("4012000000001055", 2, "A"),
  enrolled("4012000000001097", 2, "Y", true),
  enrolled("4012000000001022", 2, "U"),
  enrolled("4012000000001030", 2, "R"),
  enrolled("4012000000001014", 2, "N"),
  enrolled("5204240000015003", 2, "Y"),
  enrolled("5204240000015011", 2, "A"),
  enrolled("5204240000015029", 2, "Y", true),
  enrolled("5204240000015045", 2, "N")
]
