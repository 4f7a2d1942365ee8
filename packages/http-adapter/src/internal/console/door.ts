/**
 * How people get in to the console: by password and second factor, or by a link that is good once, and from then on by a
 * session. Source: D74.
 */
import * as Console from "@florin/console/Console"
import * as DoorPages from "@florin/console/DoorPages"
import { Operators } from "@florin/core/operator/OperatorDirectory"
import { type Actor, PersonId } from "@florin/core/people/Actor"
import { SignInSecrets } from "@florin/core/people/SignInSecrets"
import { type SeenSession, type SignedIn, SignIn, type Visitor } from "@florin/core/people-operations/SignIn"
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
  /** Where they are signed in. */
  readonly sessions: ReadonlyArray<SeenSession>
  /** Of the session, as its cookie has it. Absent: the host says who is signed in, and ends that itself. */
  readonly token: Redacted.Redacted<string> | undefined
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

/** Of a link and of its form: it leads to the payments, and not to the page of a password. */
const isPaymentsFirst = ({ first }: AtDoor["form"]): boolean => first === "payments"

/** As an app shows it, in two groups, or without the space between them. */
export const codeIn = ({ code = "" }: AtDoor["form"]): string => code.replace(/\s/g, "").slice(0, 16)

/** Unit: minutes, whole. */
const waitOf = ({ retryAfter = 60 }: SignInRefused): number => Math.max(1, Math.ceil(retryAfter / 60))

const services = Effect.gen(function* () {
  const signIn = yield* Effect.serviceOption(SignIn)
  const secrets = yield* Effect.serviceOption(SignInSecrets)
  const operators = yield* Operators
  if (Option.isNone(signIn) || Option.isNone(secrets)) return undefined
  return { signIn: signIn.value, secrets: secrets.value, recognize: operators?.recognize }
})

/** Whoever is signed in at the host. What comes from another site is of nobody: `isOwnSite` has seen to that. */
const atHost = (
  { recognize, secrets }: NonNullable<Effect.Effect.Success<typeof services>>,
  { incoming }: AtDoor,
  address: string | undefined
): Effect.Effect<Entered | undefined, VaultError> =>
  Effect.gen(function* () {
    const found = yield* recognize?.(incoming.source) ?? Effect.succeed(undefined)
    if (found === undefined) return undefined
    const actor: Actor = { id: PersonId.make(found.id), entrance: "host", address, grants: found.grants }
    const formToken = yield* secrets.hostFormToken(actor.id)
    const isForm = (sent: string) => secrets.isSame(sent, formToken)
    return { actor, formToken, isForm, signsIn: false, sessions: [], token: undefined }
  })

export const make = (proxies: number): Effect.Effect<Door | undefined> =>
  Effect.map(services, (all) => {
    if (all === undefined) return undefined
    const { signIn } = all

    const visitor: Door["visitor"] = (at) => ({
      address: originOf(at.incoming, proxies),
      device: Cookies.keptIn(at, "device")
    })

    const who: Door["who"] = (at) => {
      const token = Cookies.keptIn(at, "session")
      if (token === undefined) return atHost(all, at, visitor(at).address)
      return Effect.flatMap(signIn.session(token, visitor(at)), (open) => {
        if (Option.isNone(open)) return atHost(all, at, visitor(at).address)
        const { actor, formToken, sessions, signsIn } = open.value
        const isForm = (sent: string) => signIn.isForm(token, sent)
        return Effect.succeed<Entered>({ actor, formToken, isForm, signsIn, sessions, token })
      })
    }

    const entered = (at: AtDoor, path: string) => (signedIn: SignedIn) =>
      seeOther(`${at.base}${path}`, Cookies.of(at, signedIn))

    /** The page is shown again; after too many tries it says when to try again. */
    const refusing =
      (at: AtDoor, token: string | undefined) =>
      (refused: SignInRefused): Effect.Effect<Reply> => {
        const link = { token, isPaymentsFirst: isPaymentsFirst(at.form) }
        return Effect.succeed(
          refused.reason === "wait"
            ? page(at, 429, { ...link, fault: { wait: waitOf(refused) } })
            : page(at, 403, { ...link, fault: token === undefined ? "wrong" : "refused" })
        )
      }

    /** Whoever has come by a link and has no password yet is asked to set one, unless the link leads elsewhere. */
    const firstPage = (at: AtDoor, code: string): string => (code === "" && !isPaymentsFirst(at.form) ? "password" : "")

    const byLink = (at: AtDoor, token: string): Effect.Effect<Reply, Failed> => {
      const code = codeIn(at.form)
      const link = { token: Redacted.make(token), code: code === "" ? undefined : Redacted.make(code) }
      return signIn
        .byLink(link, visitor(at))
        .pipe(Effect.map(entered(at, firstPage(at, code))), Effect.catchTag("SignInRefused", refusing(at, token)))
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
      if (entered?.token === undefined || !entered.isForm(at.form.form_token ?? "")) return Effect.succeed(gone)
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
        const query = Object.fromEntries(new URLSearchParams(at.incoming.query))
        return Effect.succeed(page(at, 200, { token: query.token, isPaymentsFirst: isPaymentsFirst(query) }))
      }
    }
  })
