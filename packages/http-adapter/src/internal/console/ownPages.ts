/** Pages that are no rows: what lets somebody in, and whom they manage. Source: D74, D75. */
import * as Console from "@florin/console/Console"
import * as DoorPages from "@florin/console/DoorPages"
import type { Answer } from "@florin/console/Outcome"
import * as PeoplePages from "@florin/console/PeoplePages"
import { ShopId } from "@florin/core/ids/Ids"
import { type Actor, PersonId } from "@florin/core/people/Actor"
import { type Grants, Role } from "@florin/core/people/Role"
import type { Audit } from "@florin/core/people-operations/Audit"
import type { People, PeopleError } from "@florin/core/people-operations/People"
import { detailOf, type Place } from "@florin/core/people-operations/PersonRules"
import type { SignIn } from "@florin/core/people-operations/SignIn"
import { given } from "@florin/core/request/Given"
import type { StorageError } from "@florin/core/store/StorageError"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Reply } from "../transport/exchange.js"
import * as Door from "./door.js"
import * as Cookies from "./doorCookies.js"
import { pageReply, seeOther } from "./replies.js"

export interface Services {
  readonly audit: Audit["Type"]
  readonly people: People["Type"]
  readonly signIn: SignIn["Type"]
  readonly door: Door.Door
}

/** A request of somebody who is signed in; the token of its form is checked. */
export interface Own {
  readonly request: Console.Request
  readonly at: Door.AtDoor
  readonly entered: Door.Entered
}

type Failed = StorageError | VaultError

/** Of somebody who is signed in here, and not at the host. */
type Signed = Own & { readonly token: Redacted.Redacted<string> }

type Page = (own: Signed) => Effect.Effect<Reply, Failed>

const pageOf = (answer: Effect.Effect<Answer>): Effect.Effect<Reply> =>
  Effect.map(answer, (one) => (one._tag === "Page" ? pageReply(one.status, one.body) : pageReply(500, "")))

/** What was told of the last form, which a page shows. */
const sentencesOf = ({ errors }: { readonly errors: ReadonlyArray<{ readonly sentence: string }> }) =>
  errors.map(({ sentence }) => sentence)

const password = (own: Own, model: Omit<DoorPages.PasswordModel, "hasPassword" | "sessions">): Effect.Effect<Reply> => {
  const { entered, request } = own
  const status = model.faults.length === 0 ? 200 : 422
  const whole = { ...model, hasPassword: entered.signsIn, sessions: entered.sessions }
  return pageOf(Console.ownPage(request, (view) => DoorPages.password(whole, view), status))
}

/** The second factor is shown until a code of it is entered: the browser brings back what it was shown. */
const shownUri = ({ uri }: Readonly<Record<string, string>>): string | undefined =>
  uri?.startsWith("otpauth://totp/") === true && uri.length <= 1024 ? uri : undefined

const beginning =
  ({ signIn }: Services): Page =>
  (own) =>
    signIn.newSecondFactor(own.token).pipe(
      // biome-ignore lint/plugin/secrets: a second factor is shown to its owner, once
      Effect.flatMap((uri) => password(own, { uri: Redacted.value(uri), faults: [] })),
      Effect.catchTags({
        InvalidRequest: (error) => password(own, { faults: sentencesOf(error) }),
        SignInRefused: () => Effect.succeed(seeOther(`${own.at.base}sign-in`))
      })
    )

const saving =
  ({ door, signIn }: Services): Page =>
  (own) => {
    const { at, entered } = own
    const words = Console.wordsFor(own.request.language).password
    const uri = shownUri(at.form)
    const secret = (name: string) => Redacted.make((at.form[name] ?? "").slice(0, 1024))
    const typed = {
      password: secret("password"),
      code: Redacted.make(Door.codeIn(at.form)),
      ...(entered.signsIn ? { current: secret("current") } : {})
    }
    return signIn.setPassword(own.token, typed, door.visitor(at)).pipe(
      Effect.map((signedIn) => seeOther(`${at.base}password?done=password`, Cookies.of(at, signedIn))),
      Effect.catchTags({
        InvalidRequest: (error) => password(own, { uri, faults: sentencesOf(error) }),
        SignInRefused: ({ reason }) => {
          if (reason === "over") return Effect.succeed(seeOther(`${at.base}sign-in`))
          return password(own, { uri, faults: [reason === "wait" ? words.wait : words.wrong] })
        }
      })
    )
  }

