/**
 * What an expression of a source file is worth, as far as its text alone says so. Whatever it does not say is unknown,
 * and unknown members and elements are left out: an answer may be incomplete, but never made up.
 */
import ts from "typescript"

/** A constant, or `undefined` for what is not known. */
export type Value = string | boolean | ReadonlyArray<Value> | ReadonlyMap<string, Value> | undefined

/** What the parameters of a function stand for while its body is read. */
export type Bindings = ReadonlyMap<string, Value>

/** The functions and constants that are being read; one that leads to itself is not known. */
export type Reading = ReadonlyArray<ts.Node>

/** No bindings: outside of any function. */
export const unbound: Bindings = new Map()

/** What stands in a text for a value that only a run knows. */
export const hole = "…"

/** Whether a value is a list. */
export const isList = (value: Value): value is ReadonlyArray<Value> => Array.isArray(value)

/** A member of an object that is a text. */
export const textIn = (value: Value, name: string): string | undefined => {
  const member = value instanceof Map ? value.get(name) : undefined
  return typeof member === "string" ? member : undefined
}

const declaredIn = (node: ts.Node, name: string): ts.Expression | undefined => {
  if (!ts.isSourceFile(node) && !ts.isBlock(node)) return undefined
  for (const statement of node.statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) continue
    const found = statement.declarationList.declarations.find((_) => ts.isIdentifier(_.name) && _.name.text === name)
    if (found !== undefined) return found.initializer
  }
  return undefined
}

const hasParameter = (node: ts.Node, name: string): boolean =>
  ts.isFunctionLike(node) && node.parameters.some((parameter) => parameter.name.getText() === name)

/** The constant that a name stands for, from the inside out; a parameter in between hides it. */
const declarationOf = (name: string, from: ts.Node): ts.Expression | undefined => {
  for (let node = from.parent; node !== undefined; node = node.parent) {
    if (hasParameter(node, name)) return undefined
    const found = declaredIn(node, name)
    if (found !== undefined) return found
  }
  return undefined
}

/** The arrow function that an expression is or names, where its body is one expression. */
export const functionOf = (node: ts.Expression): { body: ts.Expression; arrow: ts.ArrowFunction } | undefined => {
  const arrow = ts.isIdentifier(node) ? declarationOf(node.text, node) : node
  if (arrow === undefined || !ts.isArrowFunction(arrow) || ts.isBlock(arrow.body)) return undefined
  return { body: arrow.body, arrow }
}

const bound = (parameter: ts.ParameterDeclaration, value: Value): ReadonlyArray<readonly [string, Value]> => {
  if (ts.isIdentifier(parameter.name)) return [[parameter.name.text, value]]
  if (!ts.isObjectBindingPattern(parameter.name)) return []
  return parameter.name.elements.map((element) => {
    const name = element.name.getText()
    return [name, value instanceof Map ? value.get(element.propertyName?.getText() ?? name) : undefined]
  })
}

/** The bindings inside a function that is called with these values; a missing one is the parameter's default. */
export const bind = (arrow: ts.ArrowFunction, values: ReadonlyArray<Value>): Bindings =>
  new Map(
    arrow.parameters.flatMap((parameter, index) => {
      const fallback = parameter.initializer === undefined ? undefined : evaluate(parameter.initializer)
      return bound(parameter, values[index] ?? fallback)
    })
  )

const template = (node: ts.TemplateExpression, bindings: Bindings, reading: Reading): string =>
  node.templateSpans.reduce((text, span) => {
    const value = evaluate(span.expression, bindings, reading)
    return `${text}${typeof value === "string" ? value : hole}${span.literal.text}`
  }, node.head.text)

const list = (node: ts.ArrayLiteralExpression, bindings: Bindings, reading: Reading): Value =>
  node.elements.flatMap((element): ReadonlyArray<Value> => {
    if (!ts.isSpreadElement(element)) return [evaluate(element, bindings, reading)]
    const spread = evaluate(element.expression, bindings, reading)
    return isList(spread) ? spread : []
  })

const object = (node: ts.ObjectLiteralExpression, bindings: Bindings, reading: Reading): Value =>
  new Map(
    node.properties.flatMap((property): ReadonlyArray<readonly [string, Value]> => {
      if (ts.isSpreadAssignment(property)) {
        const spread = evaluate(property.expression, bindings, reading)
        return spread instanceof Map ? [...spread] : []
      }
      if (ts.isShorthandPropertyAssignment(property)) {
        return [[property.name.text, nameOf(property.name, bindings, reading)]]
      }
      if (!ts.isPropertyAssignment(property)) return []
      const name = ts.isComputedPropertyName(property.name) ? "" : property.name.text
      return [[name, evaluate(property.initializer, bindings, reading)]]
    })
  )

const nameOf = (node: ts.Identifier, bindings: Bindings, reading: Reading): Value => {
  if (bindings.has(node.text)) return bindings.get(node.text)
  const declared = declarationOf(node.text, node)
  if (declared === undefined || reading.includes(declared)) return undefined
  return evaluate(declared, unbound, [...reading, declared])
}

const apply = (node: ts.Expression, values: ReadonlyArray<Value>, reading: Reading): Value => {
  const called = functionOf(node)
  if (called === undefined || reading.includes(called.arrow)) return undefined
  return evaluate(called.body, bind(called.arrow, values), [...reading, called.arrow])
}

const method = (on: Value, name: string, node: ts.CallExpression, bindings: Bindings, reading: Reading): Value => {
  const [first] = node.arguments
  if (!isList(on) || first === undefined) return undefined
  if (name === "filter") return on.filter((value) => apply(first, [value], reading) === true)
  if (name === "map") return on.map((value) => apply(first, [value], reading))
  if (name !== "concat") return undefined
  return [...on, ...node.arguments.flatMap((argument) => evaluate(argument, bindings, reading))]
}

const call = (node: ts.CallExpression, bindings: Bindings, reading: Reading): Value => {
  const { expression } = node
  if (ts.isPropertyAccessExpression(expression)) {
    return method(evaluate(expression.expression, bindings, reading), expression.name.text, node, bindings, reading)
  }
  return apply(
    expression,
    node.arguments.map((argument) => evaluate(argument, bindings, reading)),
    reading
  )
}

const binary = (node: ts.BinaryExpression, bindings: Bindings, reading: Reading): Value => {
  const left = evaluate(node.left, bindings, reading)
  const right = evaluate(node.right, bindings, reading)
  const both = typeof left === "string" && typeof right === "string"
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
      return both ? left === right : undefined
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
      return both ? left !== right : undefined
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return left === true && right === true
    default:
      return undefined
  }
}

/** The worth of an expression. */
export function evaluate(node: ts.Expression, bindings: Bindings = unbound, reading: Reading = []): Value {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) return template(node, bindings, reading)
  if (ts.isArrayLiteralExpression(node)) return list(node, bindings, reading)
  if (ts.isObjectLiteralExpression(node)) return object(node, bindings, reading)
  if (ts.isIdentifier(node)) return nameOf(node, bindings, reading)
  if (ts.isCallExpression(node)) return call(node, bindings, reading)
  if (ts.isBinaryExpression(node)) return binary(node, bindings, reading)
  if (ts.isPropertyAccessExpression(node)) {
    const owner = evaluate(node.expression, bindings, reading)
    return owner instanceof Map ? owner.get(node.name.text) : undefined
  }
  const isWrapped = ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
  return isWrapped ? evaluate(node.expression, bindings, reading) : undefined
}
