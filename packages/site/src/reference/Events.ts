/** `docs/reference/events.md`: what `onCommit` sees and which webhooks are sent, from the tables of the machines. */
import * as ChargeMachine from "@florin/core/cards/ChargeMachine"
import * as ChildMachine from "@florin/core/cards/ChildMachine"
import * as CheckoutMachine from "@florin/core/checkouts/CheckoutMachine"
import type * as Machine from "@florin/core/machine/Machine"
import * as SubscriptionMachine from "@florin/core/subscriptions/SubscriptionMachine"
import { methods } from "@florin/core/transfers/methods/Methods"
import * as ProofMachine from "@florin/core/transfers/ProofMachine"
import * as RefundPayoutMachine from "@florin/core/transfers/RefundPayoutMachine"
import type { Read } from "./Operations.js"
import { joined, table } from "./Table.js"

type AnyMachine = Machine.Machine<string, string, never, string>

/** What changes, the page of its machine, the machine, and the source whose docstring explains its triggers. */
const subjects: ReadonlyArray<readonly [title: string, page: string, machine: AnyMachine, events: string]> = [
  ["Charges: authorizations, payments and tokenizations", "card-transaction", ChargeMachine.machine, "cards/CardEvent"],
  ["Captures, voids, refunds, credits and card payouts", "child", ChildMachine.machine, "cards/CardEvent"],
  ["Transfers by QR code (`sbp`)", "sbp-payment", methods.sbp.machine, "transfers/TransferEvent"],
  ["Transfers to a phone number (`sbp_data`)", "sbp-data-payment", methods.sbp_data.machine, "transfers/TransferEvent"],
  ["Proofs of payments", "payment-proof", ProofMachine.machine, "transfers/TransferEvent"],
  ["Refunds of transfers", "transfer-refund", RefundPayoutMachine.refund, "transfers/TransferEvent"],
  ["Payouts by transfer", "transfer-payout", RefundPayoutMachine.payout, "transfers/TransferEvent"]
]

/** What a docstring says of each name in a list such as "- `Accepted`, `NoAcquirer`: the transaction begins". */
const meaningsIn = (text: string): ReadonlyMap<string, string> => {
  const items = [...text.matchAll(/^ \* - ((?:`\w+`(?:, )?)+): ([\s\S]*?)(?=\n \* - |\n \*\n|\n \*\/)/gm)]
  return new Map(
    items.flatMap(([, names = "", says = ""]) =>
      [...names.matchAll(/\w+/g)].map(([name]) => [name, says.replaceAll(/\s*\n \*\s*/g, " ")] as const)
    )
  )
}

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

const isNotified = ({ effects }: AnyMachine["rows"][number]): boolean => effects.includes("notify")

const changes = ({ rows }: AnyMachine): string =>
  table(
    ["trigger", "from", "to", "when", "webhook"],
    rows.map((row) => [
      ...[`\`${row.trigger}\``, `\`${row.state}\``, `\`${row.next}\``, row.condition.text, isNotified(row) ? "yes" : ""]
    ])
  )

const triggersOf = ({ rows }: AnyMachine): ReadonlyArray<string> => [...new Set(rows.map(({ trigger }) => trigger))]

/** The triggers of some machines, each with its meaning. Fails for one that its docstring leaves out. */
const triggers = (machines: ReadonlyArray<AnyMachine>, text: string): string => {
  const meanings = meaningsIn(text)
  const rows = [...new Set(machines.flatMap(triggersOf))].map((name) => {
    const says = meanings.get(name)
    if (says === undefined) throw new Error(`The docstring of the events does not say what ${name} is`)
    return [`\`${name}\``, upper(says)]
  })
  return table(["trigger", "meaning"], rows)
}

const subject = ([title, page, machine]: (typeof subjects)[number]): string =>
  joined(`### ${title}`, `Its [machine](../machines/${page}.md).`, changes(machine))

const under = (events: string) => subjects.filter(([, , , file]) => file === events)

const isEvent = (name: string): boolean => name.endsWith(".subscription")

/** Each event of a subscription with the changes that send it. */
const subscriptionEvents = (): string => {
  const { rows } = SubscriptionMachine.machine
  const names = [...new Set(rows.flatMap(({ effects }) => effects.filter(isEvent)))]
  const cases = (name: (typeof names)[number]): string => {
    const sent = rows.filter(({ effects }) => effects.includes(name))
    return [
      ...new Set(
        sent.map(({ condition, trigger }) => `\`${trigger}\`${condition.text === "" ? "" : ` (${condition.text})`}`)
      )
    ].join("; ")
  }
  const states = (name: (typeof names)[number]): string =>
    [...new Set(rows.filter(({ effects }) => effects.includes(name)).map(({ next }) => `\`${next}\``))].join(", ")
  return table(
    ["`event`", "state it tells of", "sent after"],
    names.map((name) => [`\`${name}\``, states(name), cases(name)])
  )
}

/** The whole page. */
export const eventsPage = (read: Read): string => {
  const source = (path: string) => read(`packages/core/src/${path}.ts`)
  const group = (title: string, events: string) =>
    joined(
      `## ${title}`,
      triggers(
        under(events).map(([, , machine]) => machine),
        source(events)
      ),
      under(events).map(subject)
    )
  return `${joined(
    "# Events",
    "Each change of a transaction is one row of the table of its machine. Two things tell of it:",
    "- **`onCommit`** is called in the commit of every change, with `{ transaction, change: { means, moved, trigger, from, to } }`: what it writes with the given transaction commits with the change, or neither does ([Embed Florin](../guides/embed.md)).\n- **A webhook** is sent where the last column says yes, if the request or the shop has a `notification_url`. Its body is the transaction as the status query answers it then, signed, at least once and in order ([Receive webhooks](../guides/receive-webhooks.md)).",
    "`none` is the state before the request was accepted. This page is made from the tables that run.",
    group("Cards", "cards/CardEvent"),
    group("Bank transfers", "transfers/TransferEvent"),
    "The decision on a proof is told by the webhook of its payment, which is decided in the same commit.",
    "## Subscriptions",
    "A subscription has webhooks of its own, with an `event` beside its members; its charges are transactions, of which `onCommit` and webhooks tell as above. `onCommit` hears of it under the name `subscription`, with `{ subscription, change: { means, trigger, from, to } }`. Its [machine](../machines/subscription.md).",
    triggers([SubscriptionMachine.machine], source("subscriptions/SubscriptionMachine")),
    subscriptionEvents(),
    "## Entitlements",
    "What a customer may use by their subscriptions has no states. `onCommit` hears of a change under the name `entitlements`, with `{ shop, customer, features, change: { from, more, less } }`; the webhook has the `event` `entitlements.changed` beside the members of the [answer](http-fields.md#entitlementsdocument) ([Features by plan](../guides/features.md)).",
    "## Checkouts",
    "A checkout is told of by `onCommit` under the name `checkout`, with `{ checkout, change: { means, trigger, from, to } }`. Its attempts are transactions, of which `onCommit` and webhooks tell as above; a webhook of its own is sent where nobody has paid. Its [machine](../machines/checkout.md).",
    triggers([CheckoutMachine.machine], source("checkouts/CheckoutMachine")),
    changes(CheckoutMachine.machine),
    "## Verification requests",
    "No event but a question: with a `verification_url` the transaction is posted there before the acquirer is asked, and an answer can refuse it; the trigger is then `VerificationRefused`."
  )}\n`
}
