/** The contract of a whole store, as tests that every database package runs. */
import { describe } from "@effect/vitest"
import { cardStoreSuite } from "./CardStoreSuite.js"
import { documentStoreSuite } from "./DocumentStoreSuite.js"
import { idempotencyKeySuite } from "./IdempotencyKeySuite.js"
import { jobStoreSuite } from "./JobStoreSuite.js"
import { notificationStoreSuite } from "./NotificationStoreSuite.js"
import { operationStoreSuite } from "./OperationStoreSuite.js"
import { operatorStoreSuite } from "./OperatorStoreSuite.js"
import { recordSuite } from "./RecordSuite.js"
import { sharedWorkSuite } from "./SharedWorkSuite.js"
import type { StoreLayer } from "./StoreUnderTest.js"
import { transactionStoreSuite } from "./TransactionStoreSuite.js"
import { unitOfWorkSuite } from "./UnitOfWorkSuite.js"

/**
 * Everything that core expects of a store: atomicity, isolation, order, contention, and that no shop sees another's
 * rows. The layer gives an empty store whenever it is built.
 */
export const storeSuite = (name: string, layer: StoreLayer): void => {
  describe(name, () => {
    operationStoreSuite(layer)
    unitOfWorkSuite(layer)
    recordSuite(layer)
    transactionStoreSuite(layer)
    cardStoreSuite(layer)
    documentStoreSuite(layer)
    operatorStoreSuite(layer)
    jobStoreSuite(layer)
    sharedWorkSuite(layer)
    idempotencyKeySuite(layer)
    notificationStoreSuite(layer)
  })
}
