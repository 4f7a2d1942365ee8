/** Russian. */
import { russian as messages } from "@florin/core/language/CustomerMessages"
import type { Language, Words } from "./Language.js"

type Titles = Words["titles"][keyof Words["titles"]]

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
      payout: feminine("Выплата")
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
    holdReleased: "Срок блокировки истёк, и она снята. Несписанная сумма снова доступна.",
    test: { mark: "ТЕСТ", text: "Деньги не переводятся." },
    challenge: {
      title: "Подтвердите платёж",
      text: "Банк просит подтвердить этот платёж. После этого вы вернётесь сюда.",
      action: "Перейти на страницу банка"
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
