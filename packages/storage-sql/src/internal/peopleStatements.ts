/** Reads and writes of people, of their tries to sign in, of what waits for approval, and of the audit. */
import type { FailedTries } from "@florin/core/commits/Reads"
import type { Dialect } from "../Dialect.js"
import { lockOrder, type ReadTable } from "./readTable.js"
import * as Records from "./records.js"
import { guarded, insert, statement } from "./statement.js"
import { first, number, step } from "./values.js"
import type { WriteTable } from "./writeTable.js"

const personOf = (id: string): string => `person ${id}`
const triesOf = (party: string): string => `tries ${party}`
const approvalOf = (id: string): string => `approval ${id}`

const tries = statement("load.tries", "SELECT failed, at FROM {sign_in_tries} WHERE party = [party]")

export const peopleReads = ({ forUpdate }: Dialect) => {
  const person = statement("load.person", `SELECT document FROM {people} WHERE id = [id]${forUpdate}`)
  const approval = statement("load.approval", `SELECT document FROM {approvals} WHERE id = [id]${forUpdate}`)
  return {
    Person: {
      claims: ({ id }) => personOf(id),
      rank: lockOrder.person,
      step: (read) => step(person, read),
      decode: first(Records.personOf)
    },
    FailedTries: {
      claims: ({ party }) => triesOf(party),
      rank: lockOrder.first,
      lock: ({ party }) => triesOf(party),
      step: (read) => step(tries, read),
      decode: first((row): FailedTries => ({ failed: Number(row.failed), at: number(row, "at") }))
    },
    Approval: {
      claims: ({ id }) => approvalOf(id),
      rank: lockOrder.approval,
      step: (read) => step(approval, read),
      decode: first(Records.approvalOf)
    }
  } satisfies Partial<ReadTable>
}

const insertPerson = insert("people.insert", "{people}", "id, version, document")
const replacePerson = guarded(
  "people.update",
  "UPDATE {people} SET version = [version:bigint], document = [document] WHERE id = [id] AND version = [replaced:bigint]",
  ["id"]
)

const keepTries = statement(
  "people.tries",
  `INSERT INTO {sign_in_tries} (party, failed, at) VALUES ([party], [failed], [at])
  ON CONFLICT (party) DO UPDATE SET failed = excluded.failed, at = excluded.at`
)
const forgotten = "DELETE FROM {sign_in_tries} WHERE party IN (SELECT party FROM {sign_in_tries} WHERE at < [before]"
const forgetTries = {
  ...statement("people.tries", `${forgotten})`),
  // Another process may be counting a try of one of them.
  unlocked: `${forgotten.replace("[before]", "?")} FOR UPDATE SKIP LOCKED)`
}

/** Tries so old have no weight in any limit. Unit: milliseconds. */
const day = 86_400_000

const appendAudit = insert(
  "audit.append",
  "{audit}",
  "id, at, kind, actor, entrance, address, operation, shop_id, subject, detail",
  { key: ["id"], conflict: " ON CONFLICT (id) DO NOTHING" }
)

const insertApproval = insert("approvals.insert", "{approvals}", "id, shop_id, state, version, document")
const replaceApproval = guarded(
  "approvals.update",
  `UPDATE {approvals} SET state = [state], version = [version:bigint], document = [document]
  WHERE id = [id] AND version = [replaced:bigint]`,
  ["id"]
)

const nothing = (): ReadonlyArray<string> => []

export const peopleWrites = {
  InsertPerson: {
    touches: ({ person }) => [personOf(person.id)],
    steps: ({ person: _ }) => [step(insertPerson, { id: _.id, version: _.version, document: Records.person.write(_) })]
  },
  ReplacePerson: {
    touches: ({ person }) => [personOf(person.id)],
    steps: ({ person: _ }) => [
      step(replacePerson, {
        id: _.id,
        version: _.version,
        replaced: _.version - 1,
        document: Records.person.write(_)
      })
    ]
  },
  KeepTries: {
    touches: ({ party }) => [triesOf(party)],
    steps: ({ at, failed, party }) => [
      step(keepTries, { party, failed: String(failed), at }),
      step(forgetTries, { before: at - day })
    ]
  },
  // Nothing decides on the audit.
  AppendAudit: {
    touches: nothing,
    steps: ({ entry: _ }) => [
      step(appendAudit, {
        id: _.id,
        at: _.at.epochMillis,
        kind: _.kind,
        actor: _.actor,
        entrance: _.entrance,
        address: _.address,
        operation: _.operation,
        shop_id: _.shop,
        subject: _.subject,
        detail: _.detail
      })
    ]
  },
  InsertApproval: {
    touches: ({ approval }) => [approvalOf(approval.id)],
    steps: ({ approval: _ }) => [
      step(insertApproval, {
        id: _.id,
        shop_id: _.shop,
        state: _.state,
        version: _.version,
        document: Records.approval.write(_)
      })
    ]
  },
  ReplaceApproval: {
    touches: ({ approval }) => [approvalOf(approval.id)],
    steps: ({ approval: _ }) => [
      step(replaceApproval, {
        id: _.id,
        state: _.state,
        version: _.version,
        replaced: _.version - 1,
        document: Records.approval.write(_)
      })
    ]
  }
} satisfies Partial<WriteTable>
