/** What is answered, asked and told about one charge, in any order, often or never, comes to what the acquirer did. */

import type { OutcomeReport } from "@florin/core/card-operations/ReportRules"
import { type BeginFacts, begin, concluded } from "@florin/core/card-operations/ReversalRules"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { Commit, Decision } from "@florin/core/commits/Commit"
import type { JobRecord } from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { ProviderStatus, RecordContext } from "@florin/core/operations/TransactionKind"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { reported } from "../../src/card-operations/internal/reportCommit.js"
import { record } from "../../src/operations/internal/outcomeRecord.js"
import { supersede } from "../../src/operations/internal/supersede.js"
import { claimed, kindOf, notification, now, shopWith, totals, transactionWith, uid } from "../samples.js"

const own = AcquirerKey.make(uid("1"))
const reverse = AcquirerKey.make(`${uid("1")}:reverse`)

const foreign = AcquirerKey.make(uid("2"))
const one = Amount.make(1)
const shop = shopWith()
const none = totals()
const [recovering, taking] = [claimed("recover"), claimed("reverse")]
const approved = CardEvent.Approved({ report: { ...noReport, avsResult: "N" } })
const refused = CardEvent.Declined({ reason: "do-not-honour", report: noReport })

const rejecting = { avsCvcVerification: { avsVerification: { rejectCodes: ["N"] } } }
const initial = transactionWith({ status: "pending" })

const kinds = { authorization: "rolls-back", payment: "rolls-back", capture: "rolls-forward" } as const

/** What the acquirer does once it has the request. `lost`: it never gets it. */
interface Truth {
  readonly type: keyof typeof kinds
  readonly decision: "approves" | "declines" | "lost"
  /** The merchant rejects the AVS result that the acquirer reports. */
  readonly rejects: boolean
  /** It refuses to take an approval back. */
  readonly keeps: boolean
}

const steps = [
  "arrive",
  "answer",
  "lose",
  "crash",
  "ask",
  "tell",
  "tell",
  "misreport",
  "reverse",
  "unheard",
  "confirm"
] as const

type Step = (typeof steps)[number]

class World {
  transaction: CardTransaction
  /** What the process that calls has seen. */
  private readonly before: CardTransaction
  readonly jobs = new Map<string, JobRecord>([["recover", recovering]])
  isCalling = true
  hasArrived = false
  /** What became of the reversal at the acquirer. */
  reversal: "none" | "taken-back" | "refused" = "none"

  constructor(readonly truth: Truth) {
    const additionalData = truth.rejects && truth.type !== "capture" ? rejecting : {}
    this.before = { ...initial, type: truth.type, details: { additionalData } }
    this.transaction = this.before
  }

  get kind() {
    return kindOf(kinds[this.truth.type])
  }

  get context(): RecordContext {
    const encode = ({ status, version }: Transaction) => `${version} ${status}`
    const { writesOf } = this.kind
    return { shop, encode, now, writesOf, notification, parentNotification: notification }
  }

  /** What the acquirer says of the key. */
  get known(): ProviderStatus {
    if (!this.hasArrived) return "never-seen"
    return this.truth.decision === "declines" ? refused : approved
  }

  /** Performs the writes of a decision, all or none; says whether it was committed. */
  private perform(decision: Decision<unknown, unknown>): boolean {
    if (decision._tag === "Refused" || decision.writes.some((write) => this.isStale(write))) return false
    for (const write of decision.writes) this.write(write)
    return true
  }

  private isStale(write: Write): boolean {
    switch (write._tag) {
      case "ReplaceTransaction":
        return write.transaction.version !== this.transaction.version + 1
      case "FinishJob":
      case "PostponeJob":
      case "SuspendJob":
        return this.jobs.get(write.job.kind)?.fence !== write.job.fence
      default:
        return false
    }
  }

  private write(write: Write): void {
    switch (write._tag) {
      case "ReplaceTransaction":
        this.transaction = ofCard(write.transaction)!
        return
      case "EnqueueJob":
        if (!this.jobs.has(write.job.kind))
          this.jobs.set(write.job.kind, { ...recovering, kind: write.job.kind, owner: null })
        return
      case "FinishJob":
      case "CancelJob":
        this.jobs.delete(write.job.kind)
        return
      case "PostponeJob":
        this.jobs.set(write.job.kind, { ...this.jobs.get(write.job.kind)!, owner: null })
        return
      default:
        return
    }
  }

  private commit<Facts>({ decide }: Commit<Facts, unknown, unknown>, facts: object): boolean {
    return this.perform(decide(facts as Facts))
  }

  /** What a call or a question has brought. */
  private record(before: CardTransaction, event: CardEvent): void {
    const { kind } = this
    if (this.commit(record({ kind, transaction: before, event, job: recovering }, this.context), {})) return
    this.commit(supersede({ kind, transaction: before, event }, this.context), { current: this.transaction })
  }

