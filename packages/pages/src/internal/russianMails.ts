/** The Russian texts of mails about money, and of the page that takes another card. */
import type { Words } from "../Language.js"

export const newCard: Words["newCard"] = {
  title: "Указать другую карту",
  present: "Текущая карта",
  refused: "Карта не сохранена. Проверьте данные или укажите другую карту.",
  kept: { title: "Карта сохранена", text: "Следующие платежи будут списаны с неё." },
  over: {
    title: "Ссылка больше не действует",
    text: "Она действовала семь дней. Спросите у продавца, как указать другую карту."
  },
  note: "Сейчас ничего не списывается. Банк может попросить подтвердить карту. Код безопасности не сохраняется."
}

export const moneyMails: Words["moneyMails"] = {
  lines: {
    subscription: "Подписка",
    due: "День платежа",
    validUntil: "Действует до",
    refunded: "Возвращено",
    payment: "Ваш платёж"
  },
  links: { subscription: "Посмотреть подписку", card: "Указать другую карту" },
  cancel: "Чтобы изменить или отменить подписку, обратитесь к продавцу до этого дня.",
  chargeAhead: {
    subject: (merchant, amount, day) => `Платёж продавцу ${merchant} ${day}: ${amount}`,
    renewal: (merchant, day) => `Ваша подписка у продавца ${merchant} будет продлена ${day}.`,
    trial: (merchant, day) =>
      `Ваш пробный период у продавца ${merchant} закончится ${day}. С этого дня подписка станет платной.`
  },
  cardExpiring: {
    subject: (merchant) => `Срок действия карты истечёт до следующего платежа продавцу ${merchant}`,
    lead: (merchant, day) =>
      `Срок действия карты, с которой оплачивается подписка у продавца ${merchant}, истечёт до следующего платежа: ${day}.`,
    note: "Укажите другую карту, чтобы платёж прошёл."
  },
  chargeFailed: {
    subject: (merchant, amount) => `Платёж продавцу ${merchant} не прошёл: ${amount}`,
    lead: (merchant) => `Платёж по вашей подписке у продавца ${merchant} не прошёл.`,
    note: "До этого дня вы можете указать другую карту. С неё и будет следующая попытка.",
    paused: "Подписка приостановлена: до возобновления ничего не списывается."
  },
  ended: {
    subject: (merchant) => `Ваша подписка у продавца ${merchant} закончилась`,
    leads: {
      canceled: (merchant) => `Ваша подписка у продавца ${merchant} отменена.`,
      unpaid: (merchant) => `Ваша подписка у продавца ${merchant} закончилась, потому что платёж не прошёл.`,
      period: (merchant) => `Ваша подписка у продавца ${merchant} закончилась вместе с оплаченным периодом.`,
      paid: (merchant) => `Все платежи по вашей подписке у продавца ${merchant} выполнены.`
    }
  },
  refund: {
    subject: (merchant, amount) => `Возврат от ${merchant}: ${amount}`,
    lead: (merchant) => `Продавец ${merchant} вернул вам деньги.`,
    note: "Когда деньги поступят на счёт, решает ваш банк. Это может занять несколько дней."
  }
}
