/** People who sign in, and the app that makes their codes. */
import { createHmac } from "node:crypto"
import { PersonId } from "@florin/core/people/Actor"
import { AuditStore } from "@florin/core/people/PersonStore"
import { allGrants } from "@florin/core/people/Role"
import { People } from "@florin/core/people-operations/People"
import { type SignedIn, SignIn, type Visitor } from "@florin/core/people-operations/SignIn"
import { PasswordCost } from "@florin/vault/SignInSecrets"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type WorldOptions, world } from "./world.js"

/** A hash that takes no time: what is tried here is not its cost. */
export const cheap = Layer.succeed(PasswordCost, { rounds: 2, block: 1, lanes: 1 })

export const peopled = (options: WorldOptions = {}) =>
  world({ ...options, settings: options.settings === undefined ? cheap : Layer.merge(cheap, options.settings) })

export const anna = PersonId.make("anna")

export const home: Visitor = { address: "192.0.2.1" }

export const password = Redacted.make("correct horse battery staple")

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const bytesOf = (base32: string): Buffer => {
  const bits = Array.from(base32, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from(
    Array.from({ length: Math.floor(bits.length / 8) }, (_, at) => Number.parseInt(bits.slice(8 * at, 8 * at + 8), 2))
  )
}

/** The code of an app at an instant, written down from RFC 6238 and RFC 4226. */
export const codeOf = (uri: string, now: number): Redacted.Redacted<string> => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac("sha1", bytesOf(new URL(uri).searchParams.get("secret")!))
    .update(counter)
    .digest()
  const at = mac.at(-1)! & 15
  return Redacted.make(String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0"))
}

/** The code of now. */
export const code = (uri: string) => Effect.map(Clock.currentTimeMillis, (now) => codeOf(uri, now))

export const invite = (id = anna) =>
  Effect.gen(function* () {
    const people = yield* People
    return yield* people.link(allGrants, id)
  })

/** Adds a person, who comes by a link and sets password and second factor. */
export const settled = (
  id = anna,
  place: Parameters<People["Type"]["grant"]>[2] = { place: "everywhere", role: "operate" }
) =>
  Effect.gen(function* () {
    const people = yield* People
    const signIn = yield* SignIn
    yield* people.add(allGrants, id, place)
    const { token: link } = yield* people.link(allGrants, id)
    const invited = yield* signIn.byLink({ token: link }, home)
    const uri = Redacted.value(yield* signIn.newSecondFactor(invited.token))
    const signedIn: SignedIn = yield* signIn.setPassword(invited.token, { password, code: yield* code(uri) }, home)
    return { invited, uri, signedIn }
  })

/** All entries of the audit, oldest first, without what differs from run to run. */
export const audited = Effect.map(
  Effect.flatMap(AuditStore, ({ list }) => list({ limit: 1000, sight: "all" })),
  (entries) => entries.toReversed()
)
