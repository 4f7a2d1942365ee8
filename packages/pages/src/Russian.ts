/** Russian. */
import { russian as cardFaults } from "@florin/core/language/CardFaults"
import { russian as messages } from "@florin/core/language/CustomerMessages"
import type { Interval } from "@florin/core/time/Interval"
import { portal } from "./internal/portalRussian.js"
import { moneyMails, newCard } from "./internal/russianMails.js"
import { type Titles, usual } from "./internal/texts.js"
import type { CheckoutWords, Language, PlanWords, ProductWords, TransferWords } from "./Language.js"

const masculine = (what: string): Titles => ({
  successful: `${what} выполнен`,
  failed: `${what} отклонён`,
  pending: `${what} обрабатывается`,
  incomplete: `${what} не завершён`,
  expired: `${what}: время истекло`
})

const feminine = (what: string): Titles => ({
  successful: `${what} выполнена`,
  failed: `${what} отклонена`,
  pending: `${what} обрабатывается`,
  incomplete: `${what} не завершена`,
  expired: `${what}: время истекло`
})

const neuter = (what: string): Titles => ({
  successful: `${what} принято`,
  failed: `${what} отклонено`,
  pending: `${what} рассматривается`,
  incomplete: `${what} не завершено`,
  expired: `${what}: время истекло`
})

const plurals = new Intl.PluralRules("ru")

const form = (count: number, [one, few, many]: readonly [one: string, few: string, many: string]): string => {
  const category = plurals.select(count)
  return category === "one" ? one : category === "few" ? few : many
}

/** As in "на 21 неделю", "каждые 2 недели", "каждые 5 недель". */
const nouns = {
  hour: ["час", "часа", "часов"],
  day: ["день", "дня", "дней"],
  week: ["неделю", "недели", "недель"],
  month: ["месяц", "месяца", "месяцев"],
  year: ["год", "года", "лет"]
} as const

const span = (interval: Interval): string => {
  const [count, noun] = usual(interval)
  return `${count} ${form(count, nouns[noun])}`
}

const every = (interval: Interval): string => {
  const [count, noun] = usual(interval)
  const each = noun === "week" ? "каждую" : "каждый"
  return count === 1 ? `${each} ${nouns[noun][0]}` : `${form(count, [each, "каждые", "каждые"])} ${span(interval)}`
}

const plan: PlanWords = {
  title: "Оформление подписки",
  lines: {
    now: "Сейчас",
    then: "Затем",
    afterTrial: "После пробного периода",
    ends: "Окончание",
    next: "Следующий платёж",
    retry: "Следующая попытка",
    last: "Последний платёж",
    trialUntil: "Пробный период до",
    paidUntil: "Оплачено до"
  },
  paying: (amount, interval) => `${amount} за ${span(interval)}`,
  trial: (amount, interval) => `${amount} за пробный период на ${span(interval)}`,
  freeTrial: (interval) => `Бесплатный пробный период на ${span(interval)}`,
  recurring: ({ amount, interval, times }) => {
    if (times === 1) return `${amount} один раз`
    const often = times === undefined ? "" : `, ${times} ${form(times, ["раз", "раза", "раз"])}`
    return `${amount} ${every(interval)}${often}`
  },
  inTurn: (prices) => prices.join(", затем "),
  plusUsage: (charge) => `${charge}, плюс плата за использование`,
  charged: (amount, day) => `${amount}, ${day}`,
  untilCancelled: "Когда вы отмените подписку у продавца",
  afterLastPayment: "Автоматически после последнего платежа",
  afterThisPayment: "Автоматически; больше ничего списано не будет",
  agreement: ({ charge, isAfterTrial, isEndless, merchant }) =>
    `Продолжая, вы разрешаете продавцу ${merchant} ${isAfterTrial ? "после пробного периода " : ""}списывать с этой карты ${charge}${isEndless ? ", пока вы не отмените подписку" : ""}.`,
  card: "Ваша карта",
  fields: {
    number: { label: "Номер карты" },
    expiry: { label: "Срок действия", hint: "ММ/ГГ, как на карте" },
    code: { label: "Код безопасности", hint: "3 или 4 цифры на карте" },
    holder: { label: "Имя на карте", hint: "Если оно указано" }
  },
  faults: cardFaults,
  details: {
    legend: "Ваши данные",
    chooseCountry: "Выберите страну",
    kept: (masked) => `Если оставить поле пустым: ${masked}`,
    fields: {
      email: { label: "Электронная почта" },
      first_name: { label: "Имя" },
      last_name: { label: "Фамилия" },
      phone: { label: "Телефон" },
      birth_date: { label: "Дата рождения" },
      address: { label: "Улица и дом" },
      city: { label: "Город" },
      state: { label: "Штат", hint: "Две буквы, только в США и Канаде" },
      zip: { label: "Почтовый индекс" },
      country: { label: "Страна" }
    },
    faults: {
      missing: "Заполните это поле.",
      wrong: "Проверьте, что вы ввели.",
      number: "Не вводите здесь номер карты."
    }
  },
  fault: "Ошибка",
  faulty: {
    title: "Проверьте, что вы ввели",
    text: "Деньги не списаны. Номер карты и код безопасности не сохраняются: введите их ещё раз."
  },
  pay: (amount) => `Оплатить ${amount}`,
  startTrial: "Начать бесплатный период",
  start: "Подписаться",
  bill: {
    times: (title, quantity) => `${title} × ${quantity}`,
    coupon: (code) => `Купон ${code}`,
    balance: "С вашего баланса"
  },
  kept: "Карта сохраняется для платежей по этой подписке. Код безопасности никогда не сохраняется.",
  states: {
    trial: "Пробный период начался",
    active: "Подписка действует",
    failed_attempt: "Последний платёж не прошёл",
    error: "Последний платёж не прошёл",
    canceled: "Подписка отменена",
    expired: "Все платежи внесены"
  },
  nothingMore: "Больше ничего списано не будет.",
  takeBack: (merchant) => `До этого вы можете передумать: обратитесь к продавцу ${merchant}.`,
  retried: "Попытка будет повторена автоматически.",
  paused: "Подписка приостановлена: до возобновления ничего списано не будет.",
  again: "Попробовать ещё раз"
}

