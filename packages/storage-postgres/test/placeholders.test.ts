import { assert, describe, it } from "@effect/vitest"
import { placeholders } from "../src/internal/placeholders.js"

describe("the question marks of a statement", () => {
  it.each([
    ["SELECT 1", "SELECT 1"],
    ["SELECT ? WHERE a = ?", "SELECT $1 WHERE a = $2"],
    ["SELECT '?' || ?", "SELECT '?' || $1"],
    ["SELECT 'it''s ?', ?", "SELECT 'it''s ?', $1"],
    ["SELECT 'a\\', ?", "SELECT 'a\\', $1"],
    ["SELECT E'a\\'?', ?", "SELECT E'a\\'?', $1"],
    ['SELECT "a?""?" FROM t WHERE a = ?', 'SELECT "a?""?" FROM t WHERE a = $1'],
    ["SELECT ? -- why?\n, ?", "SELECT $1 -- why?\n, $2"],
    ["SELECT /* ?\n? */ ?", "SELECT /* ?\n? */ $1"],
    ["SELECT $$ ? $$, ?", "SELECT $$ ? $$, $1"],
    ["SELECT $a$ ? $$ ? $a$, ?", "SELECT $a$ ? $$ ? $a$, $1"]
  ])("%s becomes %s", (statement, expected) => {
    assert.strictEqual(placeholders(statement), expected)
  })
})
