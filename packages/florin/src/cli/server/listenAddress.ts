/** Listening addresses, and errors of listening as sentences that say what to try. */

/** Shape: no trailing slash. */
export const url = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`

const nextTo = (port: number): number => (port < 65_535 ? port + 1 : port - 1)

/** `code` is the system's error code; `setting` is the name of the port's setting. */
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
