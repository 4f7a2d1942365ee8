// Builds the image of container/Dockerfile, starts it, asks whether it is healthy, and stops it. Where there is no container
// runtime, the steps of the Dockerfile run one by one in a folder, so that they are tried all the same.
import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { stagesOf } from "./dockerfile.js"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const place = mkdtempSync(join(tmpdir(), "florin-container-"))
process.on("exit", () => rmSync(place, { recursive: true, force: true }))

/** Runs a command to its end. Ends the process where it fails. */
const run = (command, args, options = {}) => {
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8", ...options })
  if (status === 0) return
  console.error([stdout, stderr, error?.message].filter(Boolean).join("\n").trim())
  console.error(`It stopped at: ${[command, ...args].join(" ")}`)
  process.exit(1)
}

/** Tries until it succeeds, for a minute. */
const eventually = async (what, attempt) => {
  for (let left = 120; left > 0; left--) {
    if (await attempt()) return
    await pause(500)
  }
  console.error(`It never was ${what}.`)
  process.exit(1)
}

const inContainer = async () => {
  const docker = (...args) => run("docker", args)
  const ask = (...args) => spawnSync("docker", args, { encoding: "utf8" }).stdout.trim()
  docker("build", "--file", "container/Dockerfile", "--build-arg", "SANDBOX=yes", "--tag", "florin-tried", ".")
  const name = `florin-tried-${process.pid}`
  docker("run", "--detach", "--name", name, "--env", "FLORIN_SANDBOX=on", "florin-tried")
  try {
    await eventually("healthy", () => ask("inspect", "--format", "{{.State.Health.Status}}", name) === "healthy")
    docker("stop", "--time", "15", name)
    const status = ask("inspect", "--format", "{{.State.ExitCode}}", name)
    if (status !== "0") process.exitCode = 1
    console.log(`The image was built, was healthy, and stopped with ${status}.`)
  } finally {
    docker("rm", "--force", "--volumes", name)
  }
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(String(port)))
    })
  })

/** A path of the image, in our folder; the sources are where they are. */
const ours = (text) =>
  text.replaceAll(/(?<![\w.])\/(app|tarballs|data)\b/g, (_, name) => join(place, name)).replaceAll(/^\/src$/g, root)

const inFolder = async () => {
  const [build, image] = stagesOf(readFileSync(join(root, "container", "Dockerfile"), "utf8"))
  const env = { ...process.env, ...build.env, SANDBOX: "yes" }
  let cwd = root
  for (const { argument, name } of build.steps) {
    if (name === "WORKDIR") {
      cwd = ours(argument)
      mkdirSync(cwd, { recursive: true })
    }
    if (name === "RUN") run("sh", ["-c", ours(argument)], { cwd, env })
  }
  const data = join(place, "data")
  mkdirSync(data)
  const own = Object.fromEntries(Object.entries(image.env).map(([name, value]) => [name, ours(value)]))
  const [PORT, FLORIN_METRICS_PORT] = [await freePort(), await freePort()]
  const served = { ...process.env, ...own, PORT, FLORIN_METRICS_PORT, HOST: "127.0.0.1", FLORIN_SANDBOX: "on" }
  const [program, ...words] = [...image.entrypoint, ...image.command].map(ours)
  const server = spawn(program, words, { cwd: data, env: served, stdio: ["ignore", "ignore", "pipe"] })
  const ended = new Promise((resolve) => server.once("exit", (code, signal) => resolve(code ?? signal)))
  const [asking, ...question] = image.healthCheck
  await eventually("healthy", () => spawnSync(asking, question, { cwd: data, env: served }).status === 0)
  server.kill(image.stopSignal)
  const status = await ended
  if (status !== 0) process.exitCode = 1
  console.log(`The steps of the Dockerfile ran; the server was healthy and stopped with ${status}.`)
}

const hasRuntime = spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0
await (hasRuntime ? inContainer() : inFolder())
