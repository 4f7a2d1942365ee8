/** What hosts call and read in process, generated from the table of operations: `packages/florin/src/faces/generated`. */
import { answers } from "@florin/wire/Answers"
import * as Operation from "@florin/wire/operations/Operation"
import { groups, operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { bases, byHand, camelCase, queries, written } from "./Names.js"
import { type Member, Shapes } from "./Shapes.js"
import { docstring, imports, memberText, shapeText } from "./Text.js"

type Row = Operation.Any

const errors = "Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`."

interface Face {
  readonly name: string
  readonly rows: Readonly<Record<string, Row>>
  /** What the names of its calls begin with. */
  readonly section: string
  readonly doc: string
}

const faceOf = (name: string, rows: Face["rows"], section: string, doc: string): Face => ({ name, rows, section, doc })

const faces: ReadonlyArray<Face> = [
  faceOf(
    "ShopCards",
    table,
    "",
    "The card operations of one shop. A decline is no error but a transaction that is `failed`; one without an outcome yet is `pending`."
  ),
  faceOf(
    "Transfers",
    table,
    "transfers",
    `${groups.transfers.description} Amounts are kopecks. A transfer that the bank refuses is no rejection but one that \`failed\`.`
  ),
  faceOf("SavedCards", table, "cards", groups.savedCards.description),
  faceOf("Checkouts", table, "checkouts", groups.checkouts.description),
  faceOf("Transactions", table, "transactions", groups.transactions.description),
  faceOf("Notifications", table, "notifications", groups.notifications.description),
  faceOf("Plans", table, "plans", groups.plans.description),
  faceOf("Customers", table, "customers", groups.customers.description),
  faceOf("Coupons", table, "coupons", groups.coupons.description),
  faceOf("Subscriptions", table, "subscriptions", groups.subscriptions.description),
  faceOf("Products", table, "products", groups.products.description),
  faceOf(
    "OperatorCalls",
    operatorTable,
    "",
    "What the people do who run the gateway, of all shops and without a key. The host decides who may call, and says with `by` who decides. Pages are oldest first."
  ),
  faceOf(
    "ShopAdministration",
    operatorTable,
    "shops",
    "The shops of the options and of the database. Those of the database are added and changed while Florin runs: each request reads its shop, so a change is in force with the next one in every process. Those of the options are changed there."
  ),
  faceOf("TransferControls", sandboxTable, "transfers", "What happens to a payment by instant bank transfer."),
  faceOf("PayoutControls", sandboxTable, "payouts", "What a bank does with a payout."),
  faceOf("RefundControls", sandboxTable, "refunds", "What a bank does with a refund.")
]

/** The file of a group's types. */
const fileOf = ({ group, record }: Row, kind: "Requests" | "Documents"): string => {
  const files: Readonly<Record<string, string>> = {
    ...{
      cards: "card",
      savedCards: "savedCard",
      checkouts: "checkout",
      products: "product",
      transactions: "query",
      notifications: "query",
      transfers: "transfer"
    },
    ...{
      coupons: "billing",
      plans: "billing",
      customers: "billing",
      subscriptions: "billing",
      operators: "operator",
      sandbox: "sandbox"
    }
  }
  return `./${record === "shop" ? record : files[group]}${kind}.js`
}

const nameOf = ({ name }: Row): string => name.split(".").at(-1)!

const isShown = (row: Row): boolean => row.isHttpOnly !== true && !byHand.has(row.name)

const by: Member = {
  name: "by",
  type: "string",
  isOptional: false,
  doc: "Who decides, for the history. Length: 1 to 64."
}

type Property = AST.PropertySignature

/** An object as it is sent. */
const sentOf = (ast: AST.AST): AST.TypeLiteral => {
  if (ast._tag === "Transformation" || ast._tag === "Refinement") return sentOf(ast.from)
  if (ast._tag === "TypeLiteral") return ast
  throw new Error(`A ${ast._tag} is no object`)
}

const propertyOf = (ast: AST.AST, name: string): Property | undefined =>
  sentOf(ast).propertySignatures.find((one) => one.name === name)

/** The name of an object in the contract. */
const identifierOf = (ast: AST.AST): string => {
  const own = Option.getOrUndefined(AST.getJSONIdentifier(ast))
  if (own !== undefined) return own
  return ast._tag === "Transformation" || ast._tag === "Refinement" ? identifierOf(ast.from) : found
}

/** Of the one document that is a union. */
const found = "FoundDocument"

/** What one row takes and answers, by the names of its types. */
class Generated {
  readonly shapes = new Shapes()
  /** Members of answers that only a repetition has null, which a call without a key has none of. */
  readonly shownOnce = new Map<string, ReadonlyArray<string>>()

  requestOf(row: Row): string {
    const { body } = row
    const sent = body!.schema.ast
    const identifier = identifierOf(sent)
    if (identifier in written) return identifier
    const place = {
      parent: identifier,
      member: "",
      doc: `What \`${row.name}\` is called with.`,
      file: fileOf(row, "Requests")
    }
    const name = this.shapes.typeOf(sent, place)
    if (!Operation.isDecision(row)) return name
    const shape = this.shapes.all.get(name)!
    if (!shape.members.includes(by)) this.shapes.all.set(name, { ...shape, members: [...shape.members, by] })
    return name
  }

  queryOf(row: Row): string {
    const { page, query } = row
    const file = fileOf(row, "Requests")
    const place = { parent: queries[row.id]!, file }
    const members = this.shapes.membersOf(sentOf(Schema.Struct(query!).ast), place).map((member): Member => {
      const plain = { ...member, type: member.type.replace(/ \| undefined$/, "") }
      if (page === undefined || member.name !== "limit") return plain
      const sizes =
        page.usual === page.most
          ? `Default and maximum: ${page.most}.`
          : `Default: ${page.usual}. Maximum: ${page.most}.`
      return { ...plain, type: "number", doc: `${member.doc} ${sizes}` }
    })
    const doc = page === undefined ? `What \`${row.name}\` looks at.` : "A page of a list."
    this.shapes.add({ name: place.parent, doc, file, bases: [], members })
    return place.parent
  }

  answerOf(row: Row): string {
    const { member } = row
    const answer = answers[row.answer]
    if (member === null) return "void"
    const file = fileOf(row, "Documents")
    const doc = `What \`${row.name}\` answers.`
    if (member === undefined) {
      const name = this.shapes.typeOf(answer.ast, { parent: identifierOf(answer.ast), member: "", doc, file })
      if (row.shownOnce !== undefined) this.shownOnce.set(name, row.shownOnce.map(camelCase))
      return name
    }
    const documents = answer.ast._tag === "Union" ? answer.ast.types : [answer.ast]
    const types = documents.map((ast) =>
      this.shapes.typeOf(propertyOf(ast, member)!.type, { parent: identifierOf(ast), member, doc, file })
    )
    return this.shapes.unionOf(types, { parent: found, member, doc, file })
  }

  callOf(row: Row): Member {
    const { body, query, subject } = row
    const takes = [
      ...(subject === undefined ? [] : [`${subject.schema === Schema.String ? "trackingId" : subject.name}: string`]),
      ...(body === undefined ? [] : [`request${this.#isOptional(row) ? "?" : ""}: ${this.requestOf(row)}`]),
      ...(query === undefined ? [] : this.#queryOf(row)),
      ...(Operation.takesKey(row) ? ["options?: CallOptions"] : [])
    ]
    const type = `(${takes.join(", ")}) => Promise<${this.answerOf(row)}>`
    return { name: nameOf(row), type, isOptional: false, doc: `${row.title}. ${row.description}` }
  }

  #isOptional(row: Row): boolean {
    return row.body?.isOptional === true && !Operation.isDecision(row)
  }

  #queryOf(row: Row): ReadonlyArray<string> {
    const name = this.queryOf(row)
    const isOptional = this.shapes.all.get(name)!.members.every((member) => member.isOptional)
    return [`${row.page === undefined ? "options" : "page"}${isOptional ? "?" : ""}: ${name}`]
  }
}

