/** Texts of mails, by language. */
import type { PageLanguage } from "../Layout.js"

interface MailWords {
  /** The subject, from the merchant's name and the amount. */
  readonly subject: (merchant: string, amount: string) => string
  readonly greeting: (merchant: string) => string
  readonly amount: string
  readonly merchant: string
  readonly description: string
  readonly paid: string
  readonly card: string
  readonly approvalCode: string
  readonly reference: string
  readonly statement: string
  readonly showReceipt: string
  readonly automatic: string
  readonly testMark: string
  readonly test: string
}

const en: MailWords = {
  subject: (merchant, amount) => `Receipt from ${merchant}: ${amount}`,
  greeting: (merchant) => `Your payment to ${merchant} was successful.`,
  amount: "Amount",
  merchant: "Merchant",
  description: "Description",
  paid: "Paid",
  card: "Card",
  approvalCode: "Approval code",
  reference: "Reference",
  statement: "On your card statement",
  showReceipt: "Show the receipt",
  automatic: "This mail was sent automatically. Questions about your order are answered by the merchant.",
  testMark: "TEST",
  test: "This is a test: no money has moved."
}

const ru: MailWords = {
  subject: (merchant, amount) => `Квитанция от ${merchant}: ${amount}`,
  greeting: (merchant) => `Ваш платёж продавцу ${merchant} выполнен.`,
  amount: "Сумма",
  merchant: "Продавец",
  description: "Описание",
  paid: "Оплачено",
  card: "Карта",
  approvalCode: "Код авторизации",
  reference: "Номер операции",
  statement: "В выписке по карте",
  showReceipt: "Показать квитанцию",
  automatic: "Это письмо отправлено автоматически. На вопросы о заказе ответит продавец.",
  testMark: "ТЕСТ",
  test: "Это тестовая операция: деньги не переводились."
}

export const mailWords: Readonly<Record<PageLanguage, MailWords>> = { en, ru }
