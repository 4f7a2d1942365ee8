/** Attacks on signing in, and what holds against them. Source: D74. */
import { assert, it } from "@effect/vitest"
import { PersonId } from "@florin/core/people/Actor"
import { PersonStore } from "@florin/core/people/PersonStore"
import { allGrants } from "@florin/core/people/Role"
import { People } from "@florin/core/people-operations/People"
import { type SignedIn, SignIn, type Visitor } from "@florin/core/people-operations/SignIn"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { anna, audited, code, home, invite, password, peopled, settled } from "./internal/people.js"
import { morning } from "./internal/world.js"

const goesOn = ({ token }: Pick<SignedIn, "token">) =>
  Effect.flatMap(SignIn, ({ session }) => Effect.map(session(token, home), Option.isSome))

const wrong = Redacted.make("wrong horse battery staple")

/** Signs in as anna with the code of now. A code lets in once, so the next one is waited for. */
const enter = (
  uri: string,
  visitor: Visitor = home,
  changes: { readonly id?: string; readonly password?: Redacted.Redacted<string> } = {}
) =>
  Effect.gen(function* () {
    yield* TestClock.adjust("30 seconds")
    return yield* (yield* SignIn).byPassword({ id: anna, password, code: yield* code(uri), ...changes }, visitor)
  })

/** How it was refused. */
const refusal = <A, E extends object, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => ("reason" in error ? error.reason : undefined))

const tests = (
  name: string,
  test: () => Effect.Effect<void, unknown, Effect.Effect.Context<ReturnType<typeof everything>>>
) => it.effect(name, () => Effect.provide(Effect.zipRight(morning, Effect.suspend(test)), peopled()))

const everything = () => Effect.all([SignIn, People, PersonStore, audited])

