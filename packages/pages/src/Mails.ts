/** The mails to customers. A host replaces them with functions of its own. */
import type { MailContent } from "@florin/core/mail/Mailer"
import * as Context from "effect/Context"
import { type ReceiptMail, receiptMail } from "./ReceiptMail.js"

/** Renderers from models to the parts of a mail. */
export interface MailTemplates {
  readonly receipt: (model: ReceiptMail) => MailContent
}

/**
 * The mails in use.
 *
 * Default: those of this package.
 */
export class Mails extends Context.Reference<Mails>()("@florin/pages/Mails", {
  defaultValue: (): MailTemplates => ({ receipt: receiptMail })
}) {}
