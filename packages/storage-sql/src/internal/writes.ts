/** Every kind of write: the rows that it changes, and its statements. Those of every payment are here. */
import type { SavedCard } from "@florin/core/cards/CardStore"
import type { Write } from "@florin/core/commits/Write"
import { Entropy, type ShopId } from "@florin/core/ids/Ids"
import { fingerprintWithoutKey } from "@florin/core/operations/AcceptanceRules"
import * as Findable from "@florin/core/transactions/Findable"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { billingWrites } from "./billingWrites.js"
import { checkoutWrites } from "./checkoutWrites.js"
import * as FirstAnswers from "./firstAnswers.js"
import { jobWrites } from "./jobWrites.js"
import { peopleWrites } from "./peopleStatements.js"
import { productWrites } from "./productTable.js"
import * as Records from "./records.js"
import { about, duplicateOf, keyOf } from "./rowNames.js"
import { guarded, insert, statement } from "./statement.js"
import { transferWrites } from "./transferWrites.js"
import { type Step, step } from "./values.js"
import { type Numbers, ofId, ofUid, type Performed, type WriteTable } from "./writeTable.js"

const millis = DateTime.toEpochMillis

const insertTransaction = insert(
  "transactions.insert",
  "{transactions}",
  "shop_id, uid, type, status, amount, currency, parent_uid, fingerprint, created_at, version, email, last4, customer, subscription, gateway_id, method, reason, cycle, document"
)
const insertTrackingId = insert("transactions.insert", "{tracking_ids}", "shop_id, tracking_id, created_at, uid")
const replaceTransaction = guarded(
  "transactions.update",
  `UPDATE {transactions} SET status = [status], amount = [amount:bigint], version = [version:bigint], document = [document]
  WHERE shop_id = [shop] AND uid = [uid] AND version = [replaced:bigint]`,
  ["shop", "uid"]
)
const replaceFoundOtherwise = guarded(
  "transactions.update",
  `UPDATE {transactions} SET status = [status], amount = [amount:bigint], email = [email], last4 = [last4],
    customer = [customer], gateway_id = [gatewayId:bigint], method = [method], reason = [reason],
    version = [version:bigint], document = [document]
  WHERE shop_id = [shop] AND uid = [uid] AND version = [replaced:bigint]`,
  ["shop", "uid"]
)
const appendHistory = insert(
  "transactions.record",
  "{transaction_history}",
  "shop_id, uid, version, happened_at, trigger_name, from_status, to_status, detail"
)
const insertCard = insert(
  "cards.insert",
  "{cards}",
  "shop_id, token, key_id, sealed, provider_token, created_at, customer, document"
)
const keepReference = insert("transactions.reference", "{acquirer_references}", "gateway_id, reference, shop_id, uid", {
  key: ["gateway_id", "reference", "shop_id", "uid"],
  conflict: " ON CONFLICT (gateway_id, reference, shop_id, uid) DO NOTHING"
})
const deleteCard = statement("cards.delete", "DELETE FROM {cards} WHERE shop_id = [shop] AND token = [token]")
const replaceCard = statement(
  "cards.replace",
  "UPDATE {cards} SET document = [document], provider_token = [provider_token] WHERE shop_id = [shop] AND token = [token]"
)
const awaitProof = insert("proofs.await", "{waiting_proofs}", "shop_id, uid, created_at")
const decideProof = statement("proofs.decide", "DELETE FROM {waiting_proofs} WHERE shop_id = [shop] AND uid = [uid]")

const cardDocument = (card: SavedCard): string =>
  JSON.stringify({ ...Records.cardDocument.encode(card), number: undefined, providerToken: undefined })

const isWaitingProof = ({ status, type }: Transaction): boolean => type === "proof" && status === "pending"

