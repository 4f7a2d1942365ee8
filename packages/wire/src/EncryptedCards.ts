/** Cards whose fields a browser has encrypted: `encrypted_credit_card` beside or instead of `credit_card`. Source: D51. */
import type { CardVault } from "@florin/core/cards/CardVault"
import { asciiDigits } from "@florin/core/redaction/Redaction"
import { type FieldError, invalid } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import type * as Context from "effect/Context"
import * as Either from "effect/Either"
import { isAbsent, isObject, type Members, refused } from "./internal/reader.js"
import type { Shape } from "./internal/unknownMembers.js"
import type { Decoder } from "./internal/unwrapped.js"

/** The member in which a request has an encrypted card. */
export const member = "encrypted_credit_card"

/** The fields of a card that are encrypted, each by itself. Others are not looked at. */
export const fields: ReadonlyArray<string> = ["number", "verification_value", "holder", "exp_month", "exp_year"]

/** The names that it may have. */
export const shape: readonly [name: string, Shape] = [member, new Map(fields.map((name) => [name, new Map()]))]

/** For the contract. */
export const documented = {
  type: "object",
  properties: Object.fromEntries(
    fields.map((name) => [
      name,
      {
        type: "string",
        description: `Field ${name}: $begatewaycsejs_1_0_0$ and the base64 of RSA PKCS#1 v1.5 under the shop's public key.`
      }
    ])
  )
}

type Vault = Pick<Context.Tag.Service<CardVault>, "openFields">

/** Some card, which no one pays by. */
const someCard: Readonly<Record<string, string>> = {
  number: "4111111111111111",
  verification_value: "123",
  holder: "CARDHOLDER",
  exp_month: "12",
  exp_year: "9999"
}

/**
 * In place of the vault where nobody knows yet whose request it is: the card is read as some card, so that the rest can be
 * read. The request is read again with the vault.
 */
export const sealed: Vault = {
  openFields: (_, fields) => Object.fromEntries(Object.keys(fields).map((name) => [name, someCard[name] ?? ""]))
}

/** Where the opened fields belong: in the card of a request, or in the request itself. */
export type Target = "credit_card" | "request"

const opened = (request: Members, target: Target, shown: Readonly<Record<string, string>>): Members => {
  const { [member]: _, ...others } = request
  if (target === "request") return { ...others, ...shown }
  return { ...others, credit_card: { ...(isObject(others.credit_card) ? others.credit_card : {}), ...shown } }
}

const sentence =
  "can't be read: encrypt each field with the public key of this shop, and check the number, the date and the code"

/** Whatever is wrong with a card that came encrypted is one refusal: it says nothing of what the fields hold. */
const asOne = (errors: ReadonlyArray<FieldError>, target: Target): ReadonlyArray<FieldError> => {
  const isOfCard = ({ path: [first = ""] }: FieldError): boolean =>
    target === "request" ? fields.includes(first) : first === target
  const others = errors.filter((error) => !isOfCard(error))
  return others.length === errors.length ? errors : [...others, { path: [member], sentence }]
}

/**
 * Nothing binds an encrypted field to its name. Whoever has seen one could send a number or a code in the place of the
 * name, which answers repeat: so no such name may have as many digits as a code.
 */
const misplaced = ({ holder = "" }: Readonly<Record<string, string>>, target: Target): ReadonlyArray<FieldError> =>
  asciiDigits(holder).length < 3
    ? []
    : [{ path: target === "request" ? ["holder"] : [target, "holder"], sentence: "has digits" }]

/** How a body is decoded that may hold an encrypted card. */
interface Encrypted<A> {
  readonly decode: Decoder<A>
  readonly wrapper?: string | undefined
  readonly target: Target
}

/** The decoder of a shop's requests. Errors: of a card that came encrypted always the same one. */
export const decoderOf =
  <A>({ decode, target, wrapper }: Encrypted<A>, { openFields }: Vault, shop: Pick<Shop, "notificationPrivateKey">) =>
  (body: unknown): ReturnType<Decoder<A>> => {
    if (!isObject(body)) return decode(body)
    const request = wrapper === undefined ? body : body[wrapper]
    if (!isObject(request) || isAbsent(request[member])) return decode(body)
    const sent = request[member]
    if (!isObject(sent)) return Either.left(invalid(member, "must be an object"))
    const known = Object.fromEntries(fields.flatMap((name) => (isAbsent(sent[name]) ? [] : [[name, sent[name]]])))
    const shown = openFields(shop.notificationPrivateKey, known)
    const plain = opened(request, target, shown)
    const read = decode(wrapper === undefined ? plain : { ...body, [wrapper]: plain })
    const errors = [...(Either.isLeft(read) ? read.left.errors : []), ...misplaced(shown, target)]
    return errors.length === 0 ? read : Either.left(refused(asOne(errors, target)))
  }