  tell(report: Partial<OutcomeReport>): void {
    const decision = this.known as OutcomeReport["decision"]
    const whole = { gatewayId: 1, key: own, decision, ...report }
    const { transaction } = this
    this.commit(reported({ transaction, report: whole }, this.context), {
      ...{ transaction, calling: this.jobs.get("recover"), reversing: this.jobs.get("reverse") }
    })
  }

  /** One round of taking an approval back. `isHeard`: the acquirer's answer arrives. */
  private reverse(isReceived: boolean): void {
    if (!this.jobs.has("reverse")) return
    const facts: BeginFacts = { transaction: this.transaction, totals: none, held: undefined }
    const begun = begin(taking, facts, { known: this.known, now, writing: this.context })
    this.perform(begun)
    if (begun._tag !== "Decided" || begun.answer._tag !== "Begun") return
    if (this.reversal === "none") this.reversal = this.truth.keeps ? "refused" : "taken-back"
    const conclusion = this.reversal === "refused" ? "correct" : "finish"
    if (isReceived) this.perform(concluded(conclusion, taking, { transaction: this.transaction }, this.context))
  }

  step(step: Step): void {
    const { hasArrived, isCalling, transaction, truth } = this
    switch (step) {
      case "arrive":
        this.hasArrived ||= truth.decision !== "lost"
        break
      case "answer":
        if (isCalling && hasArrived) this.end(this.known as CardEvent)
        break
      case "lose":
        if (isCalling) this.end(CardEvent.NoAnswer())
        break
      case "crash":
        this.isCalling = false
        if (isCalling && this.jobs.has("recover")) this.jobs.set("recover", { ...recovering, owner: null })
        break
      case "ask":
        if (this.jobs.has("recover") && !isCalling && transaction.status === "pending") this.ask()
        break
      case "tell":
        this.tell(hasArrived ? {} : { decision: undefined })
        break
      case "misreport":
        if (hasArrived) this.misreport()
        break
      case "reverse":
        this.reverse(true)
        break
      case "unheard":
        this.reverse(false)
        break
      case "confirm": {
        const decision = (this.reversal === "refused" ? refused : approved) as OutcomeReport["decision"]
        if (this.reversal !== "none") this.tell({ key: reverse, decision })
      }
    }
  }

  private end(event: CardEvent): void {
    this.isCalling = false
    this.record(this.before, event)
  }

  private ask(): void {
    if (this.known !== "never-seen") this.record(this.transaction, this.known as CardEvent)
    // Before the window is over a key that was never seen may still arrive.
    else if (this.truth.decision === "lost") this.record(this.transaction, CardEvent.NotDone({}))
  }

  /** Reports that are not about it, or not to be believed. */
  private misreport(): void {
    this.tell({ gatewayId: 2 })
    this.tell({ key: foreign })
    this.tell({ key: undefined, reference: "another" })
    this.tell({ amount: one, decision: approved as OutcomeReport["decision"] })
  }

  /** All that is due is done, and the acquirer answers everything. */
  settle(): void {
    this.step("arrive")
    this.step("answer")
    this.step("lose")
    for (let round = 0; round < 5; round++) {
      this.step("ask")
      this.step("reverse")
    }
  }
}

const expectedOf = ({ decision, keeps, rejects, type }: Truth): string => {
  if (decision !== "approves") return "failed none"
  if (!rejects || type === "capture") return "successful none"
  return keeps ? "successful refused" : "failed taken-back"
}

const truths: fc.Arbitrary<Truth> = fc.record({
  type: fc.constantFrom("authorization", "payment", "capture"),
  decision: fc.constantFrom("approves", "declines", "lost"),
  rejects: fc.boolean(),
  keeps: fc.boolean()
})

describe("D53 An outcome that is answered, asked and told", () => {
  it("is what the acquirer did, whatever comes first, late, often, wrongly or never", () => {
    fc.assert(
      fc.property(truths, fc.array(fc.constantFrom(...steps), { maxLength: 14 }), (truth, played) => {
        const world = new World(truth)
        for (const step of played) world.step(step)
        world.settle()
        assert.strictEqual(`${world.transaction.status} ${world.reversal}`, expectedOf(truth))
        assert.isFalse(world.jobs.has("recover") || world.jobs.has("reverse"))
        // What is told once more changes nothing.
        const { transaction } = world
        for (const step of ["tell", "misreport", "confirm", "reverse", "ask"] as const) world.step(step)
        assert.strictEqual(world.transaction, transaction)
        assert.isFalse(world.jobs.has("reverse"))
      }),
      { numRuns: 20_000 }
    )
  }, 120_000)
})
