import { states } from "#florin"

export const POST = async (request: Request) => {
  const { subscription } = (await request.json()) as { subscription: string }
  return Response.json({ subscription, state: states().get(subscription) ?? "unknown" })
}