describeOnContract("signing in", () => {
  tests("D74: by password and code; a wrong one of either, and an unknown id, are refused alike", () =>
    Effect.gen(function* () {
      const { uri } = yield* settled()
      assert.isTrue(yield* goesOn(yield* enter(uri)))
      const signIn = yield* SignIn
      const refused = [
        enter(uri, home, { password: wrong }),
        enter(uri, home, { id: "nobody" }),
        enter(uri, home, { id: "no id at all" }),
        Effect.flatMap(TestClock.adjust("30 seconds"), () =>
          signIn.byPassword({ id: anna, password, code: Redacted.make("000000") }, home)
        )
      ]
      for (const one of refused) assert.strictEqual(yield* refusal(one), "wrong")
      const entries = (yield* audited).filter(({ operation }) => operation === "sign-in")
      assert.deepStrictEqual(
        entries.map(({ actor, detail, entrance }) => [actor, entrance, detail]),
        [
          ["anna", "link", null],
          ["anna", "password", null],
          ["anna", "password", "refused"],
          ["unknown", "password", "refused"],
          ["unknown", "password", "refused"],
          ["anna", "password", "refused"]
        ]
      )
    })
  )

  tests("a code that was seen over a shoulder lets in nobody a second time", () =>
    Effect.gen(function* () {
      const { uri } = yield* settled()
      yield* enter(uri)
      const again = Effect.flatMap(code(uri), (code) =>
        Effect.flatMap(SignIn, ({ byPassword }) => byPassword({ id: anna, password, code }, home))
      )
      assert.strictEqual(yield* refusal(again), "wrong")
    })
  )

  tests("of one code that two send at once, one is let in", () =>
    Effect.gen(function* () {
      const { uri } = yield* settled()
      yield* TestClock.adjust("30 seconds")
      const now = yield* code(uri)
      const { byPassword } = yield* SignIn
      const both = [1, 2].map(() => Effect.option(byPassword({ id: anna, password, code: now }, home)))
      const found = yield* Effect.all(both, { concurrency: "unbounded" })
      assert.strictEqual(found.filter(Option.isSome).length, 1)
    })
  )

  tests("session fixation: what a browser brings is never a session, and each sign-in makes a new one", () =>
    Effect.gen(function* () {
      const { signedIn, uri } = yield* settled()
      const chosen = Redacted.make(`anna.${"0".repeat(64)}`)
      const visitor = { ...home, device: chosen }
      const next = yield* enter(uri, visitor)
      for (const brought of [chosen, Redacted.make("anna."), Redacted.make(""), next.device]) {
        assert.isFalse(yield* goesOn({ token: brought }))
      }
      assert.notStrictEqual(Redacted.value(next.token), Redacted.value(signedIn.token))
    })
  )

  tests("stolen cookie: after sign-out a copy of it is worth nothing, and other sessions go on", () =>
    Effect.gen(function* () {
      const { uri } = yield* settled()
      const [stolen, other] = [yield* enter(uri), yield* enter(uri)]
      yield* (yield* SignIn).signOut(stolen.token, home)
      assert.deepStrictEqual([yield* goesOn(stolen), yield* goesOn(other)], [false, true])
      yield* (yield* SignIn).signOut(stolen.token, home)
    })
  )

  tests("a session ends after 30 minutes without use, and after 12 hours of use", () =>
    Effect.gen(function* () {
      const { signedIn, uri } = yield* settled()
      yield* TestClock.adjust("29 minutes")
      assert.isTrue(yield* goesOn(signedIn))
      yield* TestClock.adjust("30 minutes")
      assert.isFalse(yield* goesOn(signedIn))
      const used = yield* enter(uri)
      for (let minute = 0; minute < 700; minute += 20) {
        yield* TestClock.adjust("20 minutes")
        assert.isTrue(yield* goesOn(used))
      }
      yield* TestClock.adjust("20 minutes")
      assert.isFalse(yield* goesOn(used))
    })
  )

  tests("a new password ends all other sessions and the old token, and needs the one before", () =>
    Effect.gen(function* () {
      const { invited, signedIn, uri } = yield* settled()
      const other = yield* enter(uri)
      yield* TestClock.adjust("30 seconds")
      const signIn = yield* SignIn
      const next = Redacted.make("a password that is another one")
      const change = (current?: Redacted.Redacted<string>) =>
        Effect.flatMap(code(uri), (code) => signIn.setPassword(other.token, { password: next, code, current }, home))
      assert.strictEqual(yield* refusal(change()), "wrong")
      assert.strictEqual(yield* refusal(change(wrong)), "wrong")
      assert.strictEqual(yield* refusal(change(next)), "wrong")
      const changed = yield* change(password)
      const all = yield* Effect.forEach([invited, signedIn, other, changed], goesOn)
      assert.deepStrictEqual(all, [false, false, false, true])
      assert.strictEqual(yield* refusal(enter(uri)), "wrong")
      assert.isTrue(yield* goesOn(yield* enter(uri, home, { password: next })))
    })
  )

  tests(
    "a short password, one with the id in it, one that repeats itself and one of common words are refused by name, not repeated",
    () =>
      Effect.gen(function* () {
        const people = yield* People
        const signIn = yield* SignIn
        yield* people.add(allGrants, anna, { place: "everywhere", role: "view" })
        const { token } = yield* signIn.byLink({ token: (yield* invite()).token }, home)
        const uri = Redacted.value(yield* signIn.newSecondFactor(token))
        const refused = [
          "fourteen chars",
          "my name is Anna, hello",
          "abcabcabcabcabcabc",
          "x".repeat(129),
          "Florin-Admin-2026!"
        ]
        for (const text of refused) {
          const given = { password: Redacted.make(text), code: yield* code(uri) }
          const error = yield* Effect.flip(signIn.setPassword(token, given, home))
          assert.strictEqual(error._tag, "InvalidRequest")
          assert.match(String(error.message), /^password /)
          assert.notInclude(String(error.message), text)
        }
      })
  )

  tests("people see where they are signed in, and end all other sessions with a code, of which one is used up", () =>
    Effect.gen(function* () {
      const { invited, uri } = yield* settled()
      const [one, other] = [yield* enter(uri), yield* enter(uri)]
      const { session, signOutOthers } = yield* SignIn
      const seen = Effect.map(session(other.token, home), (open) =>
        Option.getOrThrow(open).sessions.map(({ isThis, openedAt }) => [isThis, openedAt.epochMillis] as const)
      )
      const all = yield* seen
      assert.deepStrictEqual(
        all.map(([isThis]) => isThis),
        [true, false, false]
      )
      const sorted = all.toSorted(([, left], [, right]) => right - left)
      assert.deepStrictEqual(sorted, [...all])
      const ending = (token: typeof one.token, code: Redacted.Redacted<string>) => signOutOthers(token, code, home)
      assert.strictEqual(yield* refusal(ending(other.token, yield* code(uri))), "wrong")
      assert.strictEqual(yield* refusal(ending(other.token, Redacted.make("000000"))), "wrong")
      assert.strictEqual(yield* refusal(ending(invited.token, yield* code(uri))), "over")
      assert.isTrue(yield* goesOn(one))
      yield* TestClock.adjust("30 seconds")
      const used = yield* code(uri)
      yield* ending(other.token, used)
      assert.deepStrictEqual([yield* goesOn(one), yield* goesOn(other)], [false, true])
      assert.strictEqual((yield* seen).length, 1)
      assert.strictEqual(yield* refusal(ending(other.token, used)), "wrong")
      assert.strictEqual((yield* audited).filter(({ operation }) => operation === "sign-out-others").length, 1)
    })
  )

  tests("of whoever has come by a link alone no code ends other sessions", () =>
    Effect.gen(function* () {
      const [people, signIn] = [yield* People, yield* SignIn]
      yield* people.add(allGrants, anna, { place: "everywhere", role: "view" })
      const { token } = yield* signIn.byLink({ token: (yield* invite()).token }, home)
      const uri = Redacted.value(yield* signIn.newSecondFactor(token))
      const ending = Effect.flatMap(code(uri), (code) => signIn.signOutOthers(token, code, home))
      assert.strictEqual(yield* refusal(ending), "wrong")
    })
  )

  tests("CSRF: the token of a session's forms is of no other session, and stands in no store", () =>
    Effect.gen(function* () {
      const { uri } = yield* settled()
      const [one, other] = [yield* enter(uri), yield* enter(uri)]
      const { isForm, session } = yield* SignIn
      const { formToken } = Option.getOrThrow(yield* session(one.token, home))
      assert.deepStrictEqual(
        [isForm(one.token, formToken), isForm(other.token, formToken), isForm(one.token, "")],
        [true, false, false]
      )
      const stored = JSON.stringify(Option.getOrThrow(yield* (yield* PersonStore).find(anna)))
      const secrets = [
        one.token,
        one.device,
        Redacted.make(formToken),
        password,
        Redacted.make(new URL(uri).searchParams.get("secret")!)
      ]
      for (const secret of secrets) assert.notInclude(stored, Redacted.value(secret))
    })
  )
})

