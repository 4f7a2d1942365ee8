/** The contract of people, approvals and the audit, as tests that every store runs. */
import * as Reads from "@florin/core/commits/Reads"
import { newTransactionUid } from "@florin/core/ids/Ids"
import { PersonId } from "@florin/core/people/Actor"
import { Approval, type ApprovalId } from "@florin/core/people/Approval"
import { AuditEntry, type AuditId } from "@florin/core/people/AuditEntry"
import { Person } from "@florin/core/people/Person"
import { ApprovalStore, AuditStore, PersonStore } from "@florin/core/people/PersonStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { someOf } from "./internal/anyRecord.js"
import {
  assertStale,
  assertStorageError,
  atOnce,
  execute,
  look,
  onFreshStore,
  otherShop,
  run,
  type StoreLayer,
  type StoreTest,
  shop,
  write
} from "./StoreUnderTest.js"

const people = (count: number): ReadonlyArray<Person> =>
  someOf(Person, count).map((one, index) => ({ ...one, id: PersonId.make(`person-${index}`), version: 1 }))

const insert = (person: Person) => write({ _tag: "InsertPerson", person })

const entries = (count: number) =>
  Effect.forEach(someOf(AuditEntry, count), (one, index) =>
    Effect.map(
      newTransactionUid,
      (id): AuditEntry => ({
        ...one,
        id: id as string as AuditId,
        at: DateTime.unsafeMake(index * 1000),
        kind: index % 2 === 0 ? "action" : "look",
        actor: `person-${index % 3}`,
        shop: [shop, otherShop, null][index % 3]!
      })
    )
  )

const append = (entry: AuditEntry) => write({ _tag: "AppendAudit", entry })

const approvals = (count: number) =>
  Effect.forEach(someOf(Approval, count), (one, index) =>
    Effect.map(
      newTransactionUid,
      (id): Approval => ({
        ...one,
        id: id as string as ApprovalId,
        shop: index % 2 === 0 ? shop : otherShop,
        state: "waiting",
        version: 1
      })
    )
  )

const ofPeople = (runner: Runner, test: StoreTest): void => {
  runner.describe("people", () => {
    test("a person reads as written and as changed, and people are listed by id", () =>
      Effect.gen(function* () {
        const store = yield* PersonStore
        const all = people(4)
        yield* Effect.forEach(all, insert)
        const [first, ...others] = all
        const next: Person = { ...others[0]!, id: first!.id, version: 2 }
        yield* write({ _tag: "ReplacePerson", person: next })
        assert.deepStrictEqual<unknown>(yield* look(Reads.person(first!.id)), next)
        assert.deepStrictEqual(yield* store.find(first!.id), Option.some(next))
        assert.deepStrictEqual(yield* store.list({ limit: 2 }), [next, others[0]!])
        assert.deepStrictEqual(yield* store.list({ limit: 9, after: others[0]!.id }), others.slice(1))
        assert.isTrue(Option.isNone(yield* store.find(PersonId.make("nobody"))))
        yield* assertStorageError("constraint", insert(first!))
      }))

    test("of changes to one version of a person one is made", () =>
      Effect.gen(function* () {
        const [one] = people(1)
        yield* insert(one!)
        const changed = write({ _tag: "ReplacePerson", person: { ...one!, version: 2 } })
        const made = yield* atOnce([changed, changed, changed].map(Effect.either))
        assert.strictEqual(made.filter(Either.isRight).length, 1)
        yield* assertStale(changed)
      }))

    test("failed tries are kept by party, and those of a day ago are forgotten", () =>
      Effect.gen(function* () {
        const keep = (party: string, failed: number, at: number) => write({ _tag: "KeepTries", party, failed, at })
        yield* keep("a", 1.5, 1000)
        yield* keep("a", 2.25, 2000)
        assert.deepStrictEqual(yield* look(Reads.failedTries("a")), { failed: 2.25, at: 2000 })
        yield* keep("b", 1, 86_400_000 + 2000)
        assert.deepStrictEqual(yield* look(Reads.failedTries("a")), { failed: 2.25, at: 2000 })
        yield* keep("b", 1, 86_400_000 + 2001)
        assert.isUndefined(yield* look(Reads.failedTries("a")))
      }))
  })
}

