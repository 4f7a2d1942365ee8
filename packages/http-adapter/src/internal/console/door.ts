/** How people get in to the console: by a link that is good once, and from then on by a session. Source: D74. */
import * as Console from "@florin/console/Console"
import type { Actor } from "@florin/core/people/Actor"
import { SignIn } from "@florin/core/people-operations/SignIn"
import type { StorageError } from "@florin/core/store/StorageError"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Incoming } from "../../Incoming.js"
import type { Reply } from "../transport/exchange.js"
import { originOf } from "../transport/network.js"
import { languageOf, pageReply, seeOther } from "./replies.js"

/** Somebody who is signed in. */
export interface Entered {
  readonly actor: Actor
  readonly formToken: string
  /** Whether a form has come from a page of this session. */
  readonly isForm: (token: string) => boolean
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
}

const session = "florin_session"

/** Browsers let nobody but this host, over TLS, set or send a cookie of this name. */
const secured = `__Host-${session}`

export const cookieOf = ({ header }: Pick<Incoming, "header">, name: string): string | undefined => {
  const prefix = `${name}=`
  const found = header("cookie")
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
  return found?.slice(prefix.length)
}

/** Browsers say from which page a form comes; its scheme is that of the console. */
const isSecure = ({ header }: Incoming): boolean => (header("origin") ?? "").startsWith("https:")

const cookie = ({ base, incoming }: AtDoor, value: string, age: number): string =>
  isSecure(incoming)
    ? `${secured}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict; Secure`
    : `${session}=${value}; Path=${base}; Max-Age=${age}; HttpOnly; SameSite=Strict`

/** A session ends by itself before that. Unit: seconds. */
const longest = 12 * 3600

const tokenIn = ({ incoming }: AtDoor) => {
  const found = cookieOf(incoming, secured) ?? cookieOf(incoming, session)
  return found === undefined || found === "" ? undefined : Redacted.make(found)
}

export const make = (proxies: number): Effect.Effect<Door | undefined> =>
  Effect.map(Effect.serviceOption(SignIn), (service) => {
    if (Option.isNone(service)) return undefined
    const signIn = service.value
    const visitor = ({ incoming }: AtDoor) => ({ address: originOf(incoming, proxies) })

    const who: Door["who"] = (at) => {
      const token = tokenIn(at)
      if (token === undefined) return Effect.succeed(undefined)
      return Effect.map(signIn.session(token, visitor(at)), (open) => {
        if (Option.isNone(open)) return undefined
        const { actor, formToken } = open.value
        return { actor, formToken, isForm: (sent) => signIn.isForm(token, sent) }
      })
    }

    const page = ({ below, incoming }: AtDoor, status: number, model: Omit<Console.SignInPage, "path" | "language">) =>
      pageReply(status, Console.signInPage({ ...model, path: below, language: languageOf(incoming) }))

    const entering = (at: AtDoor): Effect.Effect<Reply, Failed> => {
      const { code = "", token = "" } = at.form
      const given = { token: Redacted.make(token), code: code === "" ? undefined : Redacted.make(code) }
      return signIn.byLink(given, visitor(at)).pipe(
        // biome-ignore lint/plugin/secrets: the browser gets the token of its session here, and nowhere else
        Effect.map(({ token }) => seeOther(at.base, [cookie(at, Redacted.value(token), longest)])),
        Effect.catchTag("SignInRefused", ({ reason }) =>
          Effect.succeed(page(at, reason === "wait" ? 429 : 403, { token, isRefused: true }))
        )
      )
    }

    const leaving = (at: AtDoor, entered: Entered | undefined): Effect.Effect<Reply, Failed> => {
      const token = tokenIn(at)
      const gone = seeOther(at.base, [cookie(at, "", 0)])
      if (token === undefined || entered?.isForm(at.form.form_token ?? "") !== true) return Effect.succeed(gone)
      return Effect.as(signIn.signOut(token, visitor(at)), gone)
    }

    return {
      who,
      own: (at, entered) => {
        const isPost = at.incoming.method === "POST"
        if (at.below === "sign-out" && isPost) return leaving(at, entered)
        if (at.below !== "sign-in") return undefined
        if (isPost) return entering(at)
        const token = new URLSearchParams(at.incoming.query).get("token") ?? ""
        return Effect.succeed(page(at, 200, { token, isRefused: false }))
      }
    }
  })