const inserted = (_: Transaction, fingerprint: string): Step => {
  const { gatewayId, ...found } = Findable.of(_)
  return step(insertTransaction, {
    shop_id: _.shop,
    uid: _.uid,
    type: _.type,
    status: _.status,
    amount: _.amount,
    parent_uid: _.parentUid ?? null,
    fingerprint,
    created_at: millis(_.createdAt),
    version: _.version,
    ...found,
    gateway_id: gatewayId,
    document: Records.transaction.write(_)
  })
}

const transactionWrites = {
  InsertTransaction: {
    touches: ({ transaction }) => ofUid(transaction),
    adds: ({ terms, transaction: { parentUid, shop } }) => {
      const alike = duplicateOf(shop, fingerprintWithoutKey(terms.fingerprint))
      return parentUid === undefined ? [alike] : [alike, about(shop, parentUid)]
    },
    steps: ({ terms, transaction: _ }) => {
      const named = { shop_id: _.shop, uid: _.uid, created_at: millis(_.createdAt) }
      const steps = [inserted(_, terms.fingerprint)]
      for (const id of new Set(terms.trackingIds)) steps.push(step(insertTrackingId, { tracking_id: id, ...named }))
      if (isWaitingProof(_)) steps.push(step(awaitProof, named))
      return steps
    }
  },
  ReplaceTransaction: {
    touches: ({ transaction }) => ofUid(transaction),
    steps: ({ isFoundOtherwise, transaction: _ }) => {
      const { amount, shop, status, uid, version } = _
      const document = Records.transaction.write(_)
      const row = { shop, uid, status, amount, version, replaced: version - 1, document }
      const replace = isFoundOtherwise
        ? step(replaceFoundOtherwise, { ...row, ...Findable.of(_) })
        : step(replaceTransaction, row)
      return _.type !== "proof" || isWaitingProof(_) ? [replace] : [replace, step(decideProof, _)]
    }
  },
  AppendHistory: {
    touches: ofUid,
    steps: ({ shop, transition: _, uid }) => [
      step(appendHistory, {
        shop_id: shop,
        uid,
        version: _.version,
        happened_at: millis(_.at),
        trigger_name: _.trigger,
        from_status: _.from,
        to_status: _.to,
        detail: _.detail
      })
    ]
  },
  KeepReference: {
    touches: ofUid,
    steps: ({ gatewayId, reference, shop, uid }) => [
      step(keepReference, { gateway_id: gatewayId, reference, shop_id: shop, uid })
    ]
  },
  InsertCard: {
    touches: ({ card }) => [about(card.shop, card.token)],
    steps: ({ card: _ }) => [
      step(insertCard, {
        shop_id: _.shop,
        token: _.token,
        ...Records.sealedColumns(_),
        provider_token: Records.tokenColumn(_),
        created_at: millis(_.createdAt),
        customer: _.customer ?? null,
        document: cardDocument(_)
      })
    ]
  },
  ReplaceCard: {
    touches: ({ card }) => [about(card.shop, card.token)],
    steps: ({ card: _ }) => {
      const provider_token = Records.tokenColumn(_)
      return [step(replaceCard, { shop: _.shop, token: _.token, provider_token, document: cardDocument(_) })]
    }
  },
  DeleteCard: {
    touches: ({ shop, token }) => [about(shop, token)],
    steps: (write) => [step(deleteCard, write)]
  }
} satisfies Partial<WriteTable>

// `<=`, because announcing the same state again uses the same sequence.
const supersede = statement(
  "notifications.insert",
  `UPDATE {notifications} SET status = 'superseded', updated_at = [now]
  WHERE shop_id = [shop] AND subject = [subject] AND status = 'waiting' AND sequence <= [sequence]`
)
const insertNotification = insert(
  "notifications.insert",
  "{notifications}",
  "shop_id, id, subject, sequence, url, body, status, attempts, last_result, tries, created_at, updated_at"
)
const updateNotification = statement(
  "notifications.update",
  `UPDATE {notifications} SET status = [status], attempts = [attempts], last_result = [lastResult], tries = [tries],
    updated_at = [updatedAt]
  WHERE shop_id = [shop] AND id = [id]`
)

