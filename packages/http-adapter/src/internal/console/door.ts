/**
 * How people get in to the console: by password and second factor, or by a link that is good once, and from then on by a
 * session. Source: D74.
 */
import * as Console from "@florin/console/Console"
import * as DoorPages from "@florin/console/DoorPages"
import type { Actor } from "@florin/core/people/Actor"
import { type SignedIn, SignIn, type Visitor } from "@florin/core/people-operations/SignIn"
import type { SignInRefused } from "@florin/core/people-operations/SignInRefused"
import type { StorageError } from "@florin/core/store/StorageError"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Incoming } from "../../Incoming.js"
import type { Reply } from "../transport/exchange.js"
import { originOf } from "../transport/network.js"
import * as Cookies from "./doorCookies.js"
import { languageOf, pageReply, seeOther } from "./replies.js"

/** Somebody who is signed in. */
export interface Entered {
  readonly actor: Actor
  readonly formToken: string
  /** Whether a form has come from a page of this session. */
  readonly isForm: (token: string) => boolean
  /** Password and second factor are set. */
  readonly signsIn: boolean
  /** Of the session, as its cookie has it. */
  readonly token: Redacted.Redacted<string>
}

/** A request below the mount. `base`: the path of the mount as the browser sees it, with a slash at its end. */
export interface AtDoor {
  readonly incoming: Incoming
  readonly below: string
  readonly base: string
  readonly form: Readonly<Record<string, string>>
}

type Failed = StorageError | VaultError

export interface Door {
  /** Who is signed in; undefined: nobody. */
  readonly who: (at: AtDoor) => Effect.Effect<Entered | undefined, Failed>
  /** The pages of the door itself; undefined: the path is none of them. */
  readonly own: (at: AtDoor, entered: Entered | undefined) => Effect.Effect<Reply, Failed> | undefined
  /** What somebody sees who is not signed in. */
  readonly strange: (at: AtDoor) => Reply
  /** Where a request comes from, and what its browser has kept of an earlier sign-in. */
  readonly visitor: (at: AtDoor) => Visitor
}

const page = (at: AtDoor, status: number, model: DoorPages.SignInModel) =>
  pageReply(
    status,
    Console.barePage({ path: at.below, language: languageOf(at.incoming) }, (view) => DoorPages.signIn(model, view))
  )

/** As an app shows it, in two groups, or without the space between them. */
export const codeIn = ({ code = "" }: AtDoor["form"]): string => code.replace(/\s/g, "").slice(0, 16)

/** Unit: minutes, whole. */
const waitOf = ({ retryAfter = 60 }: SignInRefused): number => Math.max(1, Math.ceil(retryAfter / 60))

export const make = (proxies: number): Effect.Effect<Door | undefined> =>
  Effect.map(Effect.serviceOption(SignIn), (service) => {
    if (Option.isNone(service)) return undefined
    const signIn = service.value

    const visitor: Door["visitor"] = (at) => ({
      address: originOf(at.incoming, proxies),
      device: Cookies.keptIn(at, "device")
    })

    const who: Door["who"] = (at) => {
      const token = Cookies.keptIn(at, "session")
      if (token === undefined) return Effect.succeed(undefined)
      return Effect.map(signIn.session(token, visitor(at)), (open) => {
        if (Option.isNone(open)) return undefined
        const { actor, formToken, signsIn } = open.value
        return { actor, formToken, isForm: (sent) => signIn.isForm(token, sent), signsIn, token }
      })
    }

    /** Whoever has come by a link and has no password yet is asked to set one. */
    const entered = (at: AtDoor, path: string) => (signedIn: SignedIn) =>
      seeOther(`${at.base}${path}`, Cookies.of(at, signedIn))

    /** The page is shown again; after too many tries it says when to try again. */
    const refusing =
      (at: AtDoor, token: string | undefined) =>
      (refused: SignInRefused): Effect.Effect<Reply> =>
        Effect.succeed(
          refused.reason === "wait"
            ? page(at, 429, { token, fault: { wait: waitOf(refused) } })
            : page(at, 403, { token, fault: token === undefined ? "wrong" : "refused" })
        )

    const byLink = (at: AtDoor, token: string): Effect.Effect<Reply, Failed> => {
      const code = codeIn(at.form)
      const link = { token: Redacted.make(token), code: code === "" ? undefined : Redacted.make(code) }
      return signIn
        .byLink(link, visitor(at))
        .pipe(
          Effect.map(entered(at, code === "" ? "password" : "")),
          Effect.catchTag("SignInRefused", refusing(at, token))
        )
    }

    const byPassword = (at: AtDoor): Effect.Effect<Reply, Failed> => {
      const { id = "", password = "" } = at.form
      const typed = {
        id: id.trim().slice(0, 256),
        password: Redacted.make(password.slice(0, 1024)),
        code: Redacted.make(codeIn(at.form))
      }
      return signIn
        .byPassword(typed, visitor(at))
        .pipe(Effect.map(entered(at, "")), Effect.catchTag("SignInRefused", refusing(at, undefined)))
    }

    const leaving = (at: AtDoor, entered: Entered | undefined): Effect.Effect<Reply, Failed> => {
      const gone = seeOther(`${at.base}sign-in`, [Cookies.ended(at)])
      if (entered?.isForm(at.form.form_token ?? "") !== true) return Effect.succeed(gone)
      return Effect.as(signIn.signOut(entered.token, visitor(at)), gone)
    }

    return {
      who,
      strange: (at) => page(at, 401, {}),
      visitor,
      own: (at, entered) => {
        const isPost = at.incoming.method === "POST"
        if (at.below === "sign-out" && isPost) return leaving(at, entered)
        if (at.below !== "sign-in") return undefined
        if (isPost) return at.form.token === undefined ? byPassword(at) : byLink(at, at.form.token.slice(0, 256))
        const token = new URLSearchParams(at.incoming.query).get("token") ?? undefined
        return Effect.succeed(page(at, 200, { token }))
      }
    }
  })
