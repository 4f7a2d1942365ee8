/**
 * The portal of a customer: what the address of a link says, and the seal without which it says nothing. Nothing of it is
 * stored, so that a link outlives a restart and opens in every process of a deployment. Source: D64.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CustomerId, PlanId, ShopId } from "../ids/Ids.js"
import { given } from "../request/Given.js"
import type { PortalRequest } from "./PortalRequest.js"

/** How long a link opens its portal. */
export const linkLife = Duration.minutes(30)

/** What the shop lets the customer do. */
export const PortalFeatures = Schema.Struct({
  /** To end a subscription with its period, and to take that back. */
  cancel: Schema.Boolean,
  card: Schema.Boolean,
  /** To see payments and receipts. */
  invoices: Schema.Boolean,
  /** To choose another plan, among these. */
  plans: Schema.Array(PlanId)
})

export interface PortalFeatures extends Schema.Schema.Type<typeof PortalFeatures> {}

export const Portal = Schema.Struct({
  shop: ShopId,
  customer: CustomerId,
  returnUrl: Schema.String,
  features: PortalFeatures,
  /** Default: that of the browser. */
  language: Schema.optional(Schema.String),
  /** The first instant at which it is closed. */
  endsAt: Schema.DateTimeUtcFromNumber
})

export interface Portal extends Schema.Schema.Type<typeof Portal> {}

/** The portal of a request, from now on. */
export const portalOf = (
  shop: ShopId,
  customer: CustomerId,
  { features = {}, language, returnUrl }: PortalRequest,
  now: DateTime.Utc
): Portal => {
  const { cancel = true, card = true, invoices = true, plans = [] } = features
  return {
    shop,
    customer,
    returnUrl,
    features: { cancel, card, invoices, plans },
    ...given({ language }),
    endsAt: DateTime.addDuration(now, linkLife)
  }
}

/** Whether its link has ended. */
export const isOver = ({ endsAt }: Portal, now: DateTime.Utc): boolean => DateTime.greaterThanOrEqualTo(now, endsAt)

const codec = Schema.parseJson(Portal)
const write = Schema.encodeSync(codec)
const read = Schema.decodeUnknownOption(codec)

/** The text of a portal. Shape: base64url. */
export const textOf = (portal: Portal): string => Encoding.encodeBase64Url(write(portal))

/** The portal of a text, once its seal is found to be ours. */
export const portalIn = (text: string): Portal | undefined =>
  Option.getOrUndefined(Option.flatMap(Either.getRight(Encoding.decodeBase64UrlString(text)), read))

/** What is sealed. Nothing else that the vault stamps begins like this. */
export const sealedText = (text: string): string => `customer-portal\n${text}`

/** The text of a portal, and its seal: 64 hex digits. */
export interface PortalToken {
  readonly text: string
  readonly seal: string
}

export const tokenOf = ({ seal, text }: PortalToken): string => `${text}.${seal}`

/** No link of ours is longer. Unit: characters of the text. */
const shape = /^([\w-]{1,8000})\.([0-9a-f]{64})$/

/** The parts of a token; nothing of what is none by its form. */
export const partsOf = (token: string): PortalToken | undefined => {
  const [, text, seal] = shape.exec(token) ?? []
  return text === undefined || seal === undefined ? undefined : { text, seal }
}

/** Compares seals, in the same time wherever they differ. */
export const sealsEqual = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}
