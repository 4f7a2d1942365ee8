/** Decoders of the product routes, from parsed JSON to the requests of core. Source: D51. */
import { ProductChangeRequest, ProductRequest } from "@florin/core/products/ProductRequest"
import { invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import { isAbsent, isObject } from "./internal/reader.js"
import { decoder } from "./internal/unwrapped.js"
import type { Decoder } from "./Requests.js"

const known: Decoder<ProductRequest> = decoder(ProductRequest)

/** The vendor's PHP library says `visible` for `visible_fields`. */
const withOwnNames = (sent: unknown): unknown => {
  if (!isObject(sent)) return sent
  const { visible, ...others } = sent
  return isAbsent(others.visible_fields) ? { ...others, visible_fields: visible } : others
}

/** A quantity or an end that is said not to count is ignored, whatever it holds. */
const withoutIgnored = (sent: unknown): unknown => {
  if (!isObject(sent)) return sent
  const { expired_at, immortal, infinite, quantity, ...others } = sent
  const isSet = (flag: unknown): boolean => flag === true || flag === "true"
  return {
    ...others,
    infinite,
    immortal,
    quantity: isSet(infinite) ? undefined : quantity,
    expired_at: isSet(immortal) ? undefined : expired_at
  }
}

/** As it was sent: a reader keeps no members that it does not know. */
const withData = (request: ProductRequest, sent: unknown): ProductRequest => {
  const data = isObject(sent) ? sent.additional_data : undefined
  return isObject(data) && !isAbsent(data) ? { ...request, additionalData: data } : request
}

/** `POST /products`. */
export const product: Decoder<ProductRequest> = Object.assign(
  (body: unknown) => Either.map(known(withoutIgnored(withOwnNames(body))), (request) => withData(request, body)),
  { unknownMembers: (body: unknown) => known.unknownMembers(withOwnNames(body)) }
)

const change: Decoder<ProductChangeRequest> = decoder(ProductChangeRequest)

/** `PUT /products/{id}`. One that changes nothing is a mistake. */
export const productChange: Decoder<ProductChangeRequest> = Object.assign(
  (body: unknown) =>
    Either.filterOrLeft(
      change(body),
      (request) => Object.keys(request).length > 0,
      () => invalid([], "must have amount, infinite or quantity")
    ),
  { unknownMembers: change.unknownMembers }
)
