import { MailOutcome } from "@florin/core/mail/Mailer"

/** What is read of an error: the server's reply code, the command it answers, and codes of the failing step. */
interface Failure {
  readonly code?: unknown
  readonly originalCode?: unknown
  readonly responseCode?: unknown
  readonly command?: unknown
  readonly permanent?: unknown
}

const isTls = (code: unknown): boolean =>
  typeof code === "string" && /^(?:ETLS|ERR_TLS|ERR_SSL|EPROTO$|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(code)

const words: Readonly<Record<string, string>> = {
  EAUTH: "unauthorized",
  EDNS: "unresolved",
  ETIMEDOUT: "timeout",
  EPROTOCOL: "not-smtp"
}

const reasonOf = ({ code, originalCode, responseCode }: Failure): string => {
  if (code === "EAUTH") return "unauthorized"
  if (isTls(code) || isTls(originalCode)) return "tls-failed"
  if (typeof responseCode === "number") return String(responseCode)
  return words[String(code)] ?? "connection-failed"
}

/**
 * What an error says about a mail. Only a permanent reply to its recipient or its content is final: one to the login or
 * to the sender concerns the host's settings, which an operator corrects while mails wait.
 */
export const outcomeOf = (error: unknown): MailOutcome => {
  const failure = (error ?? {}) as Failure
  const { code, command, permanent, responseCode } = failure
  const isFinal = permanent === true && (command === "RCPT TO" || command === "DATA")
  if (isFinal) return MailOutcome.Rejected({ reason: reasonOf(failure) })
  // The server can't take this address at all, such as one with letters beyond ASCII.
  if (code === "EENVELOPE" && responseCode === undefined) return MailOutcome.Rejected({ reason: "address-refused" })
  return MailOutcome.Deferred({ reason: reasonOf(failure) })
}
