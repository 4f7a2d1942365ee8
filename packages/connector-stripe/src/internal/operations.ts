/** Performs one operation at Stripe, from the port's request to its answer. */
import type { AcquirerAnswer, AcquirerRequest } from "@florin/core/cards/Acquirer"
import { type Reply, type Trace, Unclear } from "@florin/exchange/Exchange"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { counted } from "./amounts.js"
import * as Charges from "./charges.js"
import * as Children from "./children.js"
import type { SdkCall } from "./client.js"
import { errorOf, Intent, Named, read, readBody, Setup, type StripeError } from "./documents.js"
import * as Lookups from "./lookups.js"
import { keyOf, kindOf } from "./marks.js"
import { cardRefused, notProcessed, ofIntent, ofSetup, provider, refused, type Word } from "./words.js"

type Conclusion = Effect.Effect<Word, Unclear>

/** Something that Stripe has to have before the operation: it moves no money, and nothing comes of it alone. */
type Prepared<A> = Either.Either<A, Word>

const isOfCard = ({ type }: StripeError): boolean => type === "card_error"

const isMismatch = ({ type }: StripeError): boolean => type === "idempotency_error"

const isDecided = ({ status }: Reply): boolean => status === 400 || status === 402 || status === 404

const doubtful = ({ status }: Reply) => new Unclear({ because: `it answered ${status}` })

const anotherAnswer = new Unclear({ because: "the answer belongs to another request", isAlarm: true })

const otherContents = new Unclear({ because: "our key was used with other contents", isAlarm: true })

const unfound = new Unclear({ because: "our key is in use, but nothing has it" })

type Keyed = { readonly metadata?: Intent["metadata"] }

/** What the answers to charges and to checks differ in. */
interface Kind<A, I> {
  readonly document: Schema.Schema<A, I>
  readonly word: (document: A) => Either.Either<Word, Unclear>
  readonly inError: (error: StripeError) => unknown
}

const charges: Kind<Intent, typeof Intent.Encoded> = {
  document: Intent,
  word: ofIntent,
  inError: ({ payment_intent }) => payment_intent
}

const checks: Kind<Setup, typeof Setup.Encoded> = {
  document: Setup,
  word: ofSetup,
  inError: ({ setup_intent }) => setup_intent
}

const prepared = <A, I>({ client }: Children.Working, key: string, document: Schema.Schema<A, I>, call: SdkCall) =>
  Effect.flatMap(client.send(key, call), (reply): Effect.Effect<Prepared<A>, Unclear> => {
    if (reply.status === 200) return Either.map(readBody(document)(reply), Either.right)
    if (!isDecided(reply)) return doubtful(reply)
    return Effect.flatMap(errorOf(reply), (error) => {
      if (isMismatch(error)) return otherContents
      return Effect.succeed(Either.left(isOfCard(error) ? cardRefused(error) : notProcessed(error)))
    })
  })

const paymentMethodOf = (working: Children.Working, request: Charges.ChargeRequest) => {
  const owner = request.source === "token" ? request.token.customer : undefined
  const call: SdkCall = (sdk, options) => sdk.paymentMethods.create(Charges.paymentMethod(request), options)
  return Effect.map(
    prepared(working, `${request.key}:source`, Named, call),
    Either.map(({ id }): Charges.Source => ({ params: { payment_method: id }, customer: owner }))
  )
}

const withCustomer = (working: Children.Working, request: Charges.ChargeRequest, source: Charges.Source) => {
  if (!Charges.needsCustomer(request, source)) return Effect.succeed<Prepared<Charges.Source>>(Either.right(source))
  const call: SdkCall = (sdk, options) => sdk.customers.create(Charges.customer(request), options)
  return Effect.map(
    prepared(working, `${request.key}:customer`, Named, call),
    Either.map(({ id }): Charges.Source => ({ ...source, customer: id }))
  )
}

const sourceOf = Effect.fnUntraced(function* (working: Children.Working, request: Charges.ChargeRequest) {
  const asItIs = request.source === "token" ? Charges.sourceOf(request.token) : undefined
  const source = asItIs === undefined ? yield* paymentMethodOf(working, request) : Either.right(asItIs)
  return Either.isLeft(source) ? source : yield* withCustomer(working, request, source.right)
})

