// Due work, such as webhooks and renewals, begins with the server.
export const register = async () => {
  if (process.env.NEXT_RUNTIME === "nodejs") await (await import("#florin")).florin()
}
