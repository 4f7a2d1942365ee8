/** Texts of the pages, by language. */
import type { TransactionStatus, TransactionType } from "@florin/core/transactions/Transaction"
import type { PageLanguage } from "../Layout.js"

export interface Words {
  readonly receipt: string
  readonly types: Readonly<Record<TransactionType, string>>
  readonly statuses: Readonly<Record<TransactionStatus, string>>
  readonly results: Readonly<Record<TransactionStatus, string>>
  readonly status: string
  readonly operation: string
  readonly merchant: string
  readonly description: string
  readonly card: string
  readonly created: string
  readonly paid: string
  readonly approved: string
  readonly holdReleased: string
  readonly holdReleasedText: string
  readonly reason: string
  readonly approvalCode: string
  readonly reference: string
  readonly testMark: string
  readonly test: string
  readonly verification: string
  readonly challenge: string
  readonly challengeText: string
  readonly methodText: string
  readonly goOn: string
  readonly wait: string
  readonly waitText: string
  readonly issuer: string
  readonly issuerNote: string
  readonly issuerApprove: string
  readonly issuerDecline: string
  readonly issuerWrong: string
  readonly issuerWrongNote: string
  readonly issuerCancel: string
  readonly back: string
  readonly showReceipt: string
  readonly notFound: string
  readonly notFoundText: string
}

const en: Words = {
  receipt: "Receipt",
  types: {
    authorization: "Authorization",
    payment: "Payment",
    tokenization: "Card saved",
    capture: "Capture",
    void: "Void",
    refund: "Refund",
    credit: "Credit",
    payout: "Payout"
  },
  statuses: {
    successful: "Successful",
    failed: "Declined",
    pending: "Being processed",
    incomplete: "Not completed",
    expired: "Expired"
  },
  results: {
    successful: "The operation was successful",
    failed: "The operation was declined",
    pending: "The operation is being processed",
    incomplete: "The operation is not completed",
    expired: "The time to pay is over"
  },
  status: "Status",
  operation: "Operation",
  merchant: "Merchant",
  description: "Description",
  card: "Card",
  created: "Created",
  paid: "Paid",
  approved: "Approved",
  holdReleased: "The hold was released",
  holdReleasedText: "The hold was released because its period was over. What was not charged is available again.",
  reason: "Reason",
  approvalCode: "Approval code",
  reference: "Reference",
  testMark: "TEST",
  test: "This is a test: no money has moved.",
  verification: "Confirm your payment",
  challenge: "Continue to your bank",
  challengeText: "Your bank asks you to confirm this payment. You return here afterwards.",
  methodText: "Your bank checks this browser. This takes a few seconds.",
  goOn: "Continue",
  wait: "Your payment is being processed",
  waitText: "This takes a moment. Please do not close this page.",
  issuer: "Your bank (simulated)",
  issuerNote: "This page stands in for the page of a bank. No money moves.",
  issuerApprove: "Confirm",
  issuerDecline: "Refuse",
  issuerWrong: "Enter a wrong code",
  issuerWrongNote: "The code was wrong. Try again.",
  issuerCancel: "Cancel",
  back: "Back to the merchant",
  showReceipt: "Show the receipt",
  notFound: "Page not found",
  notFoundText: "There is nothing at this address. Check that the link is complete."
}

const ru: Words = {
  receipt: "Квитанция",
  types: {
    authorization: "Авторизация",
    payment: "Оплата",
    tokenization: "Сохранение карты",
    capture: "Списание",
    void: "Отмена",
    refund: "Возврат",
    credit: "Зачисление",
    payout: "Выплата"
  },
  statuses: {
    successful: "Успешно",
    failed: "Отклонено",
    pending: "В обработке",
    incomplete: "Не завершено",
    expired: "Срок истёк"
  },
  results: {
    successful: "Операция выполнена",
    failed: "Операция отклонена",
    pending: "Операция обрабатывается",
    incomplete: "Операция не завершена",
    expired: "Время оплаты истекло"
  },
  status: "Статус",
  operation: "Операция",
  merchant: "Продавец",
  description: "Описание",
  card: "Карта",
  created: "Создано",
  paid: "Оплачено",
  approved: "Одобрено",
  holdReleased: "Блокировка снята",
  holdReleasedText: "Срок блокировки истёк, и она снята. Несписанная сумма снова доступна.",
  reason: "Причина",
  approvalCode: "Код авторизации",
  reference: "Номер операции",
  testMark: "ТЕСТ",
  test: "Это тестовая операция: деньги не переводились.",
  verification: "Подтвердите платёж",
  challenge: "Перейти на страницу банка",
  challengeText: "Банк просит подтвердить этот платёж. После этого вы вернётесь сюда.",
  methodText: "Банк проверяет браузер. Это займёт несколько секунд.",
  goOn: "Продолжить",
  wait: "Платёж обрабатывается",
  waitText: "Это займёт немного времени. Не закрывайте страницу.",
  issuer: "Ваш банк (имитация)",
  issuerNote: "Эта страница заменяет страницу банка. Деньги не переводятся.",
  issuerApprove: "Подтвердить",
  issuerDecline: "Отклонить",
  issuerWrong: "Ввести неверный код",
  issuerWrongNote: "Код неверен. Попробуйте ещё раз.",
  issuerCancel: "Отменить",
  back: "Вернуться к продавцу",
  showReceipt: "Показать квитанцию",
  notFound: "Страница не найдена",
  notFoundText: "По этому адресу ничего нет. Проверьте, что ссылка скопирована полностью."
}

export const words: Readonly<Record<PageLanguage, Words>> = { en, ru }