const checkout: CheckoutWords = {
  titles: { pay: "Оплата", keep: "Сохранение карты" },
  method: "Как вы хотите заплатить?",
  methods: {
    card: "Карта",
    another: "Другая карта",
    sbp: "Приложение банка (QR-код)",
    sbp_data: "Перевод по номеру телефона"
  },
  onward: {
    sbp: "На следующей странице вы отсканируете код или откроете приложение банка.",
    sbp_data: "На следующей странице будет указано, куда перевести деньги."
  },
  ends: (date) => `действует до ${date}`,
  keep: { label: "Сохранить карту для следующих покупок", hint: "Код безопасности не сохраняется." },
  whichCard: "Какой картой?",
  sending: "Подождите немного",
  keepCard: "Сохранить карту",
  secure: "Номера карт хранятся только зашифрованными, коды безопасности не хранятся.",
  provider: {
    label: "Данные карты",
    secure: "Данные карты уходят прямо платёжной компании. Эта страница их не видит.",
    noScript: "Чтобы оплатить картой, включите JavaScript в браузере и загрузите страницу снова.",
    unavailable: "Поля для карты не загрузились. Загрузите страницу снова или выберите другой способ оплаты.",
    wrong: "Проверьте данные карты или используйте другую карту.",
    nowhere: "На этой странице нельзя ввести карту. Спросите в магазине, как оплатить картой."
  },
  items: "Ваш заказ",
  payBy: "Оплатите до",
  leave: "Вернуться в магазин без оплаты",
  close: "Закрыть",
  declined: {
    title: "Платёж не прошёл",
    text: "Деньги не списаны. Проверьте данные или заплатите другим способом.",
    left: (attempts) =>
      `${form(attempts, ["Осталась", "Осталось", "Осталось"])} ${attempts} ${form(attempts, ["попытка", "попытки", "попыток"])}.`
  },
  ended: {
    expired: {
      title: "Время на оплату истекло",
      text: "Деньги не списаны. Вернитесь в магазин, чтобы сделать заказ снова."
    },
    canceled: { title: "Заказ отменён", text: "Деньги не списаны." }
  }
}

const product: ProductWords = {
  go: "Перейти к оплате",
  note: "Деньги ещё не списываются. Способ оплаты вы выберете на следующей странице.",
  unavailable: {
    "sold-out": { title: "Всё распродано", text: "Купить больше нечего. Деньги не списаны." },
    over: { title: "Больше не продаётся", text: "Время, когда это можно было купить, истекло. Деньги не списаны." }
  }
}

