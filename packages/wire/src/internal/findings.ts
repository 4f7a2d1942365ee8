/** What a reading found wrong: so much as is listed, and no more is looked for. Source: D4. */
import type { FieldError } from "@florin/core/request/InvalidRequest"
import type * as ParseResult from "effect/ParseResult"
import { faultsOf, type Path } from "./sentences.js"

/** Source: D4, how many errors are listed. */
export const listed = 100

export class Findings {
  readonly errors: Array<FieldError> = []
  /** Where in the body the reading is. */
  readonly path: Array<string | number> = []
  private said: Set<string> | undefined

  /** There is enough to list: whoever reads stops. */
  get isFull(): boolean {
    return this.errors.length >= listed
  }

  add(sentence: string, below: Path = []): void {
    const path = [...this.path, ...below].map(String)
    const key = JSON.stringify([path, sentence])
    this.said ??= new Set()
    if (this.isFull || this.said.has(key)) return
    this.said.add(key)
    this.errors.push({ path, sentence })
  }

  addIssue(issue: ParseResult.ParseIssue): void {
    for (const { path, sentence } of faultsOf(issue)) {
      if (this.isFull) return
      this.add(sentence, path)
    }
  }
}
