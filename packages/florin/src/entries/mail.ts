import * as Optional from "../host/optional.js"

export const { MailSender, MailSettingRefused, SmtpMailer, SmtpServer } = await Optional.load(
  Optional.mail,
  () => import("../mail.js")
)