const doneOf = ({ done }: Readonly<Record<string, string>>) =>
  done === "password" || done === "others" ? done : undefined

const endingOthers =
  ({ door, signIn }: Services): Page =>
  (own) => {
    const { at } = own
    const words = Console.wordsFor(own.request.language).password
    return signIn.signOutOthers(own.token, Redacted.make(Door.codeIn(at.form)), door.visitor(at)).pipe(
      Effect.map(() => seeOther(`${at.base}password?done=others`)),
      Effect.catchTag("SignInRefused", ({ reason }) =>
        reason === "over"
          ? Effect.succeed(seeOther(`${at.base}sign-in`))
          : password(own, { faults: [reason === "wait" ? words.wait : words.wrong] })
      )
    )
  }

const passwords = (services: Services): Page => {
  const [begin, endOthers, save] = [beginning(services), endingOthers(services), saving(services)]
  return (own) => {
    const { at, request } = own
    if (request.method === "GET") return password(own, { faults: [], done: doneOf(request.query) })
    if (at.form.step === "others") return endOthers(own)
    return at.form.step === "begin" ? begin(own) : save(own)
  }
}

/** How many people a page has. */
const pageSize = 50

const listed = ({ people }: Services, own: Own, faults: ReadonlyArray<string>): Effect.Effect<Reply, StorageError> => {
  const { entered, request } = own
  const { after, done } = request.query
  const page = Schema.is(PersonId)(after) ? { limit: pageSize, after } : { limit: pageSize }
  return Effect.flatMap(people.list(entered.actor.grants, page), (found) => {
    const model = { people: found, isFull: found.length >= pageSize, faults, isDone: done !== undefined }
    const status = faults.length === 0 ? 200 : 422
    return pageOf(Console.ownPage(request, (view) => PeoplePages.people(model, view), status))
  })
}

/** Carries out what somebody does to a person, with its entry in the audit. */
const acting = <A>(
  { audit, people }: Services,
  { entered: { actor } }: Own,
  act: { readonly id: PersonId; readonly name: string; readonly detail?: string | undefined },
  work: (people: People["Type"], by: Grants) => Effect.Effect<A, PeopleError>
): Effect.Effect<A, PeopleError> => {
  const { detail, id, name } = act
  const one = { actor: actor as Actor, kind: "action", operation: `people.${name}`, subject: id, ...given({ detail }) }
  return audit.acting({ ...one, kind: "action" }, work(people, actor.grants))
}

const placeIn = ({ shop = "" }: Readonly<Record<string, string>>): Place | undefined => {
  const text = shop.trim()
  if (text === "") return "everywhere"
  return Schema.is(ShopId)(text) ? text : undefined
}

const idFault = "Id must be 1 to 64 letters, digits, _ or -"
const shopFault = "Shop must be 1 to 64 letters, digits, _ or -"

/** Refusals of a change stand above the list; what somebody may not manage does not exist for them. */
const refusing =
  (services: Services, own: Own) =>
  (error: PeopleError): Effect.Effect<Reply, StorageError> => {
    const { text } = Console.wordsFor(own.request.language).problems
    switch (error._tag) {
      case "Forbidden":
        return Effect.zipRight(denied(services, own), listed(services, own, [text.forbidden]))
      case "NotFound":
        return listed(services, own, [text.notFound])
      case "InvalidRequest":
        return listed(services, own, sentencesOf(error))
      case "NotInsideTransaction":
        return Effect.die(error)
      case "StorageError":
        return Effect.fail(error)
    }
  }

const denied = ({ audit }: Services, { entered: { actor } }: Own) =>
  audit.note({ actor, kind: "denied", operation: "people" })

