/** `docs/reference/operations.md`: what hosts call in process, from the sources of `florin`. */
import { slug } from "../Markdown.js"
import * as Faces from "./Faces.js"
import type { OpenApi } from "./OpenApi.js"
import { joined, table } from "./Table.js"

/** Reads a source of the repository. `path`: from its root. */
export type Read = (path: string) => string

const home = "packages/florin/src"

/** The calls that are made from the table of operations. */
const generated = "faces/generated/faces"

/** The same of those that no shop calls. */
const operated = "faces/generated/operatorFaces"

/** The faces in the order of the page: how a host writes them, the interface, and its file. */
const faces: ReadonlyArray<readonly [title: string, prefix: string, name: string, file: string]> = [
  ["Florin itself", "florin", "Florin", "host/createFlorin"],
  ["Cards", "shop", "ShopCards", generated],
  ["Saved cards", "shop.cards", "SavedCards", generated],
  ["Checkouts", "shop.checkouts", "Checkouts", generated],
  ["Products", "shop.products", "Products", generated],
  ["Transactions", "shop.transactions", "Transactions", generated],
  ["Plans", "shop.plans", "Plans", generated],
  ["Customers", "shop.customers", "Customers", generated],
  ["Subscriptions", "shop.subscriptions", "Subscriptions", generated],
  ["Transfers", "shop.transfers", "Transfers", generated],
  ["Notifications", "shop.notifications", "Notifications", generated],
  ["Operators", "florin.operator", "OperatorCalls", operated],
  ["More of operators", "florin.operator", "Operator", "faces/operator"],
  ["Shops", "florin.operator.shops", "ShopAdministration", operated],
  ["Acquirers", "florin.acquirers", "Acquirers", "faces/acquirers"],
  ["The sandbox", "florin.sandbox", "SandboxControls", "faces/sandboxControls"],
  ["Customers in the sandbox", "florin.sandbox.transfers", "TransferControls", operated],
  ["Payouts in the sandbox", "florin.sandbox.payouts", "PayoutControls", operated],
  ["Refunds in the sandbox", "florin.sandbox.refunds", "RefundControls", operated]
]

const files = [
  ...new Set(faces.map(([, , , file]) => file)),
  ...["faces/cards", "faces/transfers", "receiver/webhook", "host/onCommit"],
  ...[
    "billingRequests",
    "checkoutRequests",
    "operatorRequests",
    "queryRequests",
    "savedCardRequests",
    "shopRequests",
    "cardDocuments",
    "cardSections",
    "billingRequestSections"
  ].map((file) => `faces/generated/${file}`)
]

/** Objects that the HTTP interface calls otherwise, or that lie in a document of it. */
const elsewhere: Readonly<Record<string, string>> = {
  ChildRequest: "CaptureOrVoidRequest",
  Customer: "CustomerDocument",
  UpcomingCharge: "PreviewDocument",
  Transfer: "TransferDocument",
  WaitingProof: "ProofsDocument",
  ReportedTransfer: "EvidenceDocument",
  Doubt: "DoubtsDocument",
  AcquirerState: "AcquirersDocument",
  FoundTransaction: "FoundTransactionsDocument",
  ReconciliationReport: "ReconciliationDocument",
  AuditEntry: "AuditDocument",
  AdministeredShop: "ShopDocument",
  ShopSecrets: "ShopSecretsDocument"
}

/** Objects that are others in process than those of the same name over HTTP. */
const inProcess = new Set(["Transaction", "ProofRequest"])

/** Types of Node and of the web, handlers for servers, and what has another place than this page. */
const known = new Set([
  ...[
    "ReadonlyArray",
    "Uint8Array",
    "Buffer",
    "Name",
    "Omit",
    "Pick",
    "Promise",
    "Readonly",
    "Record",
    "Request",
    "Response"
  ],
  ...["IncomingMessage", "ServerResponse", "NodeHandler", "WebHandler", "ReceiverOptions"]
])

