/** A merchant's webhook receiver, for tests. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"

export interface Delivery {
  readonly headers: Record<string, string>
  readonly body: string
  readonly document: { readonly transaction: { readonly uid: string; readonly status: string; readonly type: string } }
}

/** A local receiver that answers with `status` once `after` has completed. */
export const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const deliveries: Array<Delivery> = []
    const answers = { status: 204, body: "", after: () => Promise.resolve() }
    const server = createServer(async (request, response) => {
      let body = ""
      for await (const chunk of request) body += chunk
      const headers = request.headers as Record<string, string>
      deliveries.push({ headers, body, document: JSON.parse(body) })
      await answers.after()
      response.writeHead(answers.status).end(answers.body)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    return { server, deliveries, answers, url: `http://127.0.0.1:${port}/hook` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)
