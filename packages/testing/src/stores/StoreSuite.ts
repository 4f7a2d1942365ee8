/** The contract of a whole store, as tests that every database package runs. */
import type { Runner } from "../Runner.js"
import { cardStoreSuite } from "./CardStoreSuite.js"
import { checkoutStoreSuite } from "./CheckoutStoreSuite.js"
import { commitStoreSuite } from "./CommitStoreSuite.js"
import { customerStoreSuite } from "./CustomerStoreSuite.js"
import { documentStoreSuite } from "./DocumentStoreSuite.js"
import { idempotencyKeySuite } from "./IdempotencyKeySuite.js"
import { jobStoreSuite } from "./JobStoreSuite.js"
import { notificationStoreSuite } from "./NotificationStoreSuite.js"
import { operatorStoreSuite } from "./OperatorStoreSuite.js"
import { overviewStoreSuite } from "./OverviewStoreSuite.js"
import { peopleStoreSuite } from "./PeopleStoreSuite.js"
import { productStoreSuite } from "./ProductStoreSuite.js"
import { recordSuite } from "./RecordSuite.js"
import { sharedWorkSuite } from "./SharedWorkSuite.js"
import type { StoreLayer } from "./StoreUnderTest.js"
import { transactionStoreSuite } from "./TransactionStoreSuite.js"
import { unitOfWorkSuite } from "./UnitOfWorkSuite.js"
import { usageStoreSuite } from "./UsageStoreSuite.js"

/**
 * Everything that core expects of a store: atomicity, isolation, order, contention, and that no shop sees another's
 * rows. The layer gives an empty store whenever it is built.
 */
export const storeSuite = (runner: Runner, name: string, layer: StoreLayer): void => {
  runner.describe(name, () => {
    commitStoreSuite(runner, layer)
    unitOfWorkSuite(runner, layer)
    recordSuite(runner, layer)
    transactionStoreSuite(runner, layer)
    cardStoreSuite(runner, layer)
    checkoutStoreSuite(runner, layer)
    customerStoreSuite(runner, layer)
    productStoreSuite(runner, layer)
    peopleStoreSuite(runner, layer)
    usageStoreSuite(runner, layer)
    documentStoreSuite(runner, layer)
    operatorStoreSuite(runner, layer)
    overviewStoreSuite(runner, layer)
    jobStoreSuite(runner, layer)
    sharedWorkSuite(runner, layer)
    idempotencyKeySuite(runner, layer)
    notificationStoreSuite(runner, layer)
  })
}
