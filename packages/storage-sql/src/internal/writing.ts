import type { SavedCard } from "@florin/core/cards/CardStore"
import type { HeldJob, Write } from "@florin/core/commits/Write"
import { Entropy } from "@florin/core/ids/Ids"
import * as Fields from "@florin/core/request/Fields"
import type { SqlValue } from "@florin/core/store/UnitOfWork"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { billing, jobs, outbox, type Statement, type Step, transactions, transfers } from "./statements.js"
import { agreementOf, documentOf, planDocument } from "./subscriptionRows.js"

/** What a store adds to a job: its order among jobs due at the same instant, and a fence that no earlier job had. */
interface Numbers {
  readonly place: () => number
  readonly fence: () => number
}

interface Options extends Numbers {
  /** Called for a write of several MiB. */
  readonly large?: () => void
}

// The most jobs that can be added in a millisecond before their places run ahead of the clock.
const placesPerMillisecond = 1000

/** Places increase throughout the life of a process and start above those of the previous process. */
export const numbering: Effect.Effect<Numbers> = Effect.gen(function* () {
  const entropy = yield* Entropy
  let last = (yield* Clock.currentTimeMillis) * placesPerMillisecond
  return {
    place: () => {
      last += 1
      return last
    },
    fence: () => entropy(6).reduce((sum, byte) => sum * 256 + byte, 0)
  }
})

const millis = DateTime.toEpochMillis

const step = (statement: Statement, ...values: ReadonlyArray<SqlValue>): Step => ({ statement, values })

/** The document of a saved card. The sealed number has its own columns, because key rotation changes it. */
const cardDocument = (card: SavedCard): string =>
  JSON.stringify({ ...card, number: undefined, createdAt: millis(card.createdAt) })

const cardInserted = (_: SavedCard): Step =>
  step(
    transactions.insertCard,
    ...[_.shop, _.token, _.number.keyId, _.number.sealed, millis(_.createdAt), cardDocument(_)]
  )

const timestamp = (instant: DateTime.Utc | null): string | null => (instant === null ? null : Fields.timestamp(instant))

// Same output as the default encoding of the instants, but faster.
const transactionDocument = (_: Transaction): string =>
  JSON.stringify({
    ..._,
    createdAt: Fields.timestamp(_.createdAt),
    updatedAt: Fields.timestamp(_.updatedAt),
    paidAt: timestamp(_.paidAt),
    expiredAt: timestamp(_.expiredAt),
    closedAt: timestamp(_.closedAt),
    settledAt: timestamp(_.settledAt)
  })

const inserted = ({ terms, transaction: _ }: Extract<Write, { _tag: "InsertTransaction" }>): ReadonlyArray<Step> => {
  const createdAt = millis(_.createdAt)
  const insert = step(
    transactions.insert,
    _.shop,
    _.uid,
    _.type,
    _.status,
    _.amount,
    _.parentUid ?? null,
    terms.fingerprint,
    createdAt,
    _.version,
    transactionDocument(_)
  )
  const ids = Array.from(new Set(terms.trackingIds), (id) =>
    step(transactions.insertTrackingId, _.shop, id, createdAt, _.uid)
  )
  return isWaitingProof(_) ? [insert, ...ids, step(transfers.awaitProof, _.shop, _.uid, createdAt)] : [insert, ...ids]
}

const isWaitingProof = ({ status, type }: Transaction): boolean => type === "proof" && status === "pending"

const replaced = (_: Transaction): ReadonlyArray<Step> => {
  const texts = [_.status, _.amount, _.version, transactionDocument(_)] as const
  const replace = step(transactions.replace, ...texts, _.shop, _.uid, _.version - 1)
  return _.type !== "proof" || isWaitingProof(_) ? [replace] : [replace, step(transfers.decideProof, _.shop, _.uid)]
}

/** Unit: bytes. */
const pieceLength = 262_144

type DocumentWrite = Extract<Write, { readonly _tag: "InsertDocument" }>

const documentInserted = ({ document: _ }: DocumentWrite, large: Options["large"]): ReadonlyArray<Step> => {
  const { content, keyId, wrapped } = _.sealed
  large?.()
  const pieces = Array.from({ length: Math.ceil(content.length / pieceLength) }, (_, place) =>
    content.subarray(place * pieceLength, (place + 1) * pieceLength)
  )
  return [
    step(transfers.insertDocument, _.shop, _.proof, _.fileName, _.size, millis(_.createdAt), keyId, wrapped),
    ...pieces.map((piece, place) => step(transfers.insertContent, _.shop, _.proof, place, piece))
  ]
}

/** The end of the year 9999: when a parked job is due. */
export const never = Date.UTC(9999, 11, 31)

const held = ({ fence, kind, shop, subject }: HeldJob) => [shop, kind, subject, fence] as const

const announced = ({ notification: _ }: Extract<Write, { _tag: "InsertNotification" }>): ReadonlyArray<Step> => [
  step(outbox.supersede, millis(_.createdAt), _.shop, _.subject, _.sequence),
  step(
    outbox.insert,
    _.shop,
    _.id,
    _.subject,
    _.sequence,
    _.url,
    _.body,
    _.status,
    _.attempts,
    _.lastResult,
    millis(_.createdAt),
    millis(_.updatedAt)
  )
]

type BillingWrite = Extract<
  Write,
  { readonly _tag: "InsertPlan" | "InsertCustomer" | "InsertSubscription" | "ReplaceSubscription" }
>