const ofApprovals = (runner: Runner, test: StoreTest): void => {
  runner.describe("approvals", () => {
    test("what waits or is approved is listed of the shops in sight, oldest first, until it is used or declined", () =>
      Effect.gen(function* () {
        const store = yield* ApprovalStore
        const all = yield* approvals(4)
        yield* Effect.forEach(all, (approval) => write({ _tag: "InsertApproval", approval }))
        const decided: Approval = { ...all[0]!, state: "approved", version: 2 }
        yield* write({ _tag: "ReplaceApproval", approval: decided })
        assert.deepStrictEqual(yield* store.find(decided.id), Option.some(decided))
        assert.deepStrictEqual<unknown>(yield* look(Reads.approval(decided.id)), decided)
        assert.deepStrictEqual(yield* store.open({ limit: 9, sight: "all" }), [decided, ...all.slice(1)])
        yield* write({ _tag: "ReplaceApproval", approval: { ...decided, state: "used", version: 3 } })
        assert.deepStrictEqual(yield* store.open({ limit: 9, sight: "all" }), all.slice(1))
        assert.deepStrictEqual(yield* store.open({ limit: 9, sight: [shop] }), [all[2]!])
        assert.deepStrictEqual(yield* store.open({ limit: 9, sight: [] }), [])
        assert.deepStrictEqual(yield* store.open({ limit: 1, sight: "all", after: all[1]!.id }), [all[2]!])
        yield* assertStale(write({ _tag: "ReplaceApproval", approval: decided }))
      }))
  })
}

const ofAudit = (runner: Runner, test: StoreTest): void => {
  runner.describe("the audit", () => {
    test("an entry reads as written, newest first, by every filter, and only in sight", () =>
      Effect.gen(function* () {
        const store = yield* AuditStore
        const all = yield* entries(12)
        yield* Effect.forEach(all, append)
        const newest = all.toReversed()
        const listed = (filter: Partial<Parameters<typeof store.list>[0]>, expected: ReadonlyArray<AuditEntry>) =>
          Effect.map(store.list({ limit: 99, sight: "all", ...filter }), (found) =>
            assert.deepStrictEqual(found, expected)
          )
        yield* listed({}, newest)
        yield* listed({ limit: 2 }, newest.slice(0, 2))
        yield* listed({ after: newest[4]!.id }, newest.slice(5))
        yield* listed(
          { sight: [shop] },
          newest.filter((one) => one.shop === shop)
        )
        yield* listed({ sight: [] }, [])
        yield* listed({ sight: [shop], shop: otherShop }, [])
        yield* listed(
          { actor: "person-1", kind: "look" },
          newest.filter(({ actor, kind }) => actor === "person-1" && kind === "look")
        )
        const [one] = all
        yield* listed(
          { operation: one!.operation, ...(one!.subject === null ? {} : { subject: one!.subject }) },
          newest.filter(
            ({ operation, subject }) =>
              operation === one!.operation && (one!.subject === null || subject === one!.subject)
          )
        )
      }))

    test("an entry appended again is one entry, and no statement changes or removes one", () =>
      Effect.gen(function* () {
        const store = yield* AuditStore
        const [entry] = yield* entries(1)
        yield* append(entry!)
        yield* append({ ...entry!, actor: "another" })
        const refused = (statement: string) => assertStorageError("constraint", run(execute(statement)))
        yield* refused("UPDATE florin_audit SET actor = 'another'")
        yield* refused("DELETE FROM florin_audit")
        assert.deepStrictEqual(yield* store.list({ limit: 9, sight: "all" }), [entry!])
      }))
  })
}

export const peopleStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  ofPeople(runner, test)
  ofApprovals(runner, test)
  ofAudit(runner, test)
}
