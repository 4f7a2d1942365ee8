/** The cryptography of signing in, which a vault provides. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { VaultError } from "../store/VaultError.js"
import type { PersonId } from "./Actor.js"

/** A new second factor. `uri`: for an app that makes codes, with the secret in it. */
export interface NewSecondFactor {
  readonly sealed: string
  readonly uri: Redacted.Redacted<string>
}

/** What is known of a password without the password. `length`: in characters. */
export interface PasswordFacts {
  readonly length: number
  /** The person's id is in it, in whatever case. */
  readonly holdsId: boolean
  /** It is a few characters over and over. */
  readonly repeats: boolean
  /** How many characters are left without words, names and rows of keys that many choose. */
  readonly uncommon: number
}

export class SignInSecrets extends Context.Tag("@florin/core/SignInSecrets")<
  SignInSecrets,
  {
    readonly factsOf: (password: Redacted.Redacted<string>, person: PersonId) => PasswordFacts
    /** The person whom a token of ours names; undefined: it has another form. */
    readonly personIn: (token: Redacted.Redacted<string>) => PersonId | undefined
    /** A slow hash of a password, with its parameters and a new salt. */
    readonly hashPassword: (password: Redacted.Redacted<string>) => Effect.Effect<string>
    /** Compares in constant time. Without a hash it works as long, and answers `false`. */
    readonly isPassword: (password: Redacted.Redacted<string>, hash: string | null) => Effect.Effect<boolean>
    /** The hash of a secret of 256 random bits. Shape: 64 lower-case hex digits. */
    readonly digest: (secret: Redacted.Redacted<string>) => string
    /** Compares two digests in constant time. */
    readonly isSame: (left: string, right: string) => boolean
    /** What forms of a session carry: derived from its token, and worth nothing without it. */
    readonly formToken: (session: Redacted.Redacted<string>) => string
    /** The same of somebody who is signed in at the host, and has no session here. */
    readonly hostFormToken: (person: PersonId) => Effect.Effect<string, VaultError>
    readonly newSecondFactor: (person: PersonId) => Effect.Effect<NewSecondFactor, VaultError>
    /**
     * The 30 seconds of which the code is, one before and one after `now` included; undefined: of none. Unit of `now`:
     * milliseconds since 1970.
     */
    readonly stepOf: (
      person: PersonId,
      sealed: string,
      code: Redacted.Redacted<string>,
      now: number
    ) => Effect.Effect<number | undefined, VaultError>
  }
>() {}