describeOnContract("a sign-in link", () => {
  tests("lets in once, for an hour, and the next one takes its place", () =>
    Effect.gen(function* () {
      const people = yield* People
      const { byLink } = yield* SignIn
      yield* people.add(allGrants, anna, { place: "everywhere", role: "view" })
      const first = yield* invite()
      const second = yield* invite()
      assert.strictEqual(yield* refusal(byLink(first, home)), "wrong")
      yield* TestClock.adjust("59 minutes")
      const both = [1, 2].map(() => Effect.option(byLink(second, home)))
      const found = yield* Effect.all(both, { concurrency: "unbounded" })
      assert.strictEqual(found.filter(Option.isSome).length, 1)
      assert.strictEqual(yield* refusal(byLink(second, home)), "wrong")
      const late = yield* invite()
      yield* TestClock.adjust("60 minutes")
      assert.strictEqual(yield* refusal(byLink(late, home)), "wrong")
    })
  )

  tests("is not enough where there is a second factor, whose codes are not guessed with it", () =>
    Effect.gen(function* () {
      const { uri } = yield* settled()
      const { byLink } = yield* SignIn
      const { token } = yield* invite()
      yield* TestClock.adjust("30 seconds")
      for (let tries = 0; tries < 5; tries++) assert.strictEqual(yield* refusal(byLink({ token }, home)), "wrong")
      assert.strictEqual(yield* refusal(byLink({ token, code: yield* code(uri) }, home)), "wait")
      const next = yield* invite()
      assert.isTrue(yield* goesOn(yield* byLink({ token: next.token, code: yield* code(uri) }, home)))
    })
  )

  tests("with reset takes away what somebody else may have", () =>
    Effect.gen(function* () {
      const { signedIn, uri } = yield* settled()
      const { token } = yield* (yield* People).link(allGrants, anna, { reset: true })
      assert.isFalse(yield* goesOn(signedIn))
      assert.strictEqual(yield* refusal(enter(uri)), "wrong")
      assert.isTrue(yield* goesOn(yield* (yield* SignIn).byLink({ token }, home)))
    })
  )

  tests("of somebody who is removed lets in nobody, and neither do sessions", () =>
    Effect.gen(function* () {
      const { signedIn } = yield* settled()
      const link = yield* invite()
      yield* (yield* People).remove(allGrants, anna)
      assert.isFalse(yield* goesOn(signedIn))
      assert.strictEqual(yield* refusal((yield* SignIn).byLink(link, home)), "wrong")
      const again = (yield* People).add(allGrants, anna, { place: "everywhere", role: "view" })
      assert.strictEqual((yield* Effect.flip(again))._tag, "InvalidRequest")
    })
  )
})

