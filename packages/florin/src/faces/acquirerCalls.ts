/** What a host hands on of its acquirers. */
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import * as Effect from "effect/Effect"
import type { AcquirerNotification, AcquirerReply, Acquirers } from "./acquirers.js"
import { hostErrorOf } from "./calls.js"
import { refusal } from "./refusal.js"
import type { Effectful } from "./twoFaces.js"

/** Headers by their names in lower case. A repeated one is joined, as HTTP does it. */
const headerIn = (headers: AcquirerNotification["headers"]) => {
  const known = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name: string): string | undefined => {
    const value = known.get(name)
    return value === undefined || typeof value === "string" ? value : value.join(", ")
  }
}

const isHeader = (value: unknown): boolean =>
  value === undefined ||
  typeof value === "string" ||
  (Array.isArray(value) && value.every((one) => typeof one === "string"))

const notTexts = () => refusal(["headers"], "must be an object of texts, as request.headers is")
const notBytes = () => refusal(["body"], "must be the bytes as they came, as a Uint8Array")
const notWhole = () => refusal(["gatewayId"], "must be a whole number")

const receive: Effectful<Acquirers>["receive"] = (gatewayId, notification) =>
  Effect.gen(function* () {
    const { body, headers } = (notification ?? {}) as Partial<AcquirerNotification>
    if (!Number.isSafeInteger(gatewayId)) return yield* notWhole()
    if (!(body instanceof Uint8Array)) return yield* notBytes()
    if (typeof headers !== "object" || !Object.values(headers).every(isHeader)) return yield* notTexts()
    const reports = yield* AcquirerReports
    const notice = yield* reports.receive(gatewayId, { header: headerIn(headers), body })
    switch (notice._tag) {
      case "Genuine":
        return { status: 200, body: notice.reply } satisfies AcquirerReply
      case "Unreadable":
        return { status: 400, body: "" } satisfies AcquirerReply
      case "Failed":
        return { status: 503, body: "" } satisfies AcquirerReply
      case "NotGenuine":
        return { status: 401, body: "" } satisfies AcquirerReply
    }
  }).pipe(
    Effect.catchTag("NotFound", () => Effect.succeed<AcquirerReply>({ status: 404, body: "" })),
    Effect.mapError(hostErrorOf("transaction"))
  )

export const acquirers: Effectful<Acquirers> = { receive }
