import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import type { Proof, ReturnedFields, TransStatus } from "@florin/core/cards/Authentication"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { AuthenticationAnswer, type AuthenticationRequest } from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { TestCard } from "../TestCards.js"

/** One authentication of the simulated server. `secret` never leaves it. */
const Opened = Schema.Struct({
  reference: Schema.String,
  secret: Schema.String,
  enrolled: Schema.Boolean,
  version: Schema.Literal(1, 2),
  /** The issuer identifies the browser first. */
  method: Schema.Boolean,
  challenge: Schema.Boolean,
  transStatus: Schema.Literal("Y", "A", "N", "R", "U"),
  shop: Schema.String,
  amount: Amount,
  currency: Currency,
  language: Schema.String,
  last4: Schema.String,
  returnUrl: Schema.String
})

export type Opened = typeof Opened.Type

const json = Schema.parseJson(Opened)
const decoded = Schema.decodeUnknownOption(json)

export const encode: (opened: Opened) => string = Schema.encodeSync(json)

export const decode = (text: string | null): Opened | undefined => Option.getOrUndefined(decoded(text))

/** Its records lie beside those of the acquirer's keys. */
export const keyOf = (reference: string): AcquirerKey => reference as AcquirerKey

/** A cardholder of this name goes through the method step. */
export const methodTrigger = "METHOD"

type Begin = Extract<AuthenticationRequest, { readonly _tag: "Begin" }>

export const open = ({ card, key, returnUrl, transaction }: Begin, known: TestCard | undefined, secret: string) => {
  const behaviour = known?.threeDSecure ?? undefined
  const opened: Opened = {
    reference: key,
    secret,
    enrolled: behaviour !== undefined,
    version: behaviour?.version ?? 2,
    method: behaviour?.version === 2 && (card.holder ?? "").trim().toUpperCase() === methodTrigger,
    challenge: behaviour?.challenge ?? false,
    transStatus: behaviour?.transStatus ?? "U",
    shop: transaction.shop,
    amount: transaction.amount,
    currency: transaction.currency,
    language: transaction.language,
    last4: transaction.card?.facts.last4 ?? "",
    returnUrl
  }
  return opened
}

const base64 = (text: string): string => Buffer.from(text).toString("base64url")
const signed = ({ secret }: Opened, what: string): string =>
  createHmac("sha256", Buffer.from(secret, "hex")).update(what).digest("base64url")

const digest = (reference: string, bytes: number): string =>
  createHash("sha256").update(reference).digest().subarray(0, bytes).toString("base64")

const messages: Readonly<Record<TransStatus, string | null>> = {
  Y: null,
  A: "The issuer does not take part",
  N: "The customer was not authenticated",
  R: "The issuer refused the authentication",
  U: "The issuer could not authenticate"
}

const proofOf = ({ reference }: Opened, transStatus: TransStatus): Proof => {
  const isDone = transStatus === "Y" || transStatus === "A"
  return {
    transStatus,
    eci: null,
    cavv: isDone ? digest(reference, 20) : null,
    cavvAlgorithm: isDone ? "3" : null,
    xid: digest(`xid ${reference}`, 20),
    message: messages[transStatus]
  }
}

const concluded = (opened: Opened, transStatus: TransStatus): AuthenticationAnswer => {
  const { reference, version } = opened
  const answer = { reference, version, proof: proofOf(opened, transStatus) }
  return transStatus === "Y" || transStatus === "A"
    ? AuthenticationAnswer.Authenticated(answer)
    : AuthenticationAnswer.Refused(answer)
}

/** `{base_url}/process/{uid}/return` of the gateway: its own pages lie beside it. */
const pageAt = ({ returnUrl }: Opened, path: string): string =>
  returnUrl.replace(/\/process\/[^/]+\/return$/, `/sandbox/${path}`)

const sessionOf = (opened: Opened): string => signed(opened, "session")

/** How messages of 3-D Secure 2 name their authentication. */
const messageOf = ({ reference, version }: Opened, messageType: "CReq" | "CRes"): object =>
  version === 2 ? { threeDSServerTransID: reference, messageType } : {}

const afterMethod = (opened: Opened): AuthenticationAnswer => {
  const { challenge, reference, transStatus, version } = opened
  if (!challenge) return concluded(opened, transStatus)
  const acsUrl = pageAt(opened, "acs")
  const request = base64(JSON.stringify({ reference, ...messageOf(opened, "CReq") }))
  const carried = sessionOf(opened)
  return AuthenticationAnswer.ChallengeNeeded({
    reference,
    challenge:
      version === 2
        ? { version, acsUrl, creq: request, sessionData: carried }
        : { version, acsUrl, paReq: request, md: carried }
  })
}

