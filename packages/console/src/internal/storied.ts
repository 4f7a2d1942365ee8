/** The story of a transaction, as screens read it. */
import type { operatorTable } from "@florin/wire/operations/Table"
import type { DocumentOf } from "../Desk.js"

export type Story = DocumentOf<typeof operatorTable.findStory>

/** A transaction of any type, as a screen reads it. */
export type Members = Readonly<Record<string, unknown>>

export const membersOf = ({ transaction }: Pick<Story, "transaction">): Members => transaction as unknown as Members
