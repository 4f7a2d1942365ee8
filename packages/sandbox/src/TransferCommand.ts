/** The bodies of the sandbox's commands about transfers: what a customer pays, how a bank or an operator decides. */
import { PositiveAmount } from "@florin/core/money/Amount"
import { instant, text } from "@florin/core/request/Fields"
import { type FieldError, InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

type Members = Readonly<Record<string, unknown>>

/** Reads members one by one, and remembers what is wrong. */
interface Reader {
  readonly members: Members
  readonly errors: Array<FieldError>
}

// Source: D3.
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ""

/** An optional member. It is left out where it is absent or wrong. */
const member = <const Name extends string, A, I>(
  name: Name,
  sent: string,
  schema: Schema.Schema<A, I>,
  sentence: string
) => {
  const decode = Schema.decodeUnknownOption(schema)
  return ({ errors, members }: Reader): { readonly [_ in Name]?: A } => {
    const value = members[sent]
    if (isAbsent(value)) return {}
    const read = decode(value)
    if (Option.isSome(read)) return { [name]: read.value } as { readonly [_ in Name]?: A }
    errors.push({ path: [sent], sentence })
    return {}
  }
}

const amount = member("amount", "amount", PositiveAmount, "must be a positive integer in minor units")
const paidAt = member("paidAt", "paid_at", instant, "is invalid. Format should be ISO 8601 with a time-zone offset")
const message = member("message", "message", text(255), "must be a string of at most 255 characters")

/** Unknown members are ignored. */
const decoder =
  <A>(read: (reader: Reader) => A) =>
  (body: unknown): Effect.Effect<A, InvalidRequest> => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      return invalid([], "Request body must be a JSON object")
    }
    const errors: Array<FieldError> = []
    const value = read({ members: body as Members, errors })
    return errors.length === 0
      ? Effect.succeed(value)
      : new InvalidRequest({ errors: errors as [FieldError, ...Array<FieldError>] })
  }

/** `{"amount"?, "paid_at"?}`. Source: D38. */
export const payment = decoder((reader) => ({ ...amount(reader), ...paidAt(reader) }))

/** `{"amount"?, "message"?}`. Source: D38. */
export const outcome = decoder((reader) => ({ ...amount(reader), ...message(reader) }))

/** `{"message"?}`. */
export const refusal = decoder((reader) => message(reader))
