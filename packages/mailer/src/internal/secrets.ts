/** The only place in this package that unwraps the password. */
import * as Redacted from "effect/Redacted"
import type { SmtpServer } from "../SmtpServer.js"

/** How to log in. With an account, an unannounced login is tried: a mail is never sent without it. */
export const login = ({ account }: SmtpServer) =>
  account === undefined
    ? {}
    : {
        forceAuth: true,
        // biome-ignore lint/plugin/secrets: the mail server is sent the password
        auth: { user: account.user, pass: Redacted.value(account.password) }
      }
