/** The address that mails come from. */
import * as Either from "effect/Either"
import { isAddress } from "./internal/addresses.js"
import { type Refused, refused } from "./SettingRefused.js"

export interface MailSender {
  /** Empty: none. */
  readonly name: string
  /** Shape: an email address. */
  readonly address: string
}

const shape = "must be an email address, or a name and <address>"

const named = /^([^<>"\u0000-\u001f\u007f]{1,100}?) *<([^<>]+)>$/

/**
 * Parses a sender.
 *
 * Shape: `receipts@shop.example`, or `Books <receipts@shop.example>`; the name of at most 100 characters without `<`, `>`
 * and `"`.
 *
 * Errors: `SettingRefused`, with `setting` as the name that the operator knows.
 */
export const fromText = (setting: string, text: string): Refused<MailSender> => {
  const [, name = "", address = text] = named.exec(text) ?? []
  return isAddress(address) ? Either.right({ name: name.trim(), address }) : refused(setting, shape)
}
