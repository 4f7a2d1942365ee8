/** What the architecture promises of sizes and places, which no linter counts. */
import type { Rule } from "./Manifests.js"

const driver = "packages/core/src/operations/internal/attemptDriver.ts"
const mostLines = 80

const linesOf = (text: string): number => text.replace(/\n$/, "").split("\n").length

/** The driver of attempts owns fibers and deadlines alone: the machine has the rest. */
export const driverSize: Rule = (files) =>
  files
    .filter(({ path, text }) => path === driver && linesOf(text) > mostLines)
    .map(({ path, text }) => `${path} has ${linesOf(text)} lines: at most ${mostLines}`)

/** "Invoice by post", which a test adds. */
const methodFolder = "packages/gateway/test/transfers/invoice/"
const mostFiles = 10

/** A payment method is added in a few files, which are all that the compiler asks for. */
export const methodFiles: Rule = (files) => {
  const own = files.filter(({ path }) => path.startsWith(methodFolder) && !path.endsWith(".test.ts"))
  return own.length > mostFiles ? [`${methodFolder} has ${own.length} files: at most ${mostFiles}`] : []
}

const calls = "packages/core/src/providers/Calls.ts"

/** Limits of what is no provider's call, and why. */
const otherLimits: Readonly<Record<string, string>> = {
  "packages/core/src/receipts/MailAttempt.ts": "a mailer is no provider of payments",
  "packages/core/src/card-operations/internal/reportApplied.ts": "who tells is answered in time: the call goes on"
}

/** Calls of providers have their limit in one place of core. */
export const providerLimits: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith("packages/core/src/") && path !== calls && !(path in otherLimits))
    .filter(({ text }) => /\bEffect\.timeout/.test(text))
    .map(({ path }) => `${path} has a time limit of its own: calls of providers go through providers/Calls`)

const published = /^packages\/(?!crash-tests\/|repo-rules\/|site\/|bench\/)[^/]+\/src\//

/** What no published source does: what others send is then never a part of it. Source: ASVS 5, 1.2.5, 1.3.2, 12.3.2. */
const never: ReadonlyArray<readonly [pattern: RegExp, says: string]> = [
  [/["'](?:node:)?(?:child_process|vm)["']/, "starts no program, and runs no code of a text"],
  [/\beval\s*\(|\bnew\s+Function\s*\(/, "runs no code of a text"],
  [/\brejectUnauthorized\b|NODE_TLS_REJECT_UNAUTHORIZED/, "checks the certificates of whom it asks"]
]

export const neverDone: Rule = (files) =>
  files
    .filter(({ path }) => published.test(path))
    .flatMap(({ path, text }) =>
      never.flatMap(([pattern, says]) => (pattern.test(text) ? [`${path}: what is published ${says}`] : []))
    )
