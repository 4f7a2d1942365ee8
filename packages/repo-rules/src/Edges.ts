/** Which package may import which. Imports point one way; siblings never import each other. */
import { type HouseFile, isPackageSource, placeOf, type Rule, type Violation } from "./HouseFile.js"
import { type Import, importsOf, packageOf, siblingOf } from "./Imports.js"

const beforeGateway = [
  "core",
  "wire",
  "vault",
  "storage-sql",
  "storage-sqlite",
  "storage-postgres",
  "scheduler",
  "pages",
  "sandbox",
  "webhook-dispatcher",
  "http-adapter",
  "connector-upstream"
] as const

/**
 * The allowed edges: a package on the left may import, in `src`, the packages on the right and no other of ours.
 * Examples may import all.
 */
export const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
  core: [],
  wire: ["core"],
  vault: ["core"],
  "storage-sql": ["core"],
  "storage-sqlite": ["core", "storage-sql"],
  "storage-postgres": ["core", "storage-sql"],
  scheduler: ["core"],
  pages: ["core"],
  sandbox: ["core"],
  testing: ["core"],
  "webhook-dispatcher": ["core", "wire"],
  "http-adapter": ["core", "wire", "pages"],
  "connector-upstream": ["core", "wire"],
  gateway: beforeGateway,
  florin: [...beforeGateway, "gateway", "testing"],
  "repo-rules": [],
  bench: [...beforeGateway, "gateway", "testing"],
  "crash-tests": [...beforeGateway, "gateway", "testing"],
  simulation: [...beforeGateway, "gateway", "testing"]
}

/** Parts of Effect that change with its next major version, and the only packages that may import them. */
export const reserved: ReadonlyArray<{ readonly scope: RegExp; readonly holders: RegExp; readonly says: string }> = [
  { scope: /^@effect\/sql(?:-|$)/, holders: /^storage-/, says: "only storage-* imports @effect/sql" },
  {
    scope: /^@effect\/platform(?:-|$)/,
    holders: /^(?:http-adapter|webhook-dispatcher|connector-.+)$/,
    says: "only http-adapter, webhook-dispatcher and connectors import @effect/platform"
  }
]

const offence = (name: string, { specifier }: Import): string | undefined => {
  const sibling = siblingOf(specifier)
  if (sibling !== undefined && sibling !== name && !allowed[name]?.includes(sibling)) {
    return `${name} may not import ${sibling}`
  }
  if (specifier === `@florin/${sibling}`)
    return "import the module, as in @florin/core/money/Amount, not the whole package"
  if (name === "core" && !specifier.startsWith(".") && packageOf(specifier) !== "effect") {
    return "core imports only effect"
  }
  const outside = packageOf(specifier) ?? ""
  return reserved.find((_) => _.scope.test(outside) && !_.holders.test(name))?.says
}

const check = (file: HouseFile): ReadonlyArray<Violation> => {
  const { name } = placeOf(file.path)!
  return importsOf(file).flatMap((found) => {
    const says = offence(name, found)
    return says === undefined
      ? []
      : [{ path: file.path, line: found.line, what: "edge", says: `${found.specifier}: ${says}` }]
  })
}

/** Every import between packages stands in the table. */
export const edges: Rule = (files) => files.filter((file) => isPackageSource(file.path)).flatMap(check)
