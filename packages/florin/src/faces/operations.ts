/** What Florin does in process, as effects. */
import type { CheckoutChange } from "@florin/core/checkouts/CheckoutChange"
import * as CheckoutListeners from "@florin/core/checkouts/CheckoutListeners"
import type { EntitlementChange } from "@florin/core/entitlements/EntitlementChange"
import * as EntitlementListeners from "@florin/core/entitlements/EntitlementListeners"
import type { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { SubscriptionChange } from "@florin/core/subscriptions/SubscriptionChange"
import * as SubscriptionListeners from "@florin/core/subscriptions/SubscriptionListeners"
import * as CommitListeners from "@florin/core/transactions/CommitListeners"
import type { TransactionChange } from "@florin/core/transactions/TransactionChange"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { make, Operations } from "./inProcess.js"
import type { InProcessShop } from "./inProcessShop.js"
import * as OperationCalls from "./operationCalls.js"
import type { Operator } from "./operator.js"
import * as OperatorCalls from "./operatorCalls.js"
import { perShop } from "./perShop.js"
import * as SandboxCalls from "./sandboxCalls.js"
import type { SandboxControls } from "./sandboxControls.js"
import { type Effectful, type Parts, requiring } from "./twoFaces.js"

export { Operations }

/** The operations over a gateway and its ports. */
export const operations: Layer.Layer<Operations, never, Parts> = Layer.effect(Operations, make)

// The sandbox's clock, wherever the caller runs.
const provided = <A, E>(call: Effect.Effect<A, E, Parts>): Effect.Effect<A, E, Operations> =>
  Effect.flatMap(Operations, ({ clock, parts }) => Effect.withClock(Effect.provide(call, parts), clock))

/**
 * One shop in process: the operations of `createFlorin`'s `shop`, with the same requests and answers. Whether there is
 * such a shop is seen by each call.
 */
export const shop: (id: string) => Effectful<InProcessShop, Operations> = perShop((id) =>
  requiring(OperationCalls.shop(id), provided)
)

/** What an operator does, of all shops, in process and without a key. */
export const operator: Effectful<Operator, Operations> = requiring(OperatorCalls.operator, provided)

/** The sandbox's clock, bank and books. Without the sandbox every call is refused. */
export const sandbox: Effectful<SandboxControls, Operations> = requiring(SandboxCalls.sandbox, provided)

/**
 * Runs in each commit that changes a transaction; to be provided to `layer`, or to the store. What the host's own
 * `SqlClient` writes there is part of the commit: on SQLite it goes through the connection that commits, on PostgreSQL
 * through its transaction. If the effect fails, the change rolls back and due work retries it. It must not fork, sleep or
 * wait for anything else; on SQLite it must not suspend.
 *
 * Merged beside `layer` it type-checks too, but nothing calls it.
 *
 * A host without a client of its own takes `HostSql.listener`.
 */
export const onCommit: <E, R>(
  listener: (event: TransactionChange) => Effect.Effect<unknown, E, R>
) => Layer.Layer<never, never, Exclude<R, UnitOfWorkContext>> = CommitListeners.layer

/**
 * The same in each commit that changes a checkout, the order that waits to be paid on our page. A host without a client of
 * its own takes `HostSql.checkoutListener`. Source: D52.
 */
export const onCheckoutCommit: <E, R>(
  listener: (event: CheckoutChange) => Effect.Effect<unknown, E, R>
) => Layer.Layer<never, never, Exclude<R, UnitOfWorkContext>> = CheckoutListeners.layer

/**
 * The same in each commit that changes a subscription. A host without a client of its own takes
 * `HostSql.subscriptionListener`. Source: D66.
 */
export const onSubscriptionCommit: <E, R>(
  listener: (event: SubscriptionChange) => Effect.Effect<unknown, E, R>
) => Layer.Layer<never, never, Exclude<R, UnitOfWorkContext>> = SubscriptionListeners.layer

/**
 * The same in each commit that changes what a customer may use. A host without a client of its own takes
 * `HostSql.entitlementListener`. Source: D66.
 */
export const onEntitlementsCommit: <E, R>(
  listener: (event: EntitlementChange) => Effect.Effect<unknown, E, R>
) => Layer.Layer<never, never, Exclude<R, UnitOfWorkContext>> = EntitlementListeners.layer
