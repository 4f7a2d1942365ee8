/** Mails to customers over SMTP. */
export * as MailSender from "./MailSender.js"
export * as SettingRefused from "./SettingRefused.js"
export * as SmtpMailer from "./SmtpMailer.js"
export * as SmtpServer from "./SmtpServer.js"
