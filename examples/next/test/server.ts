// The route handlers without Next.js around, which is 200 MB: `npm run test:hosts` installs, builds and starts it.
import { serve } from "@hono/node-server"
import * as access from "../src/app/access/route.js"
import * as pay from "../src/app/pay/[...path]/route.js"
import * as webhooks from "../src/app/webhooks/route.js"
import { florin } from "../src/florin.js"

type Handlers = Readonly<Record<string, (request: Request) => Promise<Response>>>

const routes: Readonly<Record<string, Handlers>> = { access, pay, webhooks }

const answer = async (request: Request): Promise<Response> => {
  const [, route = ""] = new URL(request.url).pathname.split("/")
  const handler = routes[route]?.[request.method]
  return handler === undefined ? new Response(null, { status: 404 }) : handler(request)
}

const server = serve({ fetch: answer, port: Number(process.env.PORT), hostname: "127.0.0.1" })
export const stop = async (): Promise<void> => {
  server.close()
  await (await florin()).close()
}
