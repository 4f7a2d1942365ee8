// What runs in a container is what the workspace has: `npm run container` builds and starts it.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as Tree from "../src/Tree.js"

interface Stage {
  readonly base: string
  readonly steps: ReadonlyArray<{ readonly name: string; readonly argument: string }>
  readonly env: Readonly<Record<string, string>>
  readonly user?: string
  readonly ports: ReadonlyArray<string>
  readonly stopSignal?: string
  readonly entrypoint: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
  readonly healthCheck: ReadonlyArray<string>
}

const { stagesOf } = (await import("../bin/dockerfile.mjs" as string)) as {
  readonly stagesOf: (text: string) => ReadonlyArray<Stage>
}

const read = (...path: ReadonlyArray<string>) => readFileSync(join(Tree.root, ...path), "utf8")
const folder = join(Tree.root, "container")
const texts = readdirSync(folder).map((name) => ({ name, text: read("container", name) }))

describe("a Dockerfile", () => {
  it("is read in stages, with comments left out and lines joined", () => {
    const [first, second] = stagesOf(
      'FROM one AS build\n# RUN nothing\nRUN a && \\\n    b\nFROM two\nENV A=1=2\nUSER node\nHEALTHCHECK --retries=3 CMD ["x", "y"]\n'
    )
    expect(first?.steps.map(({ name }) => name)).toEqual(["FROM", "RUN"])
    expect(first?.steps[1]?.argument).toBe("a && b")
    expect(second).toMatchObject({ base: "two", env: { A: "1=2" }, user: "node", healthCheck: ["x", "y"] })
  })
})

describe("the image", () => {
  const [build, image] = stagesOf(read("container", "Dockerfile"))

  it("has no toolchain, runs as nobody special, and ends as the server wants to", () => {
    expect(image?.base).toMatch(/^node:22-.*-slim$/)
    expect(build?.base).toBe(image?.base.replace("-slim", ""))
    expect(image?.steps.filter(({ argument, name }) => name === "RUN" && /\b(?:npm|npx|apt)/.test(argument))).toEqual(
      []
    )
    expect(image?.user).toBe("node")
    expect(image?.stopSignal).toBe("SIGTERM")
    expect(image?.env).toMatchObject({ NODE_ENV: "production", FLORIN_SANDBOX: "off" })
  })

  it("starts the command of the package, on the ports that it shows, and asks its health there", () => {
    const { bin } = JSON.parse(read("packages", "florin", "package.json"))
    expect(image?.entrypoint.at(-1)).toBe(join("/app/node_modules/florin", bin.florin))
    expect(image?.command).toEqual(["serve"])
    expect(image?.ports).toEqual([image?.env.PORT, image?.env.FLORIN_METRICS_PORT])
    expect(image?.healthCheck.at(-1)).toContain("/health/ready")
  })

  it("installs the versions of the workspace", () => {
    const { dependencies } = JSON.parse(read("package.json"))
    const installed = build?.steps.flatMap(
      ({ argument }) => argument.match(/(?<= )(?:@[a-z]+\/)?[a-z0-9-]+@\S+/g) ?? []
    )
    expect(installed?.length).toBeGreaterThan(5)
    for (const one of installed ?? []) {
      const [, name = "", version] = /^(.+)@([^@]+)$/.exec(one) ?? []
      expect(`${name} ${version}`).toBe(`${name} ${dependencies[name]}`)
    }
  })
})

describe("the files of other supervisors", () => {
  const settings = [...read("packages", "florin", "src", "cli", "settingsHelp.ts").matchAll(/"(FLORIN_[A-Z_]+)"/g)]

  it("name settings that the server has", () => {
    const known = settings.map(([, name]) => name)
    expect(known.length).toBeGreaterThan(20)
    for (const { name, text } of texts) {
      for (const [setting] of text.matchAll(/\bFLORIN_[A-Z_]+/g)) expect(known, name).toContain(setting)
    }
  })

  it("ask what lives at one route and what is ready at the other", () => {
    const probes = [...read("container", "kubernetes.yaml").matchAll(/(\w+)Probe:\n\s+httpGet: \{ path: (\S+),/g)]
    expect(probes.map(([, probe, path]) => `${probe} ${path}`)).toEqual([
      "readiness /health/ready",
      "liveness /health/live"
    ])
  })

  it("leave the server the nine seconds that it takes", () => {
    const patience = [
      ["compose.yaml", /stop_grace_period: (\d+)s/],
      ["kubernetes.yaml", /terminationGracePeriodSeconds: (\d+)/],
      ["florin.service", /TimeoutStopSec=(\d+)/]
    ] as const
    for (const [name, form] of patience) {
      expect(Number(form.exec(read("container", name))?.[1]), name).toBeGreaterThan(9)
    }
  })
})
