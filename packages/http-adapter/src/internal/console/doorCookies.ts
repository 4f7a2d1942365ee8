/** What browsers keep of a sign-in, and how. Source: D74. */
import type { SignedIn } from "@florin/core/people-operations/SignIn"
import * as SignInRules from "@florin/core/people-operations/SignInRules"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import type { Incoming } from "../../Incoming.js"

/** A request, and the path of the mount as the browser sees it, with a slash at its end. */
interface Place {
  readonly incoming: Incoming
  readonly base: string
}

const names = { session: "florin_session", device: "florin_device" } as const

type Kept = keyof typeof names

/** Browsers let nobody but this host, over TLS, set or send a cookie of this name. */
const secured = (name: Kept): string => `__Host-${names[name]}`

/** The value of a cookie. */
export const cookieOf = ({ header }: Pick<Incoming, "header">, name: string): string | undefined => {
  const prefix = `${name}=`
  const found = header("cookie")
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
  return found?.slice(prefix.length)
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** On the machine itself there may be no TLS, and not every browser keeps a secure cookie then. */
const isHere = ({ header }: Incoming): boolean => loopback.test(header("host") ?? "")

/** Anywhere else a cookie is kept over TLS or not at all. */
const isSecure = (incoming: Incoming): boolean =>
  !isHere(incoming) || (incoming.header("origin") ?? "").startsWith("https:")

const cookie = ({ base, incoming }: Place, name: Kept, value: string, age: number): string =>
  isSecure(incoming)
    ? `${secured(name)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict; Secure`
    : `${names[name]}=${value}; Path=${base}; Max-Age=${age}; HttpOnly; SameSite=Strict`

/** Sessions and known browsers end by themselves. Unit: seconds. */
const ages = {
  session: Duration.toSeconds(SignInRules.sessionTime),
  device: Duration.toSeconds(SignInRules.deviceTime)
} as const

/** A cookie without the protection of its name is taken on the machine itself alone: another host could have set it. */
export const keptIn = ({ incoming }: Place, name: Kept): Redacted.Redacted<string> | undefined => {
  const found = cookieOf(incoming, secured(name)) ?? (isHere(incoming) ? cookieOf(incoming, names[name]) : undefined)
  return found === undefined || found === "" ? undefined : Redacted.make(found)
}

const kept = (at: Place, name: Kept, token: Redacted.Redacted<string>): string =>
  // biome-ignore lint/plugin/secrets: the browser gets the tokens of its session here, and nowhere else
  cookie(at, name, Redacted.value(token), ages[name])

/** What a browser keeps of a sign-in. */
export const of = (at: Place, { device, token }: SignedIn): ReadonlyArray<string> => [
  kept(at, "session", token),
  kept(at, "device", device)
]

/** The session has ended; the browser stays known. */
export const ended = (at: Place): string => cookie(at, "session", "", 0)
