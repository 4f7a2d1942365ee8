/** The work of `florin people`. */
import { ShopId } from "@florin/core/ids/Ids"
import type { Actor, PersonId } from "@florin/core/people/Actor"
import type { Grants, Role } from "@florin/core/people/Role"
import * as Audit from "@florin/core/people-operations/Audit"
import * as People from "@florin/core/people-operations/People"
import { detailOf, type ListedPerson, type Place } from "@florin/core/people-operations/PersonRules"
import { given } from "@florin/core/request/Given"
import * as Vault from "@florin/vault/Vault"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { bad } from "../badSetting.js"
import * as ConsoleLink from "../server/consoleLink.js"
import * as Parts from "../server/parts.js"
import * as StoreAsIs from "../server/storeAsIs.js"
import * as Settings from "../settings.js"
import { aligned } from "../text/columns.js"
import { actor, personOf } from "./actor.js"

interface Requested {
  readonly as: Option.Option<string>
  readonly json: boolean
}

interface RequestedOne extends Requested {
  readonly id: string
}

const services = Layer.mergeAll(Layer.effect(People.People, People.make), Layer.effect(Audit.Audit, Audit.make))

/** Works on a database that is there, with the key ring of the server. */
const onStored = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { accept, database, keys } = yield* Settings.load(
      Config.all({ database: Settings.database, keys: Settings.keys, accept: Settings.accept })
    )
    yield* StoreAsIs.existing(database)
    const layer = services.pipe(
      Layer.provideMerge(Vault.layer),
      Layer.provideMerge(Parts.keys(keys)),
      Layer.provideMerge(StoreAsIs.layer(database))
    )
    return yield* Effect.provide(Effect.zipRight(Parts.claimKeys({ accept }), work), layer)
  })

const placeOf = (shop: Option.Option<string>) => {
  if (Option.isNone(shop)) return Effect.succeed<Place>("everywhere")
  return Schema.is(ShopId)(shop.value)
    ? Effect.succeed<Place>(shop.value)
    : bad("--shop", "must be 1 to 64 letters, digits, _ or -")
}

/** Carries out what somebody does to a person, with its entry in the audit. */
const done = <A>(
  { as, id: text }: RequestedOne,
  { detail, name }: { readonly name: string; readonly detail?: string },
  work: (people: People.People["Type"], by: Grants, id: PersonId) => Effect.Effect<A, People.PeopleError>
) =>
  Effect.gen(function* () {
    const id = yield* personOf("<id>", text)
    const people = yield* People.People
    const by: Actor = yield* actor(as)
    const act = { actor: by, kind: "action", operation: `people.${name}`, subject: id, ...given({ detail }) } as const
    return yield* (yield* Audit.Audit).acting(act, work(people, by.grants, id))
  }).pipe(
    Effect.catchTags({
      Forbidden: () => bad("--as", "names a person whose roles do not allow it"),
      NotFound: () => bad(`${text}:`, "there is no person with this id"),
      InvalidRequest: ({ errors: [{ sentence }] }) => bad(`${text}:`, sentence)
    })
  )

const documentOf = ({ createdAt, grants, id, seenAt, signsIn }: ListedPerson) => ({
  id,
  everywhere: grants.everywhere,
  shops: grants.shops,
  signs_in: signsIn,
  created_at: DateTime.formatIso(createdAt),
  seen_at: seenAt === null ? null : DateTime.formatIso(seenAt)
})

const rolesOf = ({ everywhere, shops }: Grants): string => {
  const own = Object.entries(shops).map(([shop, role]) => `${role} in ${shop}`)
  const all = [...(everywhere === null ? [] : [`${everywhere} in all shops`]), ...own]
  return all.length === 0 ? "no role" : all.join(", ")
}

const linkOf = (url: string, { token, until }: People.SignInLink) => ({
  url: ConsoleLink.signInOf(url, token),
  // biome-ignore lint/plugin/secrets: a link is shown once, to whoever makes it
  token: Redacted.value(token),
  until: DateTime.formatIso(until)
})

const linkText = (id: string, { until, url }: ReturnType<typeof linkOf>): string =>
  [
    `Sign-in link of ${id}, shown this once. It lets in once, until ${until}:`,
    "",
    `  ${url}`,
    "",
    `Where an app of yours serves the console, its address there stands before /sign-in.`
  ].join("\n")

export const add = (request: RequestedOne & { readonly role: Role; readonly shop: Option.Option<string> }) =>
  Effect.gen(function* () {
    const { role, shop } = request
    const server = yield* Settings.load(Settings.consoleUrl)
    const place = yield* placeOf(shop)
    const detail = detailOf(place, role)
    const person = yield* done(request, { name: "add", detail }, (people, by, id) =>
      people.add(by, id, { place, role })
    )
    const made = yield* done(request, { name: "link" }, (people, by, id) => people.link(by, id))
    const link = linkOf(server, made)
    yield* Console.log(
      request.json
        ? JSON.stringify({ ...documentOf(person), link })
        : `${person.id}: ${rolesOf(person.grants)}.\n${linkText(person.id, link)}`
    )
  }).pipe(onStored)

export const list = (request: Requested & { readonly limit: number; readonly after: Option.Option<string> }) =>
  Effect.gen(function* () {
    const after = Option.isSome(request.after) ? yield* personOf("--after", request.after.value) : undefined
    const { grants } = yield* actor(request.as)
    const found = yield* (yield* People.People).list(grants, { limit: request.limit, ...given({ after }) })
    if (request.json) return yield* Console.log(JSON.stringify({ people: found.map(documentOf) }))
    const rows = found.map((one) => [one.id, rolesOf(one.grants), one.signsIn ? "" : "has no password yet"])
    yield* Console.log(
      rows.length === 0 ? "There is nobody yet: `florin people add <id>` adds a person." : aligned(rows).join("\n")
    )
  }).pipe(onStored)

export const role = (request: RequestedOne & { readonly role: Role | "none"; readonly shop: Option.Option<string> }) =>
  Effect.gen(function* () {
    const place = yield* placeOf(request.shop)
    const role = request.role === "none" ? null : request.role
    const what = { name: "role", detail: detailOf(place, role) }
    const person = yield* done(request, what, (people, by, id) => people.grant(by, id, { place, role }))
    yield* Console.log(request.json ? JSON.stringify(documentOf(person)) : `${person.id}: ${rolesOf(person.grants)}.`)
  }).pipe(onStored)

export const remove = (request: RequestedOne) =>
  Effect.gen(function* () {
    yield* done(request, { name: "remove" }, (people, by, id) => people.remove(by, id))
    const { id, json } = request
    yield* Console.log(json ? JSON.stringify({ id }) : `${id} was removed and is signed out everywhere.`)
  }).pipe(onStored)

export const link = (request: RequestedOne & { readonly reset: boolean }) =>
  Effect.gen(function* () {
    const { id, json, reset } = request
    const server = yield* Settings.load(Settings.consoleUrl)
    const what = reset ? { name: "link", detail: "reset" } : { name: "link" }
    const made = yield* done(request, what, (people, by, person) => people.link(by, person, { reset }))
    const link = linkOf(server, made)
    yield* Console.log(json ? JSON.stringify({ id, link }) : linkText(id, link))
  }).pipe(onStored)