interface Types {
  readonly declared: ReadonlyMap<string, Faces.Declared>
  readonly schemas: OpenApi["components"]["schemas"]
}

/** Where a type is described. */
const placeOf = (name: string, { declared, schemas }: Types): string | undefined => {
  const [title] = faces.find(([, , face]) => face === name) ?? []
  if (title !== undefined) return `#${slug(title)}`
  if (name === "CardTransaction") return "http-fields.md#transaction"
  if (inProcess.has(name)) return `#${slug(name)}`
  if (name === "InProcessShop") return "#cards"
  if (name === "ShopOptions") return "settings.md#a-shop"
  if (name === "WebhookEvent") return "../guides/receive-webhooks.md"
  const field = fieldOf(name, schemas)
  if (field !== undefined) return `http-fields.md#${slug(field)}`
  return declared.has(name) ? `#${slug(name)}` : undefined
}

/** The object of the HTTP interface that a type is. */
const fieldOf = (name: string, schemas: Types["schemas"]): string | undefined =>
  [elsewhere[name] ?? "", name, `${name}Document`].find((one) => one in schemas)

/** A type with links to what it is made of. Fails for one that is described nowhere. */
const linked = (type: string, types: Types): string => {
  // A link can't stand inside of code, so names are links and what is around them is text.
  const plain = type.replaceAll(/ReadonlyArray<(\w+)>/g, "list of $1").replaceAll(/(?<!\w)readonly /g, "")
  const shown = plain.replaceAll("<", "&lt;").replaceAll("{", "&#123;")
  return shown.replaceAll(/(?<!\w)[A-Z]\w+/g, (name, index: number) => {
    if (/["']/.test(shown[index - 1] ?? "") || known.has(name)) return name
    const place = placeOf(name, types)
    if (place === undefined) throw new Error(`${name} is described nowhere`)
    return `[${name}](${place})`
  })
}

const call = (prefix: string, { doc, name, takes = [], type }: Faces.Member, types: Types): string => {
  const given = takes.map((one) => `\`${one.name}${one.isOptional ? "?" : ""}\` ${linked(one.type, types)}`)
  const answer = type === "void" ? "" : `Answers: ${linked(type, types)}.`
  const words = takes.map((one) => one.name).join(", ")
  return joined(
    `### ${prefix}.${name}(${words})`,
    doc,
    [given.length === 0 ? "" : `Takes: ${given.join("; ")}.`, answer].filter((one) => one !== "").join(" ")
  )
}

/** The type of a member, that of a call with what it takes. */
const written = ({ takes, type }: Faces.Member): string =>
  takes === undefined ? type : `(${takes.map((one) => `${one.name}: ${one.type}`).join(", ")}) => ${type}`

const values = (members: ReadonlyArray<Faces.Member>, types: Types): string =>
  table(
    ["member", "type", "required", "meaning"],
    members.map((member) => [
      ...[`\`${member.name}\``, linked(written(member), types), member.isOptional ? "" : "yes", member.doc]
    ])
  )

const isCall = ({ takes }: Faces.Member): boolean => takes !== undefined

const face = (title: string, prefix: string, { doc, members }: Faces.Declared, types: Types): string =>
  joined(
    `## ${title}`,
    doc,
    values(
      members.filter((one) => !isCall(one)),
      types
    ),
    members.filter(isCall).map((member) => call(prefix, member, types))
  )

const typeSection = ({ doc, extended, members, name, standsFor }: Faces.Declared, types: Types): string =>
  joined(
    `### ${name}`,
    doc,
    standsFor === undefined ? "" : `Is: ${linked(standsFor, types)}.`,
    extended.length === 0 ? "" : `Has the members of ${extended.map((one) => linked(one, types)).join(", ")} too.`,
    values(members, types)
  )

/** Types that a described one needs. */
const needed = (
  declared: ReadonlyMap<string, Faces.Declared>,
  isOwn: (one: Faces.Declared) => boolean
): ReadonlyArray<Faces.Declared> => {
  const isFace = (name: string): boolean => faces.some(([, , one]) => one === name)
  const namesIn = ({ extended, members, standsFor = "" }: Faces.Declared): ReadonlyArray<string> =>
    [
      standsFor,
      ...extended,
      ...members.flatMap(({ takes = [], type }) => [type, ...takes.map((one) => one.type)])
    ].flatMap((text) => text.match(/(?<!\w)[A-Z]\w+/g) ?? [])
  const found = new Set<string>()
  const waiting = faces.flatMap(([, , name]) => namesIn(declared.get(name)!))
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const one = declared.get(name)
    if (one === undefined || found.has(name) || isFace(name) || !isOwn(one)) continue
    found.add(name)
    waiting.push(...namesIn(one))
  }
  return [...found].map((name) => declared.get(name)!)
}

const firstSentence = (text: string): string => /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text

/** The file of a module of the workspace. */
const fileOf = (from: string): string => {
  const own = /^\.\/(.+)\.js$/.exec(from)?.[1]
  if (own !== undefined) return `${home}/${own}.ts`
  const [, name = "", path = ""] = /^@florin\/([^/]+)\/(.+)$/.exec(from) ?? []
  return `packages/${name}/src/${path}.ts`
}

const effects = (read: Read): string => {
  const members = ["host/florin", "faces/operations", "host/florinParts"].flatMap((file) =>
    Faces.valuesOf(read(`${home}/${file}.ts`))
  )
  const modules = Faces.modulesOf(read(`${home}/effect.ts`)).filter(({ name }) => name !== "Florin")
  return joined(
    "## florin/effect",
    "The same operations as effects: `Florin.shop(id)`, `Florin.operator` and `Florin.sandbox` have the names, requests and answers above, and each call is an `Effect` that requires `Florin.Operations`. It fails with `RequestRefused`, `RecordMissing`, `KeyRefused`, `NotInsideTransaction`, or an error of the vault or the storage ([errors](errors.md)).",
    table(
      ["in `Florin`", "what it is"],
      members.map(({ doc, name }) => [`\`${name}\``, doc.split("\n\n")[0]!])
    ),
    "The other modules of `florin/effect`:",
    table(
      ["module", "what it has"],
      modules.map(({ from, name }) => [`\`${name}\``, firstSentence(Faces.headOf(read(fileOf(from))))])
    )
  )
}

/** The whole page. */
export const operationsPage = (read: Read, { components }: OpenApi): string => {
  const isNeeded = ({ name }: Faces.Declared) => inProcess.has(name) || fieldOf(name, components.schemas) === undefined
  const all = files.flatMap((file) => Faces.typesOf(read(`${home}/${file}.ts`)))
  const declared = new Map(all.map((one) => [one.name, one]))
  const types = { declared, schemas: components.schemas }
  return `${joined(
    "# Operations in process",
    "What `createFlorin` gives a host, call by call. `florin` is what it resolves to, and `shop` is `florin.shop(id)`. Requests and answers are those of the [HTTP interface](http.md) with names in camelCase, `credit_card` as `card`: a link leads to the fields there. Amounts are integers in minor units, instants ISO 8601 texts.",
    "A decline is no error but a transaction that is `failed`; one without an outcome yet is `pending`. Calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`; each has a `code`, which [Errors](errors.md) explains.",
    "This page is made from the docstrings that an editor shows. How to begin is in the guide [Embed Florin](../guides/embed.md).",
    faces.map(([title, prefix, name]) => face(title, prefix, declared.get(name)!, types)),
    "## Types",
    "Those that the HTTP interface does not have.",
    needed(declared, isNeeded).map((one) => typeSection(one, types)),
    effects(read)
  )}\n`
}
