/** A progress bar, where somebody looks at it. */

/** Where it is drawn: standard error, if that is a terminal. */
export interface Terminal {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

const length = 32

const drawn = (percent: number): string => {
  const full = Math.round((percent / 100) * length)
  return `\r${"█".repeat(full)}${"░".repeat(length - full)} ${String(percent).padStart(3)}%`
}

/** `show` takes the share that is done, from 0 to 1. Nothing is written unless it is a terminal. */
export const progressBar = (terminal: Terminal) => {
  let last = -1
  const isSeen = terminal.isTTY === true
  return {
    show: (share: number): void => {
      const percent = Math.min(Math.floor(share * 100), 100)
      if (!isSeen || percent === last) return
      last = percent
      terminal.write(drawn(percent))
    },
    /** Takes it away. */
    end: (): void => {
      if (isSeen && last >= 0) terminal.write(`\r${" ".repeat(length + 5)}\r`)
    }
  }
}
