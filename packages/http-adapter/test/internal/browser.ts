// A real Chromium for the tests of pages: the machine's own, or else one that is installed once.
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, join } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"

/** The shell without windows takes half the time of the others. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"]

/** With everything that the shell leaves out, such as the filling of forms. */
const wholes = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]

const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"
]

const installed = (names: ReadonlyArray<string>): string | undefined => {
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...elsewhere, chromium.executablePath()].find((path) => existsSync(path))
}

const run = (command: string, ...args: ReadonlyArray<string>): void =>
  void execFileSync(command, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  })

const debian = (name: string) => () => {
  run("apt-get", "update")
  run("apt-get", "install", "--yes", "--no-install-recommends", name)
}

/** How to come by one, the first way that works: Debian's packages as root, or Playwright's own build. */
const wholeWays: ReadonlyArray<() => void> = [
  debian("chromium"),
  () => {
    const home = join(createRequire(import.meta.url).resolve("playwright-core/package.json"), "..")
    run(process.execPath, join(home, "cli.js"), "install", "chromium")
  }
]

const ways = [debian("chromium-headless-shell"), ...wholeWays]

const found = (names: ReadonlyArray<string>, ways: ReadonlyArray<() => void>): string => {
  const failures: Array<unknown> = []
  for (const way of [() => undefined, ...ways]) {
    try {
      way()
    } catch (error) {
      failures.push(error)
    }
    const path = installed(names)
    if (path !== undefined) return path
  }
  throw new AggregateError(failures, "The tests of pages need Chromium, and it could not be installed: install it")
}

/**
 * Without the sandbox, which needs rights that containers lack, without its own requests to the network, and without a
 * process for every site: each takes longer to start than a page takes to show.
 */
const args = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  ...["--disable-site-isolation-trials", "--renderer-process-limit=1"]
]

/** Starts a browser. The caller closes it. */
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: found([...shells, ...wholes], ways), args })

/** Starts a whole browser, without a window. The caller closes it. */
export const launchWhole = (): Promise<Browser> =>
  chromium.launch({ executablePath: found(wholes, wholeWays), args: [...args, "--headless=new"] })

/**
 * Waits until a page of that site is shown, whole: a browser that leaves it before that may keep no place to go back to.
 * The navigation may have been broken off: a second press begins another.
 */
export const arrivesAt = async (page: Page, site: string): Promise<void> => {
  while (!page.url().startsWith(`${site}/`)) await page.waitForTimeout(20)
  await page.waitForLoadState()
}