const head = "// Generated from the table of operations: `npx vitest run -u packages/site` writes it."

/** Rows of cards that hosts call by another name. */
const cardsOverHttp = Object.values<Row>(table).filter(
  ({ group, isHttpOnly }) => group === "cards" && isHttpOnly === true
)

/** The modules, by the names of their files. */
export const modules = (): ReadonlyMap<string, string> => {
  const generated = new Generated()
  const { shapes } = generated
  const faceTexts = faces.map(({ doc, name, rows, section }) => {
    const own = Object.values(rows).filter(
      (row) => isShown(row) && row.name.split(".").slice(0, -1).join(".") === section
    )
    const calls = own.map((row) => generated.callOf(row))
    // Hosts meet these documents in queries.
    if (name === "ShopCards") for (const row of cardsOverHttp) generated.answerOf(row)
    // A shop's calls, and those of whoever runs the gateway.
    return { name, doc, calls, file: rows === table ? "./faces.js" : "./operatorFaces.js" }
  })
  for (const [name, { doc, of }] of Object.entries(bases)) shapes.takeOut(name, doc, of)
  const spelled = speller(shapes)
  const texts = new Map<string, string>()
  for (const shape of shapes.all.values()) {
    const once = generated.shownOnce.get(shape.name) ?? []
    const members = shape.members.map((member) => ({
      ...member,
      type: once.includes(member.name) ? member.type.replace(/ \| null$/, "") : member.type,
      doc: spelled(member.doc)
    }))
    texts.set(
      shape.file,
      `${texts.get(shape.file) ?? ""}\n${shapeText({ ...shape, doc: spelled(shape.doc), members })}\n`
    )
  }
  for (const { calls, doc, file, name } of faceTexts) {
    const members = calls.map((call) => memberText({ ...call, doc: spelled(call.doc) })).join("\n")
    const face = `\n${docstring([spelled(doc), errors])}\nexport interface ${name} {\n${members}\n}\n`
    texts.set(file, `${texts.get(file) ?? ""}${face}`)
  }
  const homes = new Map([
    ...Object.entries(written),
    ...[...shapes.all.values()].map(({ file, name }) => [name, file] as const)
  ])
  return new Map(
    [...texts].map(([file, text]) => {
      const imported = imports(text, homes, file)
      return [file.replace(/^\.\/(.*)\.js$/, "$1.ts"), `${head}\n${imported === "" ? "" : `${imported}\n`}${text}`]
    })
  )
}

/** How sentences begin that are about HTTP alone. */
const ofHttp = /^(?:Link leads|Older clients|Over HTTP)/

/** Writes names of members as hosts spell them. A word that is also a value stays as it is. */
const speller = ({ members, words }: Shapes) => {
  const isName = (word: string) => members.has(word) && !words.has(word)
  const spelled = (word: string): string => (isName(word) ? camelCase(word) : word)
  return (text: string): string =>
    text
      .split(/(?<=[.:;]) /)
      .filter((sentence) => !ofHttp.test(sentence))
      .join(" ")
      .replaceAll(/(?<![/\w])[a-z]+(?:_[a-z0-9]+)+\b/g, spelled)
}
