// Arbitrary requests of the test kit: from the rows of the table, each member sometimes.
import type * as Operation from "@florin/wire/operations/Operation"
import { table } from "@florin/wire/operations/Table"
import * as FastCheck from "effect/FastCheck"
import { requests } from "florin/testing"
import { assert, describe, it } from "vitest"
import { snakeCase } from "../src/faces/camelCase.js"
import { requestOf, schemaOf } from "../src/testing/arbitraries.js"

const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35"
const followed = { uid, amount: 100_000 }
const planId = "pln_5f1c0b7a9e3d4268"

/** What the kit makes under a name, and what it leaves to the host, such as tokens. Every other request is made of its row alone. */
const made: Readonly<Record<string, readonly [FastCheck.Arbitrary<unknown>, left?: RegExp]>> = {
  authorize: [requests.charge, /^credit_card\.(?:provider_)?token/],
  pay: [requests.charge, /^credit_card\.(?:provider_)?token/],
  charge: [requests.charge, /^credit_card\.(?:provider_)?token/],
  tokenize: [requests.tokenization, /^credit_card\.provider_token/],
  capture: [requests.captureOf(followed)],
  void: [requests.voidOf(followed)],
  refund: [requests.refundOf(followed)],
  credit: [requests.creditTo("3f9c1a7be0d24586".repeat(4))],
  payOut: [requests.payout, /^recipient_credit_card\.(?:provider_)?token/],
  payByTransfer: [requests.transferPayment],
  payOutByTransfer: [requests.transferPayout],
  refundTransfer: [requests.transferRefundOf(followed)],
  // The rest of a document follows from its content.
  proveTransfer: [requests.proofOf(followed), /^document\.(?:content_type|file_size|checksum)/],
  confirmTransfer: [requests.confirmation],
  createPlan: [requests.plan],
  createCustomer: [requests.newCustomer],
  openPortal: [requests.portalWith(planId)],
  // Of a plan and a customer there are arbitraries of their own.
  createSubscription: [requests.subscriptionTo(planId), /^(?:plan|customer|card)\.|^coupon$/],
  previewNewSubscription: [requests.newPreviewOf(planId), /^(?:plan|customer)\.|^coupon$/],
  cancelSubscription: [requests.cancellation],
  changeCard: [requests.cardChange, /^card\.(?:provider_)?token/],
  changePlan: [requests.planChangeTo(planId)],
  // A saved card is offered; what is echoed has members of the shop's own.
  createCheckout: [
    requestOf(table.createCheckout, { credit_card: FastCheck.constant({ token: "3f9c1a7be0d24586".repeat(4) }) }),
    /\.(?:additional_data|style)$/
  ],
  createProduct: [requestOf(table.createProduct), /^additional_data$/],
  payCheckoutByApp: [requestOf(table.payCheckoutByApp), /^credit_card\.(?:provider_)?token/]
}

const rows = Object.values<Operation.Any>(table)
  .filter(({ body }) => body !== undefined)
  .map((row) => [row.id, row] as const)

type Node = ReturnType<typeof schemaOf>["request"]

/** The paths of the members that a schema has. */
const membersOf = (root: Node, node: Node, path = ""): ReadonlyArray<string> => {
  if (node.$ref !== undefined) return membersOf(root, root.$defs![node.$ref.replace("#/$defs/", "")]!, path)
  const within = [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.items === undefined ? [] : [node.items])]
  const own = Object.entries(node.properties ?? {}).filter(([, { type }]) => type !== "null")
  return [
    ...within.flatMap((one) => membersOf(root, one, path)),
    ...own.flatMap(([name, member]) => [`${path}${name}`, ...membersOf(root, member, `${path}${name}.`)])
  ]
}

/** Those that a request has, as the wire spells them. */
const membersIn = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((one) => membersIn(one, path))
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const wire = name === "card" || name === "recipientCard" ? (path === "" ? snakeCase(name) : name) : snakeCase(name)
    return [`${path}${wire}`, ...membersIn(member, `${path}${wire}.`)]
  })
}

describe("the requests of the test kit", () => {
  it.each(rows)("of %s have every member of its schema sometimes, and no other", (id, row) => {
    const [arbitrary, left] = made[id] ?? [requestOf<unknown>(row)]
    const { request, root } = schemaOf(row)
    const cardNamed = (path: string) =>
      row.group === "cards" || row.id === "payCheckoutByApp"
        ? path.replace(/^(recipient_)?credit_card/, "$1card")
        : path.replace(/^(payment_method\.)credit_card/, "$1card")
    const wanted = new Set(
      membersOf(root, request)
        .filter((path) => left?.test(path) !== true)
        .map(cardNamed)
    )
    const seen = new Set(FastCheck.sample(arbitrary, { seed: 9, numRuns: 400 }).flatMap((one) => membersIn(one)))
    const open =
      row.id === "createSubscription" || row.id === "previewNewSubscription"
        ? /^(?:plan|customer|card|additional_data)\./
        : row.id === "createPlan"
          ? /^features\./
          : /^$/
    assert.sameMembers(
      [...seen].filter((path) => !open.test(path)),
      [...wanted]
    )
  })
})
