/** Russian. */
import { codes } from "./internal/russianCodes.js"
import { people } from "./internal/russianPeople.js"
import { screens } from "./internal/russianScreens.js"
import { shops } from "./internal/russianShops.js"
import type { Words } from "./Words.js"

const rules = new Intl.PluralRules("ru")

const plural = (count: number, one: string, few: string, many: string): string => {
  const rule = rules.select(count)
  return `${count} ${rule === "one" ? one : rule === "few" ? few : many}`
}

export const russian: Words = {
  tag: "ru",
  product: "Консоль Florin",
  skip: "К содержанию",
  menu: "Меню",
  search: {
    label: "Найти платёж",
    placeholder: "Почта, четыре цифры, сумма, uid, заказ, день…",
    button: "Найти",
    hint: "Клавиша / на любой странице. Слова вместе сужают поиск: jane@example.com вторник 19,95 eur"
  },
  nav: {
    "": "Платежи",
    doubts: "Под вопросом",
    declines: "Отказы",
    webhooks: "Вебхуки",
    acquirers: "Эквайеры",
    charts: "Графики",
    subscriptions: "Подписки",
    checkouts: "Заказы",
    proofs: "Подтверждения",
    reconciliation: "Сверка",
    shops: "Магазины",
    people: "Люди",
    approvals: "Запросы",
    audit: "Аудит",
    settings: "Часовой пояс"
  },
  groups: { money: "Деньги", health: "Здоровье", billing: "Биллинг", people: "Люди" },
  signedInAs: (id) => `Вы вошли как ${id}`,
  signOut: "Выйти",
  status: {
    successful: "Успешно",
    failed: "Неудача",
    pending: "В обработке",
    incomplete: "Не завершён",
    expired: "Истёк"
  },
  types: {
    authorization: "Авторизация",
    payment: "Платёж",
    charge: "Платёж",
    tokenization: "Токенизация",
    capture: "Списание",
    void: "Отмена",
    refund: "Возврат",
    credit: "Зачисление",
    payout: "Выплата",
    proof: "Подтверждение"
  },
  webhookStatus: {
    waiting: "Ждёт",
    delivered: "Доставлен",
    superseded: "Заменён новым",
    stopped: "Остановлен получателем",
    exhausted: "Исчерпан"
  },
  columns: {
    created: "Создан",
    amount: "Сумма",
    status: "Статус",
    type: "Тип",
    customer: "Покупатель",
    card: "Карта",
    shop: "Магазин",
    acquirer: "Эквайер",
    order: "Заказ",
    reason: "Причина",
    count: "Число",
    share: "Доля",
    method: "Способ",
    since: "С каких пор",
    about: "О чём",
    attempts: "Попыток",
    next: "Следующий вопрос",
    renews: "Следующее списание",
    payBy: "Срок оплаты",
    ends: "Истекает",
    receiver: "Получатель",
    result: "Последний ответ",
    updated: "Изменён",
    what: "Что сделать",
    day: "День",
    currency: "Валюта",
    rate: "Одобрено",
    state: "Состояние",
    plan: "План",
    uid: "UID"
  },
  test: "Тест",
  copy: (what) => `Скопировать: ${what}`,
  copied: "Скопировано",
  none: "Нет",
  unknown: "Неизвестно",
  ago: (text) => `${text} назад`,
  spans: {
    seconds: (count) => plural(count, "секунду", "секунды", "секунд"),
    minutes: (count) => plural(count, "минуту", "минуты", "минут"),
    hours: (count) => plural(count, "час", "часа", "часов"),
    days: (count) => plural(count, "день", "дня", "дней")
  },
  pages: {
    older: "Старше",
    newest: "Самые новые",
    newer: "Новее",
    oldest: "Самые старые",
    oldestFirst: "сначала старые",
    newestFirst: "сначала новые",
    shown: (count) => `Показано: ${count}`
  },
  live: {
    newer: (count) => `Новых: ${count}`,
    changed: "Этот платёж изменился",
    list: "Этот список изменился",
    reload: "Показать"
  },
  confirm: {
    back: "Назад",
    happens: "Что произойдёт",
    reason: "Причина",
    amount: "Сумма",
    shop: "Магазин"
  },
  problems: {
    title: {
      notFound: "Такой записи нет",
      forbidden: "Ваша роль этого не разрешает",
      refused: "Это не выполнено",
      failed: "Это не удалось показать",
      signedOut: "Вы не вошли"
    },
    text: {
      notFound: "Она может принадлежать магазину, в котором у вас нет роли, или адрес неполон.",
      forbidden: "Обратитесь к тому, кто управляет магазином. Попытка записана в аудит.",
      refused: "Шлюз отказал. Ничего не изменилось.",
      failed: "База данных или эквайер сейчас недоступны. Ничего не изменилось. Загрузите страницу чуть позже.",
      signedOut: "Откройте ссылку, которую вам дали, или войдите снова.",
      form: "Форма отправлена не с этой страницы. Откройте страницу снова и повторите."
    }
  },
  shopUnknown: "Магазина с таким id нет, или у вас нет в нём роли.",
  waits: {
    title: "Это должен одобрить второй человек",
    text: "Сумма выше лимита для одного, поэтому пока ничего не сделано. Когда его одобрят, выполните его среди запросов, в течение 24 часов с этой минуты.",
    link: "Запросы"
  },
  none_there: {
    disputes: "Споров и выплат магазинам в Florin пока нет: они на страницах вашего эквайера.",
    story: "Пока не показаны проводки.",
    shops: "Пока здесь нет остальных настроек магазина: их меняет команда «florin shops update».",
    passkeys: "Ключей доступа (passkeys) пока нет."
  },
  codes,
  ...people,
  ...screens,
  ...shops
}
