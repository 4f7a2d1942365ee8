/** Ways of a hostile gateway. */
import { type Behaviour, documentOf } from "./hostile.js"

export const hangs: Behaviour = () => undefined

export const resets: Behaviour = ({ socket }) => socket.destroy()

/** Does what is asked, and says nothing of it yet. */
export const does: Behaviour = ({ done }) => done()

export const answers =
  (status: number, body: unknown = "", headers: Record<string, string> = {}): Behaviour =>
  ({ answer }) =>
    answer(status, body, headers)

/** All of them, one after the other, on every request. */
export const both =
  (...all: ReadonlyArray<Behaviour>): Behaviour =>
  (visit) => {
    for (const one of all) one(visit)
  }

/** One of them per request, the last one from then on. */
export const first =
  (...all: ReadonlyArray<Behaviour>): Behaviour =>
  (visit) =>
    all[Math.min(visit.nth, all.length) - 1]!(visit)

/** Does it, and answers something else than its document. */
export const doesAndAnswers = (status: number, body: unknown = "") => both(does, answers(status, body))

/** Does it, and answers its document, in which some members are not as they should be. */
export const claims =
  (changes: object): Behaviour =>
  ({ answer, done }) => {
    done({ ...changes })
    answer(200)
  }

export const approves = claims({})

/** Has done it since, and answers as it did while it did not know. */
export const isBehind: Behaviour = ({ answer, done }) =>
  answer(200, { transaction: { ...done(), status: "pending", payment: { status: "pending" } } })

const replayed = { "idempotency-replayed": "true" }

/** Declined it, learned better since, and gives its first answer again. Source: D13, D40. */
export const isCorrected: Behaviour = ({ answer, done }) =>
  answer(200, { transaction: { ...done(), status: "failed", payment: { status: "failed" } } }, replayed)

/** Gives its first answer again, and has lost the transaction. */
export const isForgetful: Behaviour = ({ answer, ...visit }) =>
  answer(200, { transaction: documentOf(visit) }, replayed)

/** Has done another payment under the key, and answers so. */
export const didAnother =
  (status: number, body?: unknown): Behaviour =>
  ({ answer, done, headers }) => {
    done({ amount: 999, tracking_id: `${headers.requestid};payment 999 EUR` })
    answer(status, body)
  }

/** A refusal as D4 describes it. */
export const refuses = (errors: object) => answers(400, { response: { message: "Amount is invalid.", errors } })

export const raw =
  (text: string): Behaviour =>
  ({ socket }) => {
    socket.end(text)
  }

export const stopsWithin: Behaviour = ({ response }) => {
  response.writeHead(200, { "content-length": "1000" }).write('{"transaction":')
}

export const resetsWithin: Behaviour = ({ response }) => {
  response.writeHead(200, { "content-length": "1000" }).write('{"transaction":')
  setImmediate(() => response.destroy())
}

export const drips: Behaviour = ({ response }) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(timer))
}

export const neverEnds: Behaviour = ({ response }) => {
  response.writeHead(200)
  const more = () => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  }
  response.on("drain", more)
  more()
}

export const hintsEarly: Behaviour = ({ response }) => response.writeEarlyHints({ link: "</a>; rel=preload" })