const claimKey = statement(
  "idempotency.claim",
  `INSERT INTO {idempotency_keys} (shop_id, request_key, fingerprint, claimed_at, subject, answer_status, answer_body)
  VALUES ([shop], [key], [fingerprint], [now], [subject], NULL, NULL)
  ON CONFLICT (shop_id, request_key) DO UPDATE SET fingerprint = excluded.fingerprint,
    claimed_at = excluded.claimed_at, subject = excluded.subject, answer_status = NULL, answer_body = NULL`
)
const whileUnanswered = "WHERE shop_id = [shop] AND request_key = [key] AND answer_status IS NULL"
// The answer may have been written after the claim was read: the row lock waits for it.
const claimUnanswered = guarded(
  "idempotency.claim",
  `UPDATE {idempotency_keys} SET fingerprint = [fingerprint], claimed_at = [now:bigint], subject = [subject]
  ${whileUnanswered}`,
  ["shop", "key"]
)
const markKey = statement("idempotency.mark", `UPDATE {idempotency_keys} SET subject = [subject] ${whileUnanswered}`)
const keepAnswer = statement(
  "idempotency.answer",
  `UPDATE {idempotency_keys} SET answer_status = [status], answer_body = [body] ${whileUnanswered}`
)
const forgetKey = statement(
  "idempotency.forget",
  "DELETE FROM {idempotency_keys} WHERE shop_id = [shop] AND request_key = [key]"
)

const ofKey = ({ key, shop }: { readonly shop: ShopId; readonly key: string }): ReadonlyArray<string> => [
  keyOf(shop, key)
]

const outboxWrites = {
  InsertNotification: {
    touches: ({ notification: { id, shop, subject } }) => [about(shop, subject), about(shop, id)],
    steps: ({ notification: _ }) => [
      step(supersede, { shop: _.shop, subject: _.subject, sequence: _.sequence, now: millis(_.createdAt) }),
      step(insertNotification, {
        shop_id: _.shop,
        id: _.id,
        subject: _.subject,
        sequence: _.sequence,
        url: _.url,
        body: _.body,
        status: _.status,
        attempts: _.attempts,
        last_result: _.lastResult,
        tries: Records.triesColumn(_.tries),
        created_at: millis(_.createdAt),
        updated_at: millis(_.updatedAt)
      })
    ]
  },
  UpdateNotification: {
    touches: ({ notification }) => ofId(notification),
    steps: ({ notification: _ }) => [
      step(updateNotification, { ..._, tries: Records.triesColumn(_.tries), updatedAt: millis(_.updatedAt) })
    ]
  },
  ClaimKey: {
    touches: ofKey,
    steps: ({ fingerprint, key, made, now, shop, subject, unanswered }) => [
      step(unanswered === true ? claimUnanswered : claimKey, {
        shop,
        key,
        fingerprint,
        now,
        subject: FirstAnswers.subjectOf(subject, made)
      })
    ]
  },
  MarkKey: {
    touches: ofKey,
    steps: ({ key, made, shop, subject }) => [
      step(markKey, { shop, key, subject: FirstAnswers.subjectOf(subject, made) })
    ]
  },
  KeepAnswer: {
    touches: ofKey,
    steps: ({ answer, key, shop }) => [step(keepAnswer, { shop, key, ...FirstAnswers.columnsOf(answer) })]
  },
  ForgetKeys: {
    touches: ({ keys }) => keys.map(([shop, key]) => keyOf(shop, key)),
    steps: ({ keys }) => keys.map(([shop, key]) => step(forgetKey, { shop, key }))
  }
} satisfies Partial<WriteTable>

const writes: WriteTable = {
  ...transactionWrites,
  ...jobWrites,
  ...outboxWrites,
  ...transferWrites,
  ...billingWrites,
  ...checkoutWrites,
  ...productWrites,
  ...peopleWrites
}

/** How a write is performed. */
export const performedBy = ({ _tag }: Write): Performed<Write> => writes[_tag] as Performed<Write>

// The most rows that can be added in a millisecond before their places run ahead of the clock.
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