const ofBilling = (write: BillingWrite, place: Numbers["place"]): Step => {
  switch (write._tag) {
    case "InsertPlan": {
      const { plan: _ } = write
      return step(billing.insertPlan, _.shop, _.id, place(), JSON.stringify(planDocument(_)))
    }
    case "InsertCustomer": {
      const { customer: _ } = write
      const document = JSON.stringify({ ..._, createdAt: Fields.timestamp(_.createdAt) })
      return step(billing.insertCustomer, _.shop, _.id, place(), document)
    }
    case "InsertSubscription": {
      const { subscription: _ } = write
      const texts = [agreementOf(_), documentOf(_)] as const
      return step(billing.insertSubscription, _.shop, _.id, _.state, place(), _.version, ...texts)
    }
    case "ReplaceSubscription": {
      const { isAgreedAlike, replaces, subscription: _ } = write
      const row = [_.state, _.version, documentOf(_), _.shop, _.id, replaces] as const
      return isAgreedAlike
        ? step(billing.replaceSubscription, ...row)
        : step(billing.replaceAgreement, agreementOf(_), ...row)
    }
  }
}

type EvidenceWrite = Extract<Write, { readonly _tag: "KeepEvidence" | "SettleEvidence" }>

const ofEvidence = (write: EvidenceWrite): Step => {
  switch (write._tag) {
    case "KeepEvidence":
      return step(transfers.keepEvidence, write.shop, write.uid, write.at)
    case "SettleEvidence":
      return step(transfers.settleEvidence, write.shop, write.uid)
  }
}

/** The column `subject`: behind a space what a command made, once it has had its effect. */
const subjectText = ({ made, subject }: Extract<Write, { readonly _tag: "ClaimKey" | "MarkKey" }>): string | null =>
  subject === undefined ? null : made === undefined ? subject : `${subject} ${made}`

type KeyWrite = Extract<Write, { readonly _tag: "ClaimKey" | "MarkKey" | "KeepAnswer" | "ForgetKeys" }>

const ofKeys = (write: KeyWrite): ReadonlyArray<Step> => {
  switch (write._tag) {
    case "ClaimKey": {
      const { fingerprint, key, now, shop, unanswered } = write
      const subject = subjectText(write)
      return unanswered === true
        ? [step(outbox.claimUnanswered, fingerprint, now, subject, shop, key)]
        : [step(outbox.claimKey, shop, key, fingerprint, now, subject)]
    }
    case "MarkKey":
      return [step(outbox.markKey, subjectText(write), write.shop, write.key)]
    case "KeepAnswer":
      return [step(outbox.keepAnswer, write.answer.status, write.answer.body, write.shop, write.key)]
    case "ForgetKeys":
      return write.keys.map(([shop, key]) => step(outbox.forgetKey, shop, key))
  }
}

/** The statements of a write, in execution order. */
export const stepsOf =
  ({ fence, large, place }: Options) =>
  (write: Write): ReadonlyArray<Step> => {
    switch (write._tag) {
      case "InsertTransaction":
        return inserted(write)
      case "ReplaceTransaction":
        return replaced(write.transaction)
      case "AppendHistory": {
        const { shop, transition: _, uid } = write
        const { detail, from, to, trigger, version } = _
        return [step(transactions.appendHistory, shop, uid, version, millis(_.at), trigger, from, to, detail)]
      }
      case "InsertPlan":
      case "InsertCustomer":
      case "InsertSubscription":
      case "ReplaceSubscription":
        return [ofBilling(write, place)]
      case "InsertCard":
        return [cardInserted(write.card)]
      case "ReplaceCard":
        return [step(transactions.replaceCard, cardDocument(write.card), write.card.shop, write.card.token)]
      case "InsertDocument":
        return documentInserted(write, large)
      case "KeepEvidence":
      case "SettleEvidence":
        return [ofEvidence(write)]
      case "EnqueueJob": {
        const { kind, shop, subject } = write.job
        return [step(jobs.enqueue, shop, kind, subject, write.share, write.runAt, place(), fence())]
      }
      case "HoldJob": {
        const { fence, kind, shop, subject } = write.job
        return [step(jobs.hold, shop, kind, subject, write.share, write.runAt, place(), write.owner, fence)]
      }
      case "ClaimJob":
        return [step(jobs.claim, write.owner, ...held(write.job))]
      case "FinishJob":
        return [step(jobs.finish, ...held(write.job))]
      case "PostponeJob":
        return [step(jobs.postpone, write.runAt, place(), ...held(write.job))]
      case "ParkJob":
        return [step(jobs.park, never, place(), ...held(write.job))]
      case "KeepJob":
        return [step(jobs.keep, write.runAt, place(), ...held(write.job))]
      case "ReleaseJob":
        return [step(jobs.release, ...held(write.job))]
      case "CancelJob":
        return [step(jobs.cancel, write.job.shop, write.job.kind, write.job.subject)]
      case "RegisterWorker":
        return [step(jobs.register, write.owner)]
      case "Heartbeat":
        return [step(jobs.heartbeat, write.owner)]
      case "DeregisterWorker":
        return write.heartbeats === undefined
          ? [step(jobs.deregister, write.owner)]
          : [step(jobs.deregisterSilent, write.owner, write.heartbeats)]
      case "ReleaseOrphans":
        return [step(jobs.releaseOrphans)]
      case "InsertNotification":
        return announced(write)
      case "UpdateNotification": {
        const { attempts, id, lastResult, shop, status, updatedAt } = write.notification
        return [step(outbox.update, status, attempts, lastResult, millis(updatedAt), shop, id)]
      }
      case "ClaimKey":
      case "MarkKey":
      case "KeepAnswer":
      case "ForgetKeys":
        return ofKeys(write)
    }
  }