const done = ({ at }: Own): Reply => seeOther(`${at.base}people?done=change`)

/** The link is shown on the page that answers the form, and kept nowhere. */
const linked = (services: Services, own: Own, id: PersonId, reset: boolean) =>
  Effect.flatMap(
    acting(services, own, { id, name: "link", detail: reset ? "reset" : undefined }, (people, by) =>
      people.link(by, id, { reset })
    ),
    ({ token }) => {
      const { at, request } = own
      // biome-ignore lint/plugin/secrets: a link is shown once, to whoever makes it
      const path = `${at.base}sign-in?token=${Redacted.value(token)}`
      const origin = at.incoming.header("origin")
      const address = origin === undefined || origin === "null" ? path : `${origin}${path}`
      return pageOf(Console.ownPage(request, (view) => PeoplePages.linkOf(id, address, view)))
    }
  )

const added = (services: Services, own: Own) => {
  const { form } = own.at
  const id = form.id?.trim()
  const place = placeIn(form)
  if (!Schema.is(PersonId)(id)) return listed(services, own, [idFault])
  if (place === undefined) return listed(services, own, [shopFault])
  const role = Schema.is(Role)(form.role) ? form.role : "view"
  const adding = acting(services, own, { id, name: "add", detail: detailOf(place, role) }, (people, by) =>
    people.add(by, id, { place, role })
  )
  return Effect.zipRight(adding, linked(services, own, id, false))
}

const granted = (services: Services, own: Own, id: PersonId) => {
  const { form } = own.at
  const place = placeIn(form)
  if (place === undefined) return listed(services, own, [shopFault])
  const role = Schema.is(Role)(form.role) ? form.role : null
  const granting = acting(services, own, { id, name: "role", detail: detailOf(place, role) }, (people, by) =>
    people.grant(by, id, { place, role })
  )
  return Effect.as(granting, done(own))
}

const removed = (services: Services, own: Own, id: PersonId) =>
  Effect.as(
    acting(services, own, { id, name: "remove" }, (people, by) => people.remove(by, id)),
    done(own)
  )

const changing = (services: Services, own: Own): Effect.Effect<Reply, PeopleError> | undefined => {
  const [, id, what] = own.at.below.split("/")
  if (id === undefined) return added(services, own)
  if (!Schema.is(PersonId)(id)) return undefined
  switch (what) {
    case "role":
      return granted(services, own, id)
    case "link":
    case "reset":
      return linked(services, own, id, what === "reset")
    case "remove":
      return removed(services, own, id)
    default:
      return undefined
  }
}

/** What a change does stands on a page of its own first, which says nothing about whether there is such a person. */
const confirming = ({ at, request }: Own): Effect.Effect<Reply> | undefined => {
  const [, id, what, ...rest] = at.below.split("/")
  const act = PeoplePages.acts.find((one) => one === what)
  if (!Schema.is(PersonId)(id) || act === undefined || rest.length > 0) return undefined
  return pageOf(Console.ownPage(request, (view) => PeoplePages.confirmed(id, act, view)))
}

const managing = (services: Services, own: Own): Effect.Effect<Reply, Failed> | undefined => {
  const { at, request } = own
  if (!request.who.isAdministering) {
    const text = Console.problemPage("forbidden", request)
    return Effect.as(denied(services, own), pageReply(403, text))
  }
  if (request.method === "GET") return at.below === "people" ? listed(services, own, []) : confirming(own)
  const change = changing(services, own)
  return change === undefined ? undefined : Effect.catchAll(change, refusing(services, own))
}

/** The page of a request; undefined: the path is none of these. */
export const make = (services: Services) => {
  const ofPasswords = passwords(services)
  return (own: Own): Effect.Effect<Reply, Failed> | undefined => {
    const { below } = own.at
    const { token } = own.entered
    if (below === "password" && token !== undefined) return ofPasswords({ ...own, token })
    return below === "people" || below.startsWith("people/") ? managing(services, own) : undefined
  }
}
