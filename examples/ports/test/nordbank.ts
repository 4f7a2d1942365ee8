// Nordbank: `PUT /v1/operations/{key}` does it once, `GET /v1/operations/{key}` says what came of it.
import type { AcquirerAnswer, AcquirerCard, AcquirerStatus } from "@florin/core/cards/Acquirer"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { AcquirerKey } from "@florin/core/ids/Ids"
import * as Ledger from "@florin/sandbox/Ledger"
import * as SandboxAcquirer from "@florin/sandbox/SandboxAcquirer"
import { about, charge, child, payOut } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type Reply, type Requested, serving } from "./serving.js"

/** What the bank is asked to do. */
interface Operation {
  readonly kind: "authorization" | "payment" | "tokenization" | "capture" | "void" | "refund" | "credit" | "payout"
  readonly amount: number
  readonly currency: string
  readonly parent: string
  readonly authentication?: { readonly eci: string | null; readonly cavv: string | null }
  readonly card: {
    readonly number: string
    readonly exp_month: number
    readonly exp_year: number
    readonly holder?: string
    readonly security_code?: string
  }
}

const cardOf = ({ exp_month, exp_year, holder, number, security_code }: Operation["card"]): AcquirerCard => ({
  number: Redacted.make(number),
  expMonth: exp_month,
  expYear: exp_year,
  ...(holder === undefined ? {} : { holder }),
  ...(security_code === undefined ? {} : { securityCode: Redacted.make(security_code) })
})

const keyOf = (path: string): AcquirerKey => AcquirerKey.make(path.slice("/v1/operations/".length))

const requestOf = ({ body: { amount, card, currency, kind, parent }, path }: Requested<Operation>) => {
  const order = { amount, currency, key: keyOf(path) }
  switch (kind) {
    case "capture":
      return child("Capture", AcquirerKey.make(parent), order)
    case "void":
      return child("Void", AcquirerKey.make(parent), order)
    case "refund":
      return child("Refund", AcquirerKey.make(parent), order)
    case "credit":
    case "payout":
      return payOut(kind, cardOf(card), order)
    case "authorization":
    case "payment":
    case "tokenization":
      return charge(kind, cardOf(card), order)
  }
}

const codes: Partial<Record<DeclineReason, string>> = { funds: "51", "card-expired": "54", "not-allowed": "57" }

const replyOf = (decided: AcquirerAnswer | AcquirerStatus): Reply => {
  switch (decided._tag) {
    case "Approved": {
      const { authCode: auth_code, refId: reference, rrn } = decided.report
      return { status: 200, body: { state: "approved", reference, auth_code, rrn } }
    }
    case "Declined": {
      if (decided.reason === "duplicate-at-acquirer") return { status: 409, body: { error: "another_operation" } }
      const { message: text, refId: reference } = decided.report
      return { status: 200, body: { state: "declined", reference, code: codes[decided.reason] ?? "05", text } }
    }
    case "NotFound":
      return { status: 404, body: { error: "unknown_operation" } }
    default:
      return "lost"
  }
}

/** The bank, and its books. */
export const nordbank = Effect.gen(function* () {
  const { perform, status } = yield* SandboxAcquirer.SandboxAcquirer
  const { movements } = yield* Ledger.Ledger
  const operations: Array<Operation> = []
  const provider = yield* serving<Operation>((requested) => {
    if (requested.method === "PUT") operations.push(requested.body)
    const decided: Effect.Effect<AcquirerAnswer | AcquirerStatus> =
      requested.method === "GET" ? status(keyOf(requested.path), about) : Effect.flatMap(requestOf(requested), perform)
    return Effect.runPromise(Effect.map(decided, replyOf))
  })
  const movementsOf = (key: string) =>
    Effect.orDie(Effect.map(movements, (all) => all.filter(({ reference }) => reference === key).length))
  return { provider, operations, movementsOf }
}).pipe(Effect.provide(Layer.provideMerge(SandboxAcquirer.layer(), Ledger.layerMemory)))
