/** Sends mails to customers. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** The parts of a mail that a customer reads. */
export interface MailContent {
  /** Shape: one line. */
  readonly subject: string
  readonly text: string
  /** A whole HTML document. */
  readonly html: string
}

/** One mail to one customer. */
export interface Mail extends MailContent {
  /**
   * Equal for every attempt to send this mail, so that a second copy is recognizable as one.
   *
   * Shape: ASCII letters, digits, `-` and `.`; the left part of a `Message-ID`.
   */
  readonly id: string
  /** Shape: an email address, as in requests. */
  readonly to: string
  /** Shape: a language tag, such as `ru`. */
  readonly language: string
}

/**
 * The outcome of an attempt. `reason` is logged: a reply code or a word of letters, digits and `-`, never an address
 * or a server's text.
 *
 * - `Accepted`: the mail server has taken responsibility for the mail
 * - `Rejected`: it permanently refuses this mail
 * - `Deferred`: anything else: a temporary refusal, no connection, no answer, wrong credentials
 */
export type MailOutcome = Data.TaggedEnum<{
  Accepted: {}
  Rejected: { readonly reason: string }
  Deferred: { readonly reason: string }
}>

export const MailOutcome: Data.TaggedEnum.Constructor<MailOutcome> = Data.taggedEnum<MailOutcome>()

export interface MailService {
  /**
   * Contract: never fails, and releases its connection when it is interrupted. The gateway waits at most 60 s; a defect
   * or no answer counts as `Deferred`.
   */
  readonly send: (mail: Mail) => Effect.Effect<MailOutcome>
}

/**
 * The host's mailer. Read when the services are built.
 *
 * Default: none; no mail is due then.
 *
 * Source: D36.
 */
export class Mailer extends Context.Reference<Mailer>()("@florin/core/Mailer", {
  defaultValue: (): MailService | undefined => undefined
}) {}

/**
 * Whether mails that are due are left to other processes, because they have a mailer and this one has none.
 *
 * Default: no; without a mailer, mails that are due end unsent.
 */
export class MailsElsewhere extends Context.Reference<MailsElsewhere>()("@florin/core/MailsElsewhere", {
  defaultValue: () => false
}) {}
