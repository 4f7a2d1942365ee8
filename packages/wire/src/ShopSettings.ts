/**
 * The settings of a shop, written once: of the host's options and file, of commands, and of the operations that make and change
 * shops. In files, commands and over HTTP their names have underscores. Source: D2, D33, D65, D66.
 */
import { createPrivateKey } from "node:crypto"
import * as Fields from "@florin/core/request/Fields"
import { type FieldError, InvalidRequest } from "@florin/core/request/InvalidRequest"
import { mostMailDays } from "@florin/core/shops/Shop"
import { mostTimes } from "@florin/core/time/RetryTimes"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import * as FieldErrors from "./FieldErrors.js"

const isPrivateKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa"
  } catch {
    return false
  }
}

const secretText = (sentence: string, accepts: (text: string) => boolean) =>
  Schema.Redacted(Schema.String.pipe(Schema.filter((text) => accepts(text) || sentence)))

/** Unit: days. */
const daysFrom = (least: number, most: number) =>
  Schema.Int.pipe(Schema.filter((days) => (days >= least && days <= most) || `must be between ${least} and ${most}`))

/** How long before a charge a mail comes. 0: it does not come. Unit: days. Source: D65. */
const noticeDays = (meaning: string) => Fields.optional(daysFrom(0, mostMailDays), meaning)

/** Up to 15 numbers with commas between them. */
const isList = /^\d{1,2}(?: ?, ?\d{1,2}){0,14}$/

/** The numbers of a list such as `1, 3, 5`. */
export const numbersOf = (list: string): ReadonlyArray<number> => list.split(",").map(Number)

/** The times between attempts at a charge of a subscription, as a list: `1, 3, 5`. Source: D65. */
const timesOf = (most: number, meaning: string) =>
  Fields.optional(
    Schema.String.pipe(
      Schema.filter((list) => {
        const isGood = isList.test(list) && numbersOf(list).every((one) => one >= 1 && one <= most)
        return isGood || `must be 1 to ${mostTimes} numbers between 1 and ${most}, with commas between them`
      })
    ),
    meaning
  )

const flag = (meaning: string) => Fields.optional(Schema.Boolean, meaning)

/** A shop's settings other than its id and secret; all optional. */
export const settings = {
  name: Fields.optional(Fields.text(255), "As customers read it, on receipts and pages. Default: the id."),
  site: Fields.optional(Fields.url, "The address at which customers know it."),
  threeDSecure: flag("Charges ask for 3-D Secure. Default: false."),
  allowSkipThreeDSecure: flag("Requests may skip 3-D Secure. Default: false."),
  allowForceThreeDSecure: flag("Requests may force 3-D Secure. Default: false."),
  strictContracts: flag("A token is charged only for the uses that its contract names. Default: false."),
  forgetGuestCards: flag(
    "The number of a card is erased when its charge has ended, unless the request names the customer or asks for a contract. Default: false."
  ),
  graceDays: Fields.optional(
    daysFrom(0, 365),
    "Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features. Default: for as long as a failed charge is retried."
  ),
  timeZone: Fields.optional(
    Schema.String.pipe(
      Schema.filter((zone) => Option.isSome(DateTime.zoneMakeNamed(zone)) || "must be an IANA time zone")
    ),
    "IANA zone in which its subscriptions are billed. Default: that of the gateway."
  ),
  holdDays: Fields.optional(
    daysFrom(1, 365),
    "Days, 1 to 365, after which an authorization that was not captured is released. Default: 7."
  ),
  mailYearlyDays: noticeDays(
    "Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7."
  ),
  mailTrialDays: noticeDays("Days, 0 to 28, before the charge that ends a trial. Default: 3."),
  mailCardDays: noticeDays("Days, 0 to 28, before a charge which the card expires before. Default: 7."),
  mailFailedCharges: flag(
    "Customers are mailed that a charge was declined, and when it is tried again. Default: true."
  ),
  mailEndedSubscriptions: flag("Customers are mailed that a subscription has ended. Default: true."),
  mailRefunds: flag("Customers are mailed that they get money back. Default: true."),
  mailTests: flag("All of these mails for test plans and test payments, too. Default: false."),
  declineRetryDays: timesOf(
    30,
    "After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first decline, three after the second, five after each other one. Default: 1."
  ),
  errorRetryHours: timesOf(72, "The same in hours, from 1 to 72, when it failed technically. Default: 1."),
  notificationUrl: Fields.optional(Fields.url, "Where webhooks go if a request names no address."),
  notificationBasic: flag("Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false."),
  webhookSecret: Fields.optional(
    secretText("must be whsec_ and base64 of 24 to 64 bytes", (text) =>
      /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(text)
    ),
    "The secret of webhook signatures: whsec_ and base64 of 24 to 64 bytes. Default: one derived from the key ring."
  ),
  notificationPrivateKey: Fields.optional(
    secretText("must be an RSA private key in PEM", isPrivateKey),
    "RSA private key in PEM, for the header Content-Signature."
  ),
  /** Source: D45. */
  allowPublicKey: flag("Whoever has its public key may create checkouts in its name. Default: false.")
}

