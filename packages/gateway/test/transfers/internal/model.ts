/** What should become of transfers: arithmetic of its own, without a machine and without a store. */

/** Unit of amounts: kopecks; of instants: milliseconds since 1970. */
export interface Payment {
  readonly method: "sbp" | "sbp_data"
  /** The last instant that counts; none if the bank decides. */
  readonly lastInstant: number | undefined
  /** How it ends when that has passed unpaid. */
  readonly endsAs: "failed" | "expired"
  readonly status: "pending" | "successful" | "failed" | "expired"
  readonly amount: number
  /** What the bank has received, and what of it counts. The rest is evidence, or was set aside by an operator. */
  readonly received: number
  readonly counted: number
  readonly evidence: number
  readonly setAside: number
  /** What the bank received first: it pays back no more. */
  readonly first: number | undefined
  /** How often the bank received something. */
  readonly payments: number
  readonly isRejected: boolean
  readonly proofs: number
  readonly proving: number | undefined
  readonly refunds: ReadonlyArray<Refund>
}

export interface Refund {
  readonly status: "pending" | "successful" | "failed"
  readonly amount: number
}

const quarter = 15 * 60_000

/** A new payment. `expiresAfter`: of its own `expired_at`. */
export const opened = (
  method: Payment["method"],
  amount: number,
  now: number,
  expiresAfter: number | undefined
): Payment => {
  const payBy = method === "sbp_data" ? now + quarter : undefined
  const expiredAt = expiresAfter === undefined ? undefined : now + expiresAfter
  const isOwn = expiredAt !== undefined && (payBy === undefined || expiredAt < payBy)
  return {
    method,
    amount,
    lastInstant: isOwn ? expiredAt : payBy,
    endsAs: isOwn ? "expired" : "failed",
    status: "pending",
    ...{ received: 0, counted: 0, evidence: 0, setAside: 0, first: undefined, payments: 0, isRejected: false },
    ...{ proofs: 0, proving: undefined, refunds: [] }
  }
}

/** Time passes while the bank has nothing to tell. A payment's own end is over when it is reached. */
export const after = (payment: Payment, now: number): Payment => {
  const { endsAs, lastInstant, status } = payment
  if (status !== "pending" || lastInstant === undefined) return payment
  const isOver = endsAs === "expired" ? now >= lastInstant : now > lastInstant
  return isOver ? { ...payment, status: endsAs } : payment
}

/** The bank receives money, dated so, and says it at once. */
export const paid = (payment: Payment, amount: number, at: number): Payment => {
  const { endsAs, evidence, first, lastInstant, payments, received, status } = payment
  const next = { ...payment, received: received + amount, first: first ?? amount, payments: payments + 1 }
  if (status !== "pending") return { ...next, evidence: evidence + amount }
  if (lastInstant !== undefined && at > lastInstant) {
    return { ...next, status: endsAs, evidence: evidence + amount }
  }
  return { ...next, status: "successful", amount, counted: amount }
}

/** The bank says again what it received first: news only where an operator has set that aside. */
const retold = (payment: Payment): Payment => ({
  ...payment,
  evidence: payment.evidence + payment.setAside,
  setAside: 0
})

/** A merchant has the bank asked, unless the payment is known as paid. */
export const confirmed = (payment: Payment): Payment => (payment.status === "successful" ? payment : retold(payment))

/** The bank says that it will never be paid. Of what is paid it says so again. */
export const rejected = (payment: Payment): Payment => {
  if (payment.payments === 1) return retold(payment)
  if (payment.payments > 1) return payment
  return { ...payment, isRejected: true, status: payment.status === "pending" ? "failed" : payment.status }
}

export const mayProve = ({ method, proofs, proving, status }: Payment): boolean =>
  method === "sbp_data" && status === "failed" && proving === undefined && proofs < 3

export const begun = (payment: Payment, amount: number): Payment => ({
  ...payment,
  proofs: payment.proofs + 1,
  proving: amount
})

export const decided = (payment: Payment, approved: number | undefined): Payment => ({
  ...payment,
  proving: undefined,
  ...(approved === undefined ? {} : { status: "successful", amount: approved })
})

/** What refunds take, those that wait included. */
export const taken = ({ refunds }: Payment): number =>
  refunds.reduce((sum, { amount, status }) => sum + (status === "failed" ? 0 : amount), 0)

export const left = (payment: Payment): number =>
  payment.status === "successful" ? payment.amount - taken(payment) : 0

export const mayRefund = (payment: Payment, amount: number): boolean => amount > 0 && amount <= left(payment)

/** A refund that the bank refuses at once if it has not received so much. */
export const refunded = (payment: Payment, amount: number): Payment => {
  const isCovered = amount <= (payment.first ?? 0) - taken(payment)
  return { ...payment, refunds: [...payment.refunds, { amount, status: isCovered ? "pending" : "failed" }] }
}

export const settled = (payment: Payment, index: number, status: "successful" | "failed"): Payment => ({
  ...payment,
  refunds: payment.refunds.map((refund, place) => (place === index ? { ...refund, status } : refund))
})

/** What an operator may replace the state by. */
export const mayCorrect = (payment: Payment, status: "successful" | "failed"): boolean => {
  if (payment.proving !== undefined || payment.status === status) return false
  if (status === "successful") return true
  return payment.status !== "expired" && taken(payment) === 0
}

export const corrected = (payment: Payment, status: "successful" | "failed", amount: number): Payment =>
  status === "successful"
    ? { ...payment, status, amount }
    : { ...payment, status, setAside: payment.setAside + payment.counted, counted: 0 }
