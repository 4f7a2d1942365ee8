/** The same writes behind Fastify, with a JSON schema of the request and Basic authentication. */
import { timingSafeEqual } from "node:crypto"
import Fastify from "fastify"
import { basic, shopId } from "../orders.js"
import { open } from "./sqlite.js"

const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength })

const digits = (pattern: string) => ({ type: "string", pattern })

const card = {
  type: "object",
  required: ["number", "exp_month", "exp_year"],
  properties: {
    number: digits("^[0-9]{12,19}$"),
    verification_value: digits("^[0-9]{3,4}$"),
    holder: text(35),
    exp_month: digits("^[0-9]{1,2}$"),
    exp_year: digits("^[0-9]{4}$")
  }
}
const request = {
  type: "object",
  required: ["amount", "currency", "description", "credit_card"],
  properties: {
    amount: { type: "integer", minimum: 1 },
    currency: { type: "string", pattern: "^[A-Z]{3}$" },
    description: text(255),
    tracking_id: text(255),
    credit_card: card
  }
}
const schema = { body: { type: "object", required: ["request"], properties: { request } } }

const expected = Buffer.from(basic(shopId))

const authenticated = (header: string | undefined): boolean => {
  const given = Buffer.from(header ?? "")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

interface Body {
  readonly request: { readonly amount: number }
}

/** Serves on a database that Florin has made, for as long as the process runs. */
export const serve = async (filename: string): Promise<number> => {
  const byHand = open(filename)
  const server = Fastify()
  server.post<{ Body: Body }>("/transactions/authorizations", { schema }, async (request, reply) => {
    if (!authenticated(request.headers.authorization)) return reply.code(401).send()
    return reply.type("application/json").send(await byHand.authorize(request.body.request.amount))
  })
  await server.listen({ host: "127.0.0.1", port: 0 })
  return (server.server.address() as { readonly port: number }).port
}
