/** Who may do what: people, their roles, and the links by which they get in first. Source: D74. */
import type { Role } from "@florin/core/people/Role"
import type { ListedPerson } from "@florin/core/people-operations/PersonRules"
import { type Html, html, type Part } from "@florin/pages/Html"
import * as DateTime from "effect/DateTime"
import { alert, choice, confirmation, empty, field, hidden, notice, pager, section, table } from "./internal/parts.js"
import { time } from "./internal/values.js"
import { link, type View } from "./View.js"

interface Drawn {
  readonly title: string
  readonly content: Html
}

export interface PeopleModel {
  readonly people: ReadonlyArray<ListedPerson>
  readonly isFull: boolean
  readonly faults: ReadonlyArray<string>
  readonly isDone?: boolean
}

const rolesOf = ({ everywhere, shops }: ListedPerson["grants"], { peopleList: words }: View["words"]): string => {
  const own = Object.entries(shops).map(([shop, role]) => words.inShop(words.roles[role], shop))
  const all = [...(everywhere === null ? [] : [words.everywhere(words.roles[everywhere])]), ...own]
  return all.length === 0 ? words.noRole : all.join(", ")
}

const roleFields = ({ peopleList: words }: View["words"], more: ReadonlyArray<Role | "none">): ReadonlyArray<Html> => [
  choice({
    name: "role",
    label: words.role,
    value: "view",
    options: more.map((role) => [role, words.roles[role]] as const)
  }),
  field({ name: "shop", label: words.shop, hint: words.shopHint, attributes: html` maxlength="64"` })
]

/** What is done to somebody only after it was said what it does. */
export const acts = ["link", "reset", "remove"] as const

type Act = (typeof acts)[number]

const roles = ["view", "operate", "administer"] as const

const doing = (view: View, id: string, what: string, content: Part, button: string): Html =>
  html`<form class="act" method="post" action="${link(view, `people/${id}/${what}`)}">${hidden(view)}${content}<p class="buttons"><button class="small">${button}</button></p></form>`

/** What is done to somebody, folded away: the list is read more often. */
const changes = ({ id }: ListedPerson, view: View): Html => {
  const { peopleList: words } = view.words
  return html`<details><summary>${words.columns.what}</summary><div class="acts">
${doing(view, id, "role", html`<div class="fields">${roleFields(view.words, [...roles, "none"])}</div>`, words.give)}
<p class="buttons">${acts.map((what) => html`<a class="action" href="${link(view, `people/${id}/${what}`)}">${words[what]}…</a> `)}</p></div></details>`
}

const adding = (view: View): Html => {
  const { peopleList: words } = view.words
  return section(
    words.addTitle,
    html`<form method="post" action="${link(view, "people")}">${hidden(view)}<div class="fields">${field({ name: "id", label: words.id, hint: words.idHint, attributes: html` required maxlength="64" autocapitalize="none" autocomplete="off"` })}${roleFields(view.words, roles)}</div><p class="buttons"><button class="go">${words.add}</button></p></form>`
  )
}

export const people = ({ faults, isDone, isFull, people }: PeopleModel, view: View): Drawn => {
  const { peopleList: words } = view.words
  const { columns: name } = words
  const rows = people.map((one) => [
    one.id,
    rolesOf(one.grants, view.words),
    one.signsIn ? words.signsIn : words.byLink,
    time(one.seenAt === null ? null : DateTime.formatIso(one.seenAt), view),
    changes(one, view)
  ])
  const columns = [name.id, name.roles, name.signsIn, name.seen, name.what]
  return {
    title: words.title,
    content: html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${isDone === true && notice(words.done)}${faults.length > 0 && alert(faults)}
${people.length === 0 ? empty(words.empty) : table({ caption: words.title, columns, rows })}
${pager(view, isFull ? people.at(-1)?.id : undefined)}
${adding(view)}`
  }
}

/** What will happen to somebody, before it does. */
export const confirmed = (id: string, what: Act, view: View): Drawn => {
  const { peopleList: words } = view.words
  const texts = {
    link: [words.sureLink(id), words.linkHappens(id)],
    reset: [words.sureReset(id), words.resetHappens(id)],
    remove: [words.sure(id), words.removeText]
  } as const
  const [title, happens] = texts[what]
  return {
    title,
    content: html`<h1>${title}</h1>
${confirmation(view, { happens, to: `people/${id}/${what}`, back: "people", button: title })}`
  }
}

/** A sign-in link, which no other page shows. */
export const linkOf = (id: string, address: string, view: View): Drawn => {
  const { peopleList: words } = view.words
  return {
    title: words.linkTitle(id),
    content: html`<h1>${words.linkTitle(id)}</h1><p class="lead">${words.linkText}</p>
<section><code class="long">${address}</code></section><p><a href="${link(view, "people")}">${words.title}</a></p>`
  }
}