export const firstAnswer = (opened: Opened): AuthenticationAnswer => {
  const { enrolled, method, reference } = opened
  if (!enrolled) return AuthenticationAnswer.NotEnrolled()
  if (!method) return afterMethod(opened)
  const data = base64(JSON.stringify({ reference, notificationURL: opened.returnUrl }))
  return AuthenticationAnswer.MethodNeeded({ reference, method: { url: pageAt(opened, "method"), data } })
}

/** What a customer can do on the issuer's page. */
const outcomes = { approve: "Y", decline: "N", cancel: "N" } as const

type Choice = keyof typeof outcomes

/** What the issuer's page posts. Its signature stands in it, so that every altered one is another. */
const resultOf = (opened: Opened, choice: Choice): string =>
  JSON.stringify({
    reference: opened.reference,
    ...messageOf(opened, "CRes"),
    choice,
    signature: signed(opened, choice)
  })

const isEqual = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const choices = ["approve", "decline", "cancel"] as const

/** The page in between may add padding and line breaks. */
const choiceOf = (opened: Opened, text: string): Choice | undefined => {
  const result = Buffer.from(text, "base64url").toString("utf8")
  return choices.find((choice) => isEqual(result, resultOf(opened, choice)))
}

/** The customer is back: from the method step, or from the issuer's page with a signed result. */
export const nextAnswer = (opened: Opened, fields: ReturnedFields): AuthenticationAnswer => {
  const result = opened.version === 2 ? fields.cres : fields.PaRes
  if (result === undefined) return opened.method ? afterMethod(opened) : AuthenticationAnswer.NotConcluded()
  const choice = choiceOf(opened, result)
  return choice === undefined ? AuthenticationAnswer.NotConcluded() : concluded(opened, outcomes[choice])
}

const Requested = Schema.decodeUnknownOption(Schema.parseJson(Schema.Struct({ reference: Schema.String })))

const methodField = "threeDSMethodData"

const referenceIn = (text = ""): string | undefined =>
  Option.getOrUndefined(Requested(Buffer.from(text, "base64url").toString("utf8")))?.reference

/** The authentication whose method step a frame brings. */
export const methodReferenceOf = (fields: Readonly<Record<string, string>>): string | undefined =>
  referenceIn(fields[methodField])

/** The end of a method step: where the issuer's page sends its frame, with these form fields. */
export interface Identified extends Pick<Opened, "language"> {
  readonly returnUrl: string
  readonly fields: Readonly<Record<string, string>>
}

export const identified = ({ language, method, returnUrl }: Opened, fields: Readonly<Record<string, string>>) =>
  method
    ? ({ language, returnUrl, fields: { [methodField]: fields[methodField] ?? "" } } satisfies Identified)
    : undefined

/** The authentication that a customer brings to the issuer's page. */
export const referenceOf = ({ PaReq, creq }: Readonly<Record<string, string>>): string | undefined =>
  referenceIn(creq ?? PaReq)

export interface Page extends Pick<Opened, "shop" | "amount" | "currency" | "language" | "last4"> {
  /** Where each choice leads. */
  readonly returnUrl: string
  /** The form fields of each choice. */
  readonly choices: Readonly<Record<Choice, Readonly<Record<string, string>>>>
  /** The fields that bring the customer here again. */
  readonly again: Readonly<Record<string, string>>
  /** A wrong code was entered before. */
  readonly isWrong: boolean
}

/** The issuer's page. The customer brings the session's secret and takes it back. */
export const pageOf = (opened: Opened, fields: Readonly<Record<string, string>>): Page | undefined => {
  const { amount, challenge, currency, language, last4, returnUrl, shop, version } = opened
  const carried = (version === 2 ? fields.threeDSSessionData : fields.MD) ?? ""
  if (!challenge || !isEqual(carried, sessionOf(opened))) return undefined
  const leave = (choice: Choice): Readonly<Record<string, string>> =>
    version === 2
      ? { cres: base64(resultOf(opened, choice)), threeDSSessionData: carried }
      : { PaRes: base64(resultOf(opened, choice)), MD: carried }
  const brought = version === 2 ? ["creq", "threeDSSessionData"] : ["PaReq", "MD"]
  return {
    shop,
    amount,
    currency,
    language,
    last4,
    returnUrl,
    choices: { approve: leave("approve"), decline: leave("decline"), cancel: leave("cancel") },
    again: Object.fromEntries(brought.map((name) => [name, fields[name] ?? ""])),
    isWrong: fields.wrong !== undefined
  }
}
