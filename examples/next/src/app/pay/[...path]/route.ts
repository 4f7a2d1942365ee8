import { florin } from "#florin"

const isConsole = ({ url }: Request) => new URL(url).pathname.startsWith("/pay/console")
const handler = async (req: Request) => (isConsole(req) ? (await florin()).console : await florin()).fetch(req)

export { handler as DELETE, handler as GET, handler as POST, handler as PUT }
