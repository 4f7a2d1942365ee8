import { florin } from "#florin"

const handler = async (request: Request) => (await florin()).fetch(request)

export { handler as DELETE, handler as GET, handler as POST, handler as PUT }