const isForeign = (request: Charges.ChargeRequest): boolean =>
  request.source === "token" && request.token.provider !== provider

/** Our key was used with another body: by an earlier sending of this request, or by another one. */
const known = Effect.fnUntraced(function* (
  working: Children.Working,
  request: Charges.ChargeRequest,
  units: number,
  now: DateTime.Utc
) {
  const sent = { key: request.key, from: request.transaction.createdAt, to: now, now }
  if (request.kind === "tokenization") {
    const found = yield* Lookups.setup(working, sent)
    return Option.isNone(found) ? yield* unfound : yield* ofSetup(found.value)
  }
  const found = yield* Lookups.charge(working, sent)
  if (Option.isNone(found)) return yield* unfound
  const { metadata } = found.value
  const isOurs = Lookups.isOf(found.value, units, request.currency) && kindOf(metadata) === request.kind
  if (isOurs) return yield* ofIntent(found.value)
  const says = `${working.name} has our key on another request`
  yield* Effect.annotateLogs(Effect.logError(says), { key: request.key })
  return refused("duplicate-at-acquirer")
})

const logRefusal = (name: string, key: string, { code, param }: StripeError) =>
  Effect.annotateLogs(Effect.logWarning(`${name} refused a request`), {
    key,
    code: /^[a-z_]{1,60}$/.test(code ?? "") ? code : "none",
    field: /^[a-z_[\]]{1,80}$/.test(param ?? "") ? param : "none"
  })

/** From the reply to a charge or a check. */
const ofReply = <A extends Keyed, I>(
  { name }: Children.Working,
  kind: Kind<A, I>,
  key: string,
  reply: Reply,
  onMismatch: () => Conclusion
): Conclusion => {
  const ofDocument = (document: A): Conclusion =>
    keyOf(document.metadata) === key ? kind.word(document) : anotherAnswer
  if (reply.status === 200) return Effect.flatMap(readBody(kind.document)(reply), ofDocument)
  if (!isDecided(reply)) return doubtful(reply)
  return Effect.flatMap(errorOf(reply), (error): Conclusion => {
    if (isMismatch(error)) return onMismatch()
    if (!isOfCard(error)) return Effect.as(logRefusal(name, key, error), notProcessed(error))
    const inError = kind.inError(error)
    return inError === undefined || inError === null
      ? Effect.succeed(cardRefused(error))
      : Effect.flatMap(read(kind.document)(inError), ofDocument)
  })
}

const charge = Effect.fnUntraced(function* (
  working: Children.Working,
  request: Charges.ChargeRequest,
  trace: Trace,
  now: DateTime.Utc
) {
  const units = counted(request.amount, request.currency)
  if (units === undefined || isForeign(request)) return refused("not-allowed")
  // Stripe can be asked for an authentication, and charges where there is none.
  if (request.authenticate === "forced") return refused("authentication-unavailable")
  const found = yield* sourceOf(working, request)
  if (Either.isLeft(found)) return found.left
  const onMismatch = () => known(working, request, units, now)
  if (request.kind === "tokenization") {
    const params = Charges.setup(request, found.right)
    const reply = yield* working.client.send(
      request.key,
      (sdk, options) => sdk.setupIntents.create(params, options),
      trace
    )
    return yield* ofReply(working, checks, request.key, reply, onMismatch)
  }
  const params = Charges.intent(request, units, found.right, working.multicapture)
  const call: SdkCall = (sdk, options) => sdk.paymentIntents.create(params, options)
  return yield* ofReply(working, charges, request.key, yield* working.client.send(request.key, call, trace), onMismatch)
})

/** `trace` knows whether anything was sent that can have an effect. `now` by the gateway's clock. */
export const perform = (
  working: Children.Working,
  request: AcquirerRequest,
  trace: Trace,
  now: DateTime.Utc
): Effect.Effect<AcquirerAnswer, Unclear> => {
  switch (request._tag) {
    case "Charge":
      return charge(working, request, trace, now)
    case "Payout":
      return Effect.succeed(refused("not-allowed"))
    case "Capture":
    case "Void":
    case "Refund":
      return Children.perform(working, request, trace)
  }
}
