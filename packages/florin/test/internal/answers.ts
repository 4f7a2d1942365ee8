/** Compares an answer with the one that a document shows. */
import { assert } from "vitest"

const uid = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g
const kinds: ReadonlyArray<readonly [kind: string, pattern: RegExp]> = [
  ["<uid>", uid],
  ["<date>", /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g],
  ["<token>", /[\da-f]{64}/g],
  ["<id>", /(?:pln|cst|sbs)_[\da-f]{16}/g]
]

/** A text by what it is, where its value is new with every run. */
export const byKind = (text: string): string =>
  kinds.reduce((rest, [kind, pattern]) => rest.replaceAll(pattern, kind), text)

/** Documents say the same of the same transaction: each of their uids stands for one. */
const assertUids = (documented: string, actual: string, known: Map<string, string>): void => {
  const found = actual.match(uid) ?? []
  for (const [index, written] of (documented.match(uid) ?? []).entries()) {
    assert.strictEqual(known.get(written) ?? found[index], found[index], `the transaction ${written}`)
    known.set(written, found[index] ?? "")
  }
}

const assertText = (documented: string, actual: unknown, place: string, known: Map<string, string>): void => {
  assert.isString(actual, place)
  const [shown, got] = [byKind(documented), byKind(actual as string)]
  if (shown.endsWith("…")) assert.isTrue(got.startsWith(shown.slice(0, -1)), `${place}: ${got}`)
  else assert.strictEqual(got, shown, place)
  assertUids(documented, actual as string, known)
}

/** Every member that the document shows is in the answer; texts that end in `…` begin so. */
export const assertShown = (
  documented: unknown,
  actual: unknown,
  known: Map<string, string>,
  place = "the answer"
): void => {
  if (typeof documented === "string") assertText(documented, actual, place, known)
  else if (typeof documented !== "object" || documented === null) assert.strictEqual(actual, documented, place)
  else {
    // Lists too.
    assert.strictEqual(typeof actual, "object", place)
    for (const [name, value] of Object.entries(documented)) {
      assertShown(value, (actual as Record<string, unknown>)[name], known, `${place}.${name}`)
    }
  }
}
