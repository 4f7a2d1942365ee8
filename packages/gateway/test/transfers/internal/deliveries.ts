/** What a merchant is told: webhooks in the order of their delivery, and verification requests. */
import { Outcome, type Post, type Sender } from "@florin/webhook-dispatcher/Sender"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

export const hook = "https://books.example/hook"

/** Where a merchant is asked first. By the path: `refuse-later` refuses all but the first. */
export const verify = (answer: "go-on" | "refuse" | "refuse-later"): string => `https://books.example/verify/${answer}`

interface Document {
  readonly transaction: Readonly<Record<string, unknown>> & { readonly uid: string }
}

interface Delivery {
  readonly url: string
  readonly sequence: number
  readonly document: Document
}

/** A delivered webhook in short: `3 payment failed 100000, proof pending`. */
export const short = ({ document, sequence }: Delivery): string => {
  const { amount, proof, status, type } = document.transaction
  const proven = proof === undefined ? "" : `, proof ${(proof as { readonly status: string }).status}`
  return `${sequence} ${type} ${status} ${amount}${proven}`
}

export const make = () => {
  const delivered: Array<Delivery> = []
  const post = ({ body, headers, url }: Pick<Post, "body" | "headers" | "url">) => {
    delivered.push({ url, document: JSON.parse(body), sequence: Number(headers["Florin-Sequence"]) })
    const isAgain = delivered.filter((one) => one.url === url).length > 1
    const isRefused = url.endsWith("/refuse") || (url.endsWith("/refuse-later") && isAgain)
    const answer = isRefused ? '{"code":1}' : ""
    return Effect.succeed(Outcome.Acknowledged({ status: 200, answer: Option.some(answer) }))
  }
  /** Takes what was delivered about a transfer since this was asked last. */
  const take = (isRequested: (delivery: Delivery) => boolean): ReadonlyArray<Delivery> => {
    const taken = delivered.filter(isRequested)
    for (const one of taken) delivered.splice(delivered.indexOf(one), 1)
    return taken
  }
  return {
    sender: { post } satisfies Sender["Type"],
    webhooks: (uid: string) => take(({ document, url }) => url === hook && document.transaction.uid === uid),
    verifications: () => take(({ url }) => url !== hook)
  }
}

export type Ear = ReturnType<typeof make>
