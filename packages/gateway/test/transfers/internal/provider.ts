/** The sandbox's bank as a provider that behaves badly where a transfer's description says so. */
import type { TransferProvider, TransferRequest } from "@florin/core/transfers/TransferProvider"
import * as Effect from "effect/Effect"

type Member = "perform" | "status"

/** What a provider does instead, by the description of the transfer or the reason of the refund. */
export type Manners = Readonly<Record<string, (real: TransferProvider) => Partial<Pick<TransferProvider, Member>>>>

const statedOf = ({ transfer }: TransferRequest): string => transfer.description ?? transfer.refundReason ?? ""

/** One provider; a key that it was asked to perform keeps its manner in status queries. */
export const behaving =
  (manners: Manners) =>
  (real: TransferProvider): ReadonlyArray<TransferProvider> => {
    const known = new Map<string, Partial<TransferProvider>>()
    const of = (key: string): TransferProvider => ({ ...real, ...known.get(key) })
    return [
      {
        ...real,
        perform: (request) =>
          Effect.suspend(() => {
            const manner = manners[statedOf(request)]
            if (manner !== undefined && !known.has(request.key)) known.set(request.key, manner(real))
            return of(request.key).perform(request)
          }),
        status: (key) => Effect.suspend(() => of(key).status(key))
      }
    ]
  }