const transfer: TransferWords = {
  method: "Перевод через СБП",
  lines: { method: "Способ", account: "Номер телефона", reference: "Номер в банке" },
  opening: {
    title: "Готовим платёж",
    text: "Это займёт немного времени. Не закрывайте страницу."
  },
  code: {
    title: "Оплатите через СБП",
    text: "Отсканируйте код камерой телефона или в приложении банка и подтвердите платёж.",
    picture: "QR-код для оплаты",
    open: "Открыть приложение банка",
    otherwise: "Или отсканируйте этот код другим телефоном."
  },
  account: {
    title: "Переведите по номеру телефона",
    text: "Сделайте в приложении банка один перевод, вовремя и точно с этими данными.",
    lines: { phone: "Номер телефона", bank: "Банк получателя", amount: "Сумма", mark: "Комментарий" },
    markHint: "Укажите его в комментарии к переводу, если в вашем банке есть такое поле.",
    copy: "Скопировать",
    copied: "Скопировано"
  },
  payBy: "Оплатите до",
  left: "Осталось",
  minutesLeft: (minutes) => {
    const verb = form(minutes, ["Осталась", "Осталось", "Осталось"])
    return `${verb} ${minutes} ${form(minutes, ["минута", "минуты", "минут"])}`
  },
  following: "Не закрывайте страницу: она покажет, когда платёж поступит.",
  over: {
    title: "Время на оплату истекло",
    text: "Пожалуйста, больше не платите. Если вы заплатили, подождите здесь: мы уточняем у банка."
  },
  unpaid: "Время на оплату истекло",
  proving: "Подтверждение вашей оплаты проверяется. Это занимает до двух рабочих дней."
}

export const russian: Language = {
  tag: "ru",
  direction: "ltr",
  locale: "ru",
  messages,
  words: {
    titles: {
      authorization: { ...masculine("Платёж"), successful: "Платёж одобрен", expired: "Платёж просрочен" },
      payment: { ...masculine("Платёж"), expired: "Платёж просрочен" },
      tokenization: {
        successful: "Карта сохранена",
        failed: "Карта не сохранена",
        pending: "Карта сохраняется",
        incomplete: "Карта ещё не сохранена",
        expired: "Время на сохранение карты истекло"
      },
      capture: masculine("Платёж"),
      void: feminine("Отмена"),
      refund: masculine("Возврат"),
      credit: feminine("Выплата"),
      payout: feminine("Выплата"),
      proof: neuter("Подтверждение оплаты")
    },
    lines: {
      card: "Карта",
      created: "Создано",
      paid: "Оплачено",
      approved: "Одобрено",
      holdReleased: "Блокировка снята",
      refundReason: "Причина",
      approvalCode: "Код авторизации",
      reference: "Номер операции"
    },
    receipt: "Квитанция",
    showReceipt: "Посмотреть квитанцию",
    backToMerchant: "Вернуться к продавцу",
    returning: { text: "Через несколько секунд вы вернётесь к продавцу.", stay: "Остаться на этой странице" },
    holdReleased: "Срок блокировки истёк, и она снята. Несписанная сумма снова доступна.",
    test: { mark: "ТЕСТ", text: "Деньги не переводятся." },
    challenge: {
      title: "Подтвердите платёж",
      text: "Банк просит подтвердить этот платёж. После этого вы вернётесь сюда.",
      action: "Перейти на страницу банка",
      whole: "Открыть страницу банка во всём окне"
    },
    method: {
      title: "Подтвердите платёж",
      text: "Банк проверяет браузер. Это займёт несколько секунд.",
      action: "Продолжить"
    },
    waiting: {
      title: "Платёж обрабатывается",
      text: "Это займёт немного времени. Не закрывайте страницу."
    },
    finished: { title: "Готово", text: "Этот шаг завершён." },
    plan,
    checkout,
    product,
    transfer,
    portal,
    problems: {
      "not-found": {
        title: "Страница не найдена",
        text: "По этому адресу ничего нет. Проверьте, что ссылка скопирована полностью."
      },
      refused: {
        title: "Так эту страницу открыть нельзя",
        text: "Вернитесь в магазин и перейдите по его ссылке ещё раз."
      },
      busy: {
        title: "Подождите немного",
        text: "Сейчас показать страницу не удалось. Повторите попытку через минуту."
      },
      failed: {
        title: "Что-то пошло не так",
        text: "Это наша ошибка. Повторите попытку через минуту: дважды платёж проведён не будет."
      }
    },
    tryAgain: "Повторить",
    mail: {
      subject: (merchant, amount) => `Квитанция от ${merchant}: ${amount}`,
      greeting: (merchant) => `Ваш платёж продавцу ${merchant} выполнен.`,
      amount: "Сумма",
      merchant: "Продавец",
      description: "Описание",
      statement: "В выписке по карте",
      automatic: "Это письмо отправлено автоматически. На вопросы о заказе ответит продавец."
    },
    newCard,
    moneyMails,
    requestId: "Номер запроса",
    issuer: {
      title: "Ваш банк (имитация)",
      note: "Эта страница заменяет страницу банка. Деньги не переводятся.",
      approve: "Подтвердить",
      others: "Проверить другой исход",
      decline: "Отклонить",
      wrong: "Ввести неверный код",
      cancel: "Отменить",
      wasWrong: "Код неверен. Попробуйте ещё раз."
    }
  }
}
