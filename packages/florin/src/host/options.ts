/** The options of a host, and the error for an unusable one. */
import type { AcquirerService } from "@florin/core/cards/Acquirer"

import type { Role } from "@florin/core/people/Role"
import type { ThreeDSecureServer } from "@florin/core/three-d-secure/ThreeDSecureServer"
import type { TransferProvider } from "@florin/core/transfers/TransferProvider"
import type { PageOptions } from "@florin/pages/Pages"
import type { Accepted } from "@florin/settings/OneDatabase"
import type * as RoutingSettings from "@florin/settings/RoutingSettings"
import * as Schema from "effect/Schema"
import { type CodedError, docsOf, type ErrorFields, sentenceOf, statusOf } from "../faces/errorCodes.js"
import type { ShopOptions } from "./shopOptions.js"
import type { ShopPort } from "./shopPort.js"

export type { ShopOptions }

/** An operator. Requests under `/operator` authenticate with both. */
export interface OperatorOptions {
  /** 1 to 64 letters, digits, `_` or `-`. Named in the history of what the operator decides. */
  readonly id: string
  /** Made by machine, at least 32 characters. */
  readonly key: string
  /** What the operator may do: `view`, `operate`, or `administer`, which is the default. */
  readonly role?: Role
  /** Only in these shops, by their ids. Default: in all. */
  readonly shops?: ReadonlyArray<string>
}

/** What a host changes on the customers' pages. */
export interface PagesOptions extends PageOptions {
  /**
   * Origins whose pages may show the customers' pages in a frame, such as `https://shop.example` or
   * `https://*.shop.example`. Answers say so in `gateway.iframe`. Default: none.
   */
  readonly framedBy?: ReadonlyArray<string>
  /** Cards that may be refused in an hour, beyond those that are taken, at an address of the network. Default: 30. */
  readonly triesPerAddress?: number
  /** The same on the page of a plan or a product, shared by the addresses that come to it. Default: 300. */
  readonly triesPerPage?: number
  /**
   * How many proxies of yours stand before the process, each of which adds the address that it was asked from to
   * `X-Forwarded-For`. Default: 0, and the header is not read.
   */
  readonly proxies?: number
}
/** A routing rule: its name, its conditions, and its action. */
export type RoutingRule = RoutingSettings.RuleSettings
/** The mail server. Requires the package `nodemailer`. */
export interface MailOptions {
  /**
   * `smtps://[<user>:<password>@]<host>[:<port>]` for TLS from the first byte; `smtp://…` for STARTTLS, which is required
   * unless the server is this machine.
   */
  readonly url: string
  /** `receipts@shop.example`, or `Books <receipts@shop.example>`. */
  readonly from: string
  /** `smtp://` without TLS, for a network that nobody else can listen on. Default: `false`. */
  readonly plain?: boolean
}

interface Common {
  /** `sqlite:<path>`, or `postgres://<user>:<password>@<host>:<port>/<database>`. */
  readonly database: string
  /**
   * What stands before the name of each table of Florin's in the database, so that it clashes with none of the host's.
   * PostgreSQL: a schema and a point, or a prefix too, such as `public.florin_`. Default: `florin_` with SQLite, `florin.`
   * with PostgreSQL.
   */
  readonly tablePrefix?: string
  /**
   * Whether this process does due work, such as renewals, recovery and webhooks. `false` for a script: an app's worker does
   * what it leaves. Default: `true`, if it has what the database's workers have.
   */
  readonly dueWork?: boolean
  /**
   * What does not fit this database and is meant: `other-purpose`, `other-keys`, `other-workers`. Default: none, and the
   * start is refused, or does no due work.
   */
  readonly accept?: ReadonlyArray<Accepted>
  /**
   * The public address of Florin. Its path is the prefix at which the handlers are mounted, for example `/pay` in
   * `https://shop.example/pay`.
   */
  readonly baseUrl: string
  /** A list, or the port of a host that keeps its shops itself. Default: the shops in the database. */
  readonly shops?: ReadonlyArray<ShopOptions> | ShopPort
  /** The people who decide proofs and correct transfers over HTTP. Default: none, and no routes under `/operator`. */
  readonly operators?: ReadonlyArray<OperatorOptions>
  /**
   * Amounts in minor units above which a second operator approves, over HTTP: by currency (`EUR`), or by shop and currency
   * (`books/EUR`). Default: none. Where there are any, a currency without one has 0.
   */
  readonly approvalLimits?: Readonly<Record<string, number>>
  /** Languages, colours, logo and whole pages for customers. Default: Florin's own pages, in no frame. */
  readonly pages?: PagesOptions
  /**
   * The zone in which subscriptions are billed, such as `Europe/Berlin`; a shop may have one of its own. Default: UTC.
   */
  readonly timeZone?: string
  /** Smart routing: the first rule that matches wins, of each kind of action. Default: none. */
  readonly routing?: ReadonlyArray<RoutingRule>
  /** Mails customers the receipts of their payments. Default: no mails, unless the host provides a `Mailer`. */
  readonly mail?: MailOptions
}

/** Everything is simulated and no money moves. Requires the package `@florin/sandbox`. */
export interface Simulated extends Common {
  readonly sandbox: true
  /**
   * The key ring that seals card numbers: its file, which is created if missing, or its JSON text.
   *
   * Default: the SQLite file's name with `.keys.json` appended; `florin.keys.json` with PostgreSQL.
   */
  readonly keys?: string
}

/** Cards are charged for real. */
export interface Real extends Common {
  readonly sandbox?: false
  /** In the order in which they are called. */
  readonly acquirers: ReadonlyArray<AcquirerService>
  /** In order of preference. Default: none, and shops with `threeDSecure` charge without it. */
  readonly threeDSecureServers?: ReadonlyArray<ThreeDSecureServer>
  /** In order of preference. Default: none, and instant bank transfers end `failed` (F.2011). */
  readonly transferProviders?: ReadonlyArray<TransferProvider>
  /** The key ring that seals card numbers and documents: its file, or its JSON text. */
  readonly keys: string
}

export type Options = Simulated | Real

/** An unusable option. The message names it and what is expected, never the value. */
export class OptionRefused
  extends Schema.TaggedError<OptionRefused>("florin/OptionRefused")("OptionRefused", {
    option: Schema.String,
    expected: Schema.String
  })
  implements CodedError
{
  readonly code = "unusable-option"
  readonly fields: ErrorFields = { [this.option]: [this.expected] }
  readonly docs = docsOf(this.code)
  readonly status = statusOf(this.code)

  override get message(): string {
    return sentenceOf(this.code, { option: this.option, expected: this.expected })
  }
}

/** The refusal of a sentence that begins with its place in an option, or is about the option as a whole. */
export const refusedIn = (option: string, sentence: string): OptionRefused => {
  const [place = option, ...expected] = sentence.startsWith("must") ? [option, sentence] : sentence.split(" ")
  return new OptionRefused({ option: place, expected: expected.join(" ") })
}
