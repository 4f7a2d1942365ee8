/**
 * The few places where a rule does not hold, each with its reason. An entry that is no longer needed fails the test:
 * the table only gets shorter.
 */
import type { Violation } from "./HouseFile.js"

/** One file and the one thing it may do. */
export interface Exception {
  readonly path: string
  readonly what: string
  readonly reason: string
}

/** The table. */
export const exceptions: ReadonlyArray<Exception> = [
  {
    path: "packages/core/src/ids/Ids.ts",
    what: "random bytes",
    reason: "This is the default source that everything else is given"
  },
  {
    path: "packages/core/src/time/MonotonicClock.ts",
    what: "Date.now",
    reason: "This is the default source that everything else is given"
  },
  {
    path: "packages/webhook-dispatcher/src/Signature.ts",
    what: "Redacted.value",
    reason: "A receiver's signing secret becomes a signature here; card numbers never come here"
  },
  {
    path: "packages/sandbox/src/internal/readCard.ts",
    what: "Redacted.value",
    reason: "An acquirer has to read the number it is sent; the simulated one compares it with its test cards"
  },
  {
    path: "packages/connector-upstream/src/internal/secrets.ts",
    what: "Redacted.value",
    reason: "Another gateway has to be sent the number and our key there; they are written into the request here"
  },
  {
    path: "packages/storage-postgres/src/internal/session.ts",
    what: "Redacted.value",
    reason: "The driver needs the server's address with its password; card numbers never come here"
  },
  {
    path: "packages/http-adapter/src/HttpAdapter.ts",
    what: "Effect.run",
    reason: "The one place where a request of a web server becomes a running effect"
  },
  {
    path: "packages/http-adapter/src/NodeHandler.ts",
    what: "setTimeout",
    reason:
      "Not for time: a request is begun when the round of events is over that brought its head, and mostly its body"
  },
  {
    path: "packages/core/src/cards/internal/heard.ts",
    what: "Redacted.value",
    reason:
      "The security code that was sent is looked for in what an acquirer says, and taken out; no number comes here"
  },
  {
    path: "packages/core/src/operations/Calls.ts",
    what: "Effect.run",
    reason: "The one place where a call to the outside becomes a fiber, so that its caller may go away"
  },
  {
    path: "packages/core/src/operations/internal/running.ts",
    what: "Effect.run",
    reason: "What stands around an operation's call, and outlives its caller like the call itself, runs here"
  },
  {
    path: "packages/storage-sql/src/GroupCommit.ts",
    what: "Effect.run",
    reason: "A group of plain calls waits for a busy file and for watched fault points, which are effects"
  },
  {
    path: "packages/storage-sql/src/internal/unit.ts",
    what: "Effect.run",
    reason: "A host's listeners are effects, and run to their end inside a group of plain calls"
  },
  {
    path: "packages/storage-sql/src/internal/performing.ts",
    what: "setTimeout",
    reason: "Not for time: a commit begins when the round of events is over that brought what it may serve"
  },
  {
    path: "packages/testing/src/stores/SharedWorkSuite.ts",
    what: "setTimeout",
    reason: "A listener that waits for the outside is what that test is about"
  },
  {
    path: "packages/florin/src/internal/running.ts",
    what: "Effect.run",
    reason: "The face of promises: a host's statement in a commit, and closing, become effects here"
  },
  {
    path: "packages/florin/src/internal/parts.ts",
    what: "Redacted.value",
    reason: "The simulated acquirer's books need the database's address; card numbers never come here"
  },
  {
    path: "packages/simulation/src/internal/running.ts",
    what: "Effect.run",
    reason: "A simulated process starts its fibers here; when they go on is up to the world"
  }
]

const covers = (violation: Violation) => (exception: Exception) =>
  exception.path === violation.path && exception.what === violation.what

/** What is left of the violations when the exceptions are taken away, and every exception that nothing needs. */
export const except = (
  violations: ReadonlyArray<Violation>,
  table: ReadonlyArray<Exception>
): ReadonlyArray<Violation> => [
  ...violations.filter((violation) => !table.some(covers(violation))),
  ...table
    .filter((exception) => !violations.some((violation) => covers(violation)(exception)))
    .map(({ path, what }) => ({
      path,
      line: 1,
      what: "exception",
      says: `the exception "${what}" is no longer needed`
    }))
]
