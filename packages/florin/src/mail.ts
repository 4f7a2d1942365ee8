/** Mails to customers over SMTP. Requires the package `nodemailer`. */
export * as MailSender from "@florin/mailer/MailSender"
export * as MailSettingRefused from "@florin/mailer/SettingRefused"
export * as SmtpMailer from "@florin/mailer/SmtpMailer"
export * as SmtpServer from "@florin/mailer/SmtpServer"
