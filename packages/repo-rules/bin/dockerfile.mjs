// Reads a Dockerfile of ours: the instructions of its stages, of which each is one line or several that end in a backslash.

const instructionsOf = (text) =>
  text
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line.trim()))
    .filter((found) => found !== null)
    .map(([, name, argument]) => ({ name, argument }))

const list = (text) => (text === undefined ? [] : JSON.parse(text))

const stageOf = (steps) => {
  const last = (name) => steps.findLast((step) => step.name === name)?.argument
  const pairs = steps.filter(({ name }) => name === "ENV" || name === "ARG")
  return {
    steps,
    base: steps[0].argument.split(" ")[0],
    env: Object.fromEntries(pairs.map(({ argument }) => argument.split(/=(.*)/s).slice(0, 2))),
    user: last("USER"),
    ports: last("EXPOSE")?.split(" ") ?? [],
    stopSignal: last("STOPSIGNAL"),
    entrypoint: list(last("ENTRYPOINT")),
    command: list(last("CMD")),
    healthCheck: list(/ CMD (\[.*)$/.exec(last("HEALTHCHECK") ?? "")?.[1])
  }
}

/** The stages of a Dockerfile, in order, each from its `FROM` on. */
export const stagesOf = (text) => {
  const steps = instructionsOf(text)
  const begins = steps.flatMap(({ name }, index) => (name === "FROM" ? [index] : []))
  return begins.map((begin, index) => stageOf(steps.slice(begin, begins[index + 1])))
}
