/** Addresses that a server listens on, and why it cannot. */

/** Without a slash at its end. */
export const url = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`

const nextTo = (port: number): number => (port < 65_535 ? port + 1 : port - 1)

/** What follows the setting's name. `code` is the system's; `setting` is the port's name. */
export const problem = (code: string, host: string, port: number, setting: string): string => {
  switch (code) {
    case "EADDRINUSE":
      return `port ${port} is in use, try ${setting}=${nextTo(port)}`
    case "EACCES":
      return `port ${port} may not be used by this user, try ${setting}=${port < 1024 ? 8080 : nextTo(port)}`
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine, try HOST=127.0.0.1`
    default:
      return `${host}:${port} cannot be listened on (${code})`
  }
}
