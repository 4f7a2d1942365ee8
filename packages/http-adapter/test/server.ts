/** A real server on loopback, and ways to talk to it. */
import { Agent, request as httpRequest } from "node:http"
import { connect } from "node:net"
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as HttpSettings from "@florin/http-adapter/HttpSettings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assertDocumented } from "./internal/documented.js"
import * as Memory from "./memory.js"

export const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`

export const credentials = basic("shop", Memory.secrets.shop!)

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  readonly bytes: Buffer
}

/**
 * The adapter alone gives its answers an id; a host's need not be as the document says. What an operator gets who names a
 * shop is in the page for operators: the document is for shops.
 */
const held = (prefix: string, path: string, sent: Sent, requested: Effect.Effect<Received, Error>) =>
  Effect.tap(requested, ({ headers, status, text }) => {
    const { method = "GET" } = sent
    if (headers["x-request-id"] === undefined || sent.headers?.["florin-shop"] !== undefined) return
    assertDocumented({ method, target: path, prefix, status, contentType: headers["content-type"], text })
  })

/**
 * Asks as a shop, in JSON, unless headers say something else; an empty header is not sent. An answer that the document
 * does not describe is a defect.
 */
export const asker =
  (port: number, agent?: Agent, prefix = "") =>
  (path: string, sent: Sent = {}) =>
    held(
      prefix,
      path,
      sent,
      Effect.async<Received, Error>((resume) => {
        const headers: Record<string, string> = { authorization: credentials }
        if (sent.body !== undefined) {
          headers["content-type"] = "application/json"
          // Else Node sends the body of a GET or HEAD as if it were the next request.
          headers["content-length"] = String(Buffer.byteLength(sent.body))
        }
        Object.assign(headers, sent.headers)
        for (const [name, value] of Object.entries(headers)) if (value === "") delete headers[name]
        const request = httpRequest(
          { host: "127.0.0.1", port, path, method: sent.method ?? "GET", headers, ...(agent && { agent }) },
          (response) => {
            const chunks: Array<Buffer> = []
            response.on("data", (chunk: Buffer) => chunks.push(chunk))
            response.on("end", () => {
              const bytes = Buffer.concat(chunks)
              resume(
                Effect.succeed({
                  status: response.statusCode!,
                  headers: response.headers as Received["headers"],
                  text: bytes.toString("utf8"),
                  bytes
                })
              )
            })
          }
        )
        request.on("error", (error) => resume(Effect.fail(error)))
        request.end(sent.body)
        return Effect.sync(() => request.destroy())
      })
    )

/** Writes bytes to a connection and reads until the server ends it. */
export const raw = (port: number, ...parts: ReadonlyArray<string>) =>
  Effect.async<string, Error>((resume) => {
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part)
    })
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
    })
    socket.on("error", (error) => resume(Effect.fail(error)))
    socket.on("end", () => resume(Effect.succeed(text)))
    return Effect.sync(() => socket.destroy())
  })

export const start = (
  store: Memory.Memory,
  options: {
    readonly settings?: Parameters<typeof HttpSettings.layer>[0]
    readonly more?: Layer.Layer<never>
    readonly prefix?: string
    /** Stands between the adapter and the shops. */
    readonly around?: Layer.Layer<ShopDirectory, never, ShopDirectory>
    readonly stampKey?: number | "none"
    /** Default: no acquirer tells. */
    readonly reports?: AcquirerReports["Type"]
  } = {}
) =>
  Effect.gen(function* () {
    const layer = HttpAdapter.layer.pipe(
      Layer.provide(Layer.succeed(AcquirerReports, options.reports ?? Memory.unreported)),
      Layer.provide(options.around ?? Layer.service(ShopDirectory)),
      Layer.provide(Memory.layer(store, options.stampKey)),
      Layer.provide(HttpSettings.layer(options.settings ?? {})),
      Layer.provide(options.more ?? Layer.empty)
    )
    const context = yield* Layer.build(layer)
    const { port } = yield* HttpServer.listen({
      port: 0,
      ...(options.prefix === undefined ? {} : { prefix: options.prefix })
    }).pipe(Effect.provide(context))
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => new Agent({ keepAlive: true })),
      (it) => Effect.sync(() => it.destroy())
    )
    return { ask: asker(port, agent, options.prefix), port, context }
  })

export const payment = (more: object = {}) =>
  JSON.stringify({
    request: {
      amount: 100,
      currency: "EUR",
      description: "Order",
      credit_card: {
        number: "4200000000000000",
        exp_month: "01",
        exp_year: "2099",
        holder: "Jane",
        verification_value: "123"
      },
      ...more
    }
  })

/** A payment of so many bytes: an unknown member fills it up. */
export const sizedPayment = (size: number) => {
  const empty = payment({ filler: "" })
  return empty.replace('"filler":""', `"filler":"${"x".repeat(size - empty.length)}"`)
}
