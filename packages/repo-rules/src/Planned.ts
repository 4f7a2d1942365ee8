/**
 * Rows of the interface and decisions that later work brings, so that no test proves them yet. A mark that a test has
 * made unnecessary fails: the table only gets shorter.
 */

/** A piece of later work: its short name, why its rows wait, the rows by section, the decisions. */
export interface PlannedWork {
  readonly work: string
  readonly reason: string
  readonly rows: Readonly<Record<string, ReadonlyArray<string>>>
  readonly decisions: ReadonlyArray<string>
}

const threeDSecure: PlannedWork = {
  work: "3-D Secure",
  reason: "The steps of a verification need a 3-D Secure server, and a page that the customer comes back to.",
  rows: {
    "three_d_secure_verification object": [
      "status",
      "message",
      "ve_status",
      "acs_url",
      "pa_req",
      "md",
      "pa_res_url",
      "eci",
      "pa_status",
      "xid",
      "cavv",
      "cavv_algorithm",
      "fail_reason",
      "method_process_url",
      "creq"
    ],
    "States and transitions": ["Authorization request, 3-D Secure verification required"]
  },
  decisions: []
}

const routing: PlannedWork = {
  work: "smart routing",
  reason: "Rules as data, and what they override, are to come; without rules the check is skipped.",
  rows: { "Authorization request": ["smart-routing rules override the skip and force flags"] },
  decisions: []
}

const plans: PlannedWork = {
  work: "plans and subscriptions",
  reason: "The calendar and the retry times are there; plans, the charging of them and their pages are not.",
  rows: {
    "Create-plan request body": [
      "test",
      "title",
      "currency",
      "plan",
      "plan.amount",
      "plan.interval",
      "plan.interval_unit",
      "trial",
      "trial.amount",
      "trial.interval",
      "trial.interval_unit",
      "trial.as_first_payment",
      "language",
      "infinite",
      "billing_cycles",
      "number_payment_attempts",
      "prevent_payments_at_night"
    ],
    "Retry rules for a failed charge": ["rule 1", "rule 2"],
    "Plan object returned by the service": [
      "id",
      "title",
      "currency",
      "language",
      "plan",
      "trial",
      "number_payment_attempts",
      "test"
    ],
    Endpoints: ["Create plan", "Get plan", "List plans", "Pay for plan"],
    Errors: [
      "Plan creation with invalid or missing parameter or invalid credentials",
      "Plan creation success",
      "Plan get or list success"
    ],
    Authentication: ["Plan operations"],
    Limits: ["Plans per shop", "number_payment_attempts default"]
  },
  decisions: ["D21", "D22", "D23", "D26"]
}

const transfers: PlannedWork = {
  work: "instant bank transfer",
  reason: "Payments, proof, confirm, refunds and payouts by transfer need a transfer provider.",
  rows: {
    Conventions: ["Timestamps of instant bank-transfer responses", "Timestamps of confirm responses"],
    "Payment request additions for method sbp": ["type"],
    "Payment request additions for method sbp_data": ["return_url", "method", "type", "channel"],
    "Payment response for sbp": ["form.action"],
    "Payment response for sbp_data": [
      "uid",
      "type",
      "status",
      "amount",
      "currency",
      "description",
      "tracking_id",
      "test",
      "language",
      "created_at",
      "updated_at",
      "method_type",
      "receipt_url",
      "payment",
      "sbp_data",
      "customer",
      "manually_corrected_at",
      "message",
      "additional_data",
      "gateway"
    ],
    "Payment proof request": [
      "skip_duplicate_check",
      "amount",
      "currency",
      "document",
      "document.content_type",
      "document.file_name",
      "document.file_size",
      "document.content",
      "document.checksum"
    ],
    "proof object in status query responses": ["ref_id", "gateway_id", "status", "message"],
    "Confirm request": ["skip_duplicate_check"],
    "Confirm response": ["parent_uid", "type", "status", "message", "created_at", "amount", "currency"],
    "Payout request": ["method", "type", "account_number", "bank_code"],
    "Payout response": [
      "uid",
      "type",
      "status",
      "amount",
      "currency",
      "description",
      "created_at",
      "updated_at",
      "manually_corrected_at",
      "method_type",
      "receipt_url",
      "payout",
      "sbp",
      "customer",
      "message",
      "tracking_id",
      "test",
      "language",
      "billing_address",
      "additional_data.payment_method.type"
    ],
    "States and transitions": [
      "Instant bank-transfer payment request, Accepted",
      "pending (sbp_data), Customer pays, Within 15 minutes",
      "pending (sbp_data), Customer pays, Later than 15 minutes",
      "Payout request, Accepted"
    ],
    "Payment proof": [
      "Proof request, Payment status is failed",
      "Proof request, Payment status is pending or successful",
      "pending, Proof approved",
      "pending, Proof declined",
      "while proof is being processed"
    ],
    Endpoints: [
      "Payment proof",
      "Transaction confirmation",
      "Instant bank-transfer payment (sbp, sbp_data)",
      "Instant bank-transfer status query",
      "Instant bank-transfer refund",
      "Payout (sbp)",
      "rule 2",
      "rule 3"
    ],
    Authentication: ["proof and confirm endpoints"],
    Events: ["Instant bank-transfer payment webhook", "Proof webhook", "Payout webhook"],
    Errors: [
      "Proof request for a payment with status pending or successful",
      "Proof or confirm request repeated within 30 seconds with skip_duplicate_check false",
      "Confirm for an unknown transaction",
      "Confirm that fails"
    ],
    Limits: [
      "Duplicate-check window of proof and confirm",
      "Instant bank-transfer (sbp_data) amount",
      "Payout minimum",
      "Time to pay an sbp_data order",
      "Proof requests per payment",
      "Proof processing time"
    ]
  },
  decisions: ["D27", "D28", "D29", "D30", "D31", "D32"]
}

const mail: PlannedWork = {
  work: "customer email",
  reason: "A receipt by mail needs a mailer that the host provides.",
  rows: {},
  decisions: ["D36"]
}

/** The table. */
export const planned: ReadonlyArray<PlannedWork> = [threeDSecure, routing, plans, transfers, mail]
