/** Answers of operations, by their names. Only the contract loads it: a row has the name alone. */
import type * as Schema from "effect/Schema"
import * as AnswerSchemas from "./internal/answerSchemas.js"

export type Answers = typeof AnswerSchemas

export type AnswerName = keyof Answers

export const answers: Readonly<Record<AnswerName, Schema.Schema.Any>> = AnswerSchemas
