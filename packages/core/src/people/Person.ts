/** A person who runs the gateway or looks after a shop, as stored. Source: D74. */
import * as Schema from "effect/Schema"
import { PersonId } from "./Actor.js"
import { Grants } from "./Role.js"

/** The hash of a secret of ours, which has 256 random bits. Shape: SHA-256 as 64 lower-case hex digits. */
const Digest = Schema.String

/** One place at which a person is signed in. */
export const Session = Schema.Struct({
  digest: Digest,
  openedAt: Schema.DateTimeUtcFromSelf,
  seenAt: Schema.DateTimeUtcFromSelf
})

export interface Session extends Schema.Schema.Type<typeof Session> {}

/**
 * The second factor.
 *
 * - `sealed`: the secret, sealed with the key ring
 * - `isConfirmed`: a code of it was entered once; before that it lets nobody in
 * - `lastStep`: the 30 seconds of the code that was used last, which lets nobody in again
 */
export const SecondFactor = Schema.Struct({
  sealed: Schema.String,
  isConfirmed: Schema.Boolean,
  lastStep: Schema.Int
})

export interface SecondFactor extends Schema.Schema.Type<typeof SecondFactor> {}

/**
 * - `password`: its hash, with the parameters; null where none is set
 * - `link`: the hash of the one sign-in link that is open
 * - `devices`: hashes of what browsers keep in which the person has signed in: they are let try where strangers are not
 * - `isOfShop`: the last link came from somebody who does not administer everywhere, and may know what it let in
 * - `removedAt`: the person is gone; the id stays taken, because the audit names it
 */
export const Person = Schema.Struct({
  id: PersonId,
  grants: Grants,
  password: Schema.NullOr(Schema.String),
  secondFactor: Schema.NullOr(SecondFactor),
  link: Schema.NullOr(Schema.Struct({ digest: Digest, until: Schema.DateTimeUtcFromSelf })),
  isOfShop: Schema.Boolean,
  sessions: Schema.Array(Session),
  devices: Schema.Array(Schema.Struct({ digest: Digest, at: Schema.DateTimeUtcFromSelf })),
  createdAt: Schema.DateTimeUtcFromSelf,
  removedAt: Schema.NullOr(Schema.DateTimeUtcFromSelf),
  version: Schema.Int
})

export interface Person extends Schema.Schema.Type<typeof Person> {}
