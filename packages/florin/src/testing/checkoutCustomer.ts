/** A test's customer, who pays an order on its page, or leaves it, without a browser. Source: D52. */
import type { Checkout } from "../faces/generated/checkoutDocuments.js"
import type { Checkouts } from "../faces/generated/faces.js"
import { mistakeAmong, type Names } from "../host/optionNames.js"
import { OptionRefused } from "../host/options.js"
import { linksOf, type Page, type PageForm, plain, visiting } from "./pageVisit.js"

/** A card as it is typed, such as those of `cards`, one that is kept, or a bank transfer, which `bank.transfers` then pays. */
export type CustomersCard =
  | {
      readonly number: string
      readonly expMonth: string | number
      readonly expYear: string | number
      readonly verificationValue?: string
      readonly holder?: string
    }
  | { readonly token: string; readonly verificationValue?: string }
  | { readonly method: "sbp" | "sbp_data" }

export interface Visit {
  /**
   * What the customer does on the issuer's page, where the card has one: `abandon` leaves it open. Default: `approve`.
   */
  readonly challenge?: "approve" | "refuse" | "abandon"
  /** What is typed into the fields that the page asks for besides the card, by their names on the wire. Default: Jane Doe's. */
  readonly customer?: Readonly<Record<string, string>>
  /** The customer wants the card to be kept, where the page asks. Default: as the page has it. */
  readonly keepCard?: boolean
}

const visitNames: Names<Visit, "customer"> = { challenge: true, customer: true, keepCard: true }

const challenges: ReadonlyArray<unknown> = [undefined, "approve", "refuse", "abandon"]

/** A visit that is mistyped would go another way. Errors: throws `OptionRefused`. */
const checkVisit = (visit: Visit): void => {
  const mistake = mistakeAmong(visitNames, visit)
  if (mistake !== undefined) throw mistake
  if (challenges.includes(visit.challenge)) return
  throw new OptionRefused({ option: "challenge", expected: 'must be "approve", "refuse" or "abandon"' })
}

/** The order after a visit. */
export interface VisitedCheckout extends Checkout {
  /** Where the page leads the customer: an address of the shop, with the token, uid and status of D48. */
  readonly backUrl?: string
}

export interface CheckoutCustomer {
  /**
   * Pays on the page: opens it, sends its form, and goes through 3-D Secure. Where the order can be paid no more, nothing
   * happens. Once each: a declined customer who tries again is another call.
   *
   * Errors: rejects with what the page says of a card or field that it does not take.
   */
  readonly pay: (token: string, card: CustomersCard, visit?: Visit) => Promise<VisitedCheckout>
  /** Opens the page and leaves it unpaid. */
  readonly leave: (token: string) => Promise<VisitedCheckout>
}

const jane: Readonly<Record<string, string>> = {
  email: "jane@example.com",
  first_name: "Jane",
  last_name: "Doe",
  phone: "+493012345678",
  birth_date: "1990-01-31",
  address: "Unter den Linden 1",
  city: "Berlin",
  zip: "10117",
  country: "DE"
}

const expiryOf = (month: string | number, year: string | number): string =>
  `${String(month).padStart(2, "0")}/${String(year).slice(-2)}`

const cardFields = (card: CustomersCard, { names }: PageForm): Readonly<Record<string, string>> => {
  if ("method" in card) return { method: card.method }
  const code = card.verificationValue === undefined ? {} : { code: card.verificationValue }
  if ("token" in card) return { [names.has("saved_card") ? "saved_card" : "method"]: card.token, ...code }
  return {
    ...(names.has("saved_card") ? { saved_card: "" } : {}),
    method: "credit_card",
    number: card.number,
    expiry: expiryOf(card.expMonth, card.expYear),
    holder: card.holder ?? "",
    ...code
  }
}

/** The form as the customer fills it in. */
const filled = (form: PageForm, card: CustomersCard, { customer = {}, keepCard }: Visit) => {
  const keep = ["keep", "save_card"].find((name) => form.names.has(name))
  const { [keep ?? ""]: isKept, ...others } = form.fields
  const isWanted = keep !== undefined && (keepCard ?? isKept !== undefined)
  const details = Object.entries({ ...jane, ...customer }).filter(
    ([name]) =>
      form.names.has(name) && (form.fields[name] === "" || form.fields[name] === undefined || name in customer)
  )
  return { ...others, ...Object.fromEntries(details), ...cardFields(card, form), ...(isWanted ? { [keep]: "1" } : {}) }
}

const formIn = ({ forms }: Page, id: string): PageForm | undefined => forms.find((form) => form.id === id)

const textOf = (html: string): string =>
  plain(html.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim()

/** What the page says of a form that it does not take. */
const refusal = ({ text }: Page): Error => {
  const [, faults = ""] = /class="faults"[^>]*>(.*?)<\/(?:div|section)>/s.exec(text) ?? []
  return new Error(`The page does not take this: ${textOf(faults)}`)
}

/** The way back to the shop is the one link with this order's token. */
const backOf = (page: Page, isOurs: (url: URL) => boolean, token: string): string | undefined => {
  const isBack = (url: URL) => !isOurs(url) && url.searchParams.get("token") === token
  return isBack(page.url) ? page.url.href : linksOf(page).find(isBack)?.href
}

/** More pages than any journey has. */
const mostPages = 8

/** The customer of one shop's orders. */
export const customerOf = (
  fetch: (request: Request) => Promise<Response>,
  checkouts: Pick<Checkouts, "find">,
  baseUrl: string
): CheckoutCustomer => {
  const base = baseUrl.replace(/\/$/, "")
  const isOurs = ({ href }: URL) => href.startsWith(`${base}/`)
  const open = visiting(fetch, isOurs)
  const pageOf = async (token: string): Promise<Page> => {
    await checkouts.find(token)
    return open(`${base}/checkout?token=${token}`)
  }
  const seen = async (page: Page, token: string): Promise<VisitedCheckout> => {
    const backUrl = backOf(page, isOurs, token)
    return { ...(await checkouts.find(token)), ...(backUrl === undefined ? {} : { backUrl }) }
  }

  /** Through the steps of 3-D Secure to the page that shows what came of it. */
  const authenticated = async (first: Page, { challenge = "approve" }: Visit): Promise<Page> => {
    let page = first
    for (let pages = 0; pages < mostPages; pages++) {
      const step = formIn(page, "step")
      const isIssuer = step === undefined && page.isAnswer && page.forms.length > 1
      if (isIssuer && challenge === "abandon") return page
      const next = isIssuer ? page.forms[challenge === "approve" ? 0 : 1] : step
      if (next === undefined) return page
      page = await open(next.action, next.fields)
    }
    return page
  }

  return {
    pay: async (token, card, visit = {}) => {
      checkVisit(visit)
      const page = await pageOf(token)
      const form = formIn(page, "pay")
      if (form === undefined) return seen(page, token)
      const answer = await open(form.action, filled(form, card, visit))
      if (answer.isAnswer && formIn(answer, "pay") !== undefined) throw refusal(answer)
      return seen(await authenticated(answer, visit), token)
    },
    leave: async (token) => seen(await pageOf(token), token)
  }
}
