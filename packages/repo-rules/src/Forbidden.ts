/**
 * What `src` does not do: take the time, randomness or the environment from anywhere but what was injected, escape the
 * types, run effects in the middle of things, unwrap a secret outside the vault.
 */
import ts from "typescript"
import { type HouseFile, isSource, lineOf, type Rule, type Violation, walk } from "./HouseFile.js"
import { importsOf } from "./Imports.js"

interface Ban {
  readonly what: string
  readonly instead: string
  readonly finds: (node: ts.Node, file: HouseFile) => boolean
  /** Where it is the purpose of the package, not an exception. */
  readonly home?: string
}

const globals = new Set(["globalThis", "global", "window"])

/** `a.b.c` for a chain of members, whatever mix of `.b` and `["b"]`; the global object in front is left out. */
const chain = (node: ts.Node): string | undefined => {
  if (ts.isIdentifier(node)) return globals.has(node.text) ? "" : node.text
  const member = ts.isPropertyAccessExpression(node)
    ? node.name.text
    : ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)
      ? node.argumentExpression.text
      : undefined
  if (member === undefined) return undefined
  const before = chain((node as ts.PropertyAccessExpression).expression)
  return before === "" ? member : `${before ?? "?"}.${member}`
}

const isMember = (node: ts.Node): boolean => ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)

const member =
  (...names: ReadonlyArray<string>): Ban["finds"] =>
  (node) =>
    isMember(node) && names.includes(chain(node) ?? "")

const anyMember =
  (pattern: RegExp): Ban["finds"] =>
  (node) =>
    isMember(node) && pattern.test(chain(node)?.split(".").at(-1) ?? "")

/** A name that stands for the global thing, not a member or a key that happens to be called so. */
const stands = (node: ts.Identifier): boolean => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return !(ts.isPropertyAssignment(parent) || ts.isTypeElement(parent) || ts.isClassElement(parent))
}

const name =
  (...names: ReadonlyArray<string>): Ban["finds"] =>
  (node) =>
    ts.isIdentifier(node)
      ? names.includes(node.text) && stands(node)
      : isMember(node) && names.includes(chain(node) ?? "")

const either =
  (...finds: ReadonlyArray<Ban["finds"]>): Ban["finds"] =>
  (node, file) =>
    finds.some((_) => _(node, file))

const emptyDate: Ban["finds"] = (node) =>
  (ts.isNewExpression(node) && chain(node.expression) === "Date" && (node.arguments ?? []).length === 0) ||
  (ts.isCallExpression(node) && chain(node.expression) === "Date")

const asAny: Ban["finds"] = (node) =>
  (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && node.type.kind === ts.SyntaxKind.AnyKeyword

const unwraps: Ban["finds"] = (node, file) => {
  const path = isMember(node) ? chain(node) : undefined
  if (path === undefined || !path.endsWith(".value")) return false
  return importsOf(file).some((_) => _.specifier === "effect/Redacted" && path === `${_.alias}.value`)
}

const bareLimit: Ban["finds"] = (node) =>
  (ts.isStringLiteralLike(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node)) &&
  /LIMIT \?/.test(node.text)

const runners = /^run(?:Promise|PromiseExit|Sync|SyncExit|Fork|Callback)$/
const bytes = /^(?:getRandomValues|randomUUID|randomBytes|randomInt|randomFillSync|randomFill)$/

const bans: ReadonlyArray<Ban> = [
  { what: "Date.now", instead: "Effect's Clock", finds: member("Date.now", "performance.now", "process.hrtime") },
  { what: "new Date()", instead: "DateTime.now", finds: emptyDate },
  { what: "Math.random", instead: "core's Entropy", finds: member("Math.random") },
  {
    what: "random bytes",
    instead: "core's Entropy",
    finds: either(
      anyMember(bytes),
      (node) => ts.isImportSpecifier(node) && bytes.test((node.propertyName ?? node.name).text)
    )
  },
  { what: "setTimeout", instead: "Effect.sleep or a job", finds: name("setTimeout", "setInterval", "setImmediate") },
  { what: "console", instead: "Effect.log", finds: name("console") },
  { what: "process.env", instead: "a setting or Config", finds: member("process.env") },
  { what: "as any", instead: "the right type", finds: asAny },
  { what: "Effect.run", instead: "returning the effect", finds: anyMember(runners) },
  {
    what: "withTransaction",
    instead: "UnitOfWork.run",
    finds: either(name("withTransaction"), anyMember(/^withTransaction$/))
  },
  { what: "LIMIT with a bare parameter", instead: "limit of internal/statement", finds: bareLimit },
  { what: "Redacted.value", instead: "the vault", finds: unwraps, home: "packages/vault/" }
]

const check = (file: HouseFile): ReadonlyArray<Violation> => {
  const here = bans.filter(({ home }) => home === undefined || !file.path.startsWith(home))
  const found = new Map<string, Violation>()
  walk(file, (node) => {
    for (const { finds, instead, what } of here) {
      if (!finds(node, file)) continue
      const line = lineOf(file, node)
      found.set(`${what} ${line}`, { path: file.path, line, what, says: `${what} is not used here; use ${instead}` })
    }
  })
  return [...found.values()]
}

// An example is a host: it reads the environment, runs effects and prints.
const isHost = (path: string): boolean => path.startsWith("examples/")

/** None of the banned expressions in `src`; words in strings and comments do not count, statements in SQL do. */
export const forbidden: Rule = (files) => files.filter(({ path }) => isSource(path) && !isHost(path)).flatMap(check)