describeOnContract("brute force", () => {
  const stranger = (index: number): Visitor => ({ address: `198.51.100.${index}` })

  tests("ten passwords are tried in an hour, from however many addresses; the person's own browser is let in", () =>
    Effect.gen(function* () {
      const { uri } = yield* settled()
      const { device } = yield* enter(uri)
      const { byPassword } = yield* SignIn
      const now = yield* code(uri)
      const attack = Array.from({ length: 50 }, (_, index) =>
        refusal(byPassword({ id: anna, password: wrong, code: now }, stranger(index)))
      )
      const reasons = yield* Effect.all(attack, { concurrency: "unbounded" })
      assert.strictEqual(reasons.filter((reason) => reason === "wrong").length, 10)
      assert.strictEqual(reasons.filter((reason) => reason === "wait").length, 40)
      assert.strictEqual(yield* refusal(enter(uri, stranger(60))), "wait")
      assert.isTrue(yield* goesOn(yield* enter(uri, { ...home, device })))
      const { token } = yield* invite()
      yield* TestClock.adjust("30 seconds")
      assert.isTrue(yield* goesOn(yield* (yield* SignIn).byLink({ token, code: yield* code(uri) }, home)))
      yield* TestClock.adjust("6 minutes")
      assert.isTrue(yield* goesOn(yield* enter(uri, stranger(61))))
    })
  )

  tests("an address tries thirty ids in an hour, and one that is right takes its own try back", () =>
    Effect.gen(function* () {
      const { uri } = yield* settled()
      for (let index = 0; index < 20; index++) yield* enter(uri, stranger(1))
      const { byPassword } = yield* SignIn
      const spray = (id: string) =>
        refusal(byPassword({ id, password: wrong, code: Redacted.make("000000") }, stranger(1)))
      for (let index = 0; index < 30; index++) assert.strictEqual(yield* spray(`person-${index}`), "wrong")
      assert.strictEqual(yield* spray("one-more"), "wait")
      assert.strictEqual(
        yield* refusal(
          byPassword({ id: PersonId.make("person-1"), password: wrong, code: Redacted.make("") }, stranger(2))
        ),
        "wrong"
      )
    })
  )
})
