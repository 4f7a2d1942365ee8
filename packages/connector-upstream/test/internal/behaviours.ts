/** Behaviours of a hostile gateway. */
import { type Behaviour, documentOf } from "./hostile.js"

export const hangs: Behaviour = () => undefined

export const resets: Behaviour = ({ socket }) => socket.destroy()

/** Executes the request without answering yet. */
export const does: Behaviour = ({ done }) => done()

export const answers =
  (status: number, body: unknown = "", headers: Record<string, string> = {}): Behaviour =>
  ({ answer }) =>
    answer(status, body, headers)

/** Runs all of them in order on every request. */
export const both =
  (...all: ReadonlyArray<Behaviour>): Behaviour =>
  (visit) => {
    for (const one of all) one(visit)
  }

/** One of them per request, then always the last one. */
export const first =
  (...all: ReadonlyArray<Behaviour>): Behaviour =>
  (visit) =>
    all[Math.min(visit.nth, all.length) - 1]!(visit)

/** Executes the request and answers with something other than its document. */
export const doesAndAnswers = (status: number, body: unknown = "") => both(does, answers(status, body))

/** Executes the request and answers with its document, in which some members are wrong. */
export const claims =
  (changes: object): Behaviour =>
  ({ answer, done }) => {
    done({ ...changes })
    answer(200)
  }

export const approves = claims({})

/** Has executed the request since, but repeats its earlier undecided answer. */
export const isBehind: Behaviour = ({ answer, done }) =>
  answer(200, { transaction: { ...done(), status: "pending", payment: { status: "pending" } } })

const replayed = { "idempotency-replayed": "true" }

/** Declined the request, changed the outcome since, and replays its first answer. Source: D13, D40. */
export const isCorrected: Behaviour = ({ answer, done }) =>
  answer(200, { transaction: { ...done(), status: "failed", payment: { status: "failed" } } }, replayed)

/** Replays its first answer, but has lost the transaction. */
export const isForgetful: Behaviour = ({ answer, ...visit }) =>
  answer(200, { transaction: documentOf(visit) }, replayed)

/** Has executed another payment under the key, and answers with it. */
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