export const secretKey = secretText("must be at least 16 characters", (text) => text.length >= 16)

/** What a change of a shop in the database says: settings that it gets, and those that go back to their default. */
export interface Change {
  readonly given: { readonly [Name in keyof Settings]?: Settings[Name] }
  readonly removed: ReadonlyArray<keyof Settings>
}

/** A change with the secret that was chosen, if one was, and the order to make a key pair. */
export interface Given extends Change {
  readonly secretKey?: Redacted.Redacted<string>
  /** A new key pair for `Content-Signature`, in place of `notificationPrivateKey`. Source: D33. */
  readonly signatureKey?: boolean
}

const Changed = Fields.object({ secretKey: Fields.optional(secretKey), ...settings })

export type Settings = Omit<typeof Changed.Type, "secretKey">

const decodeChange = FieldErrors.decoder(Changed)

const kinds: Readonly<Record<string, string>> = {
  StringKeyword: "a string",
  NumberKeyword: "a number",
  BooleanKeyword: "true or false"
}

const kindOf: Readonly<Record<string, string>> = { string: "a string", number: "a number", boolean: "true or false" }

/** The kind of each member of an object, by its name as it is sent. */
export const kindsOf = (schema: Schema.Schema.Any): ReadonlyMap<string, string> =>
  new Map(
    AST.getPropertySignatures(AST.encodedAST(schema.ast)).map(({ name, type }) => [String(name), kinds[type._tag]!])
  )

/** What is wrong with the kind of a value. */
export const kindFault = (kind: string | undefined, value: unknown): string | undefined =>
  kindOf[typeof value] === kind ? undefined : `must be ${kind}`

// Only names are repeated in errors: a secret may be in the place of a name.
const repeatable = /^[A-Za-z_]{1,64}$/

/** Of a name that no shop has: what was probably meant, or all names. Absent: the name is not repeated. */
export const unknownName = (name: string, known: ReadonlyArray<string>): string | undefined => {
  if (!repeatable.test(name)) return undefined
  const meant = FieldErrors.closest(name, known)
  return `is unknown; ${meant === undefined ? `a shop has ${known.join(", ")}` : `did you mean ${meant}?`}`
}

const kindsOfChange = kindsOf(Changed)

const settingNames = Object.keys(settings) as ReadonlyArray<keyof typeof settings>

/** The settings of a shop as files and commands write them. */
export const written: ReadonlyArray<string> = settingNames.map(Fields.snakeCase)

const memberFault = (name: string, value: unknown): FieldError | undefined => {
  const kind = kindsOfChange.get(name)
  if (kind === undefined) {
    const sentence = unknownName(name, written)
    return sentence === undefined ? { path: [], sentence: "a member is unknown" } : { path: [name], sentence }
  }
  if (value === null && name !== "secret_key") return undefined
  const sentence = kindFault(kind, value)
  return sentence === undefined ? undefined : { path: [name], sentence }
}

/**
 * Decodes a change. `null` takes a setting away.
 *
 * Errors: all faults, by member, never a value. An unknown member is one: a misspelled setting would have no effect.
 */
export const changeFrom = (document: Readonly<Record<string, unknown>>): Either.Either<Given, InvalidRequest> => {
  const faults = Object.entries(document).flatMap(([name, value]) => memberFault(name, value) ?? [])
  const [first, ...others] = faults
  if (first !== undefined) return Either.left(new InvalidRequest({ errors: [first, ...others] }))
  const values = Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null))
  return Either.mapBoth(decodeChange(values), {
    onLeft: ([fault = { path: [], sentence: "is invalid" }, ...more]) =>
      new InvalidRequest({ errors: [fault, ...more] }),
    onRight: ({ secretKey, ...given }) => ({
      given,
      removed: settingNames.filter((name) => document[Fields.snakeCase(name)] === null),
      ...(secretKey === undefined ? {} : { secretKey })
    })
  })
}
