/** State diagrams of Mermaid, as the site draws them. */

const transition = /^ *(\S+) --> (\S+?)(?:: (.+))?$/

/** Conditions stand in the table above a diagram. */
const withoutCondition = (label: string): string => label.replace(/ \[.*\]$/, "")

/**
 * A diagram of states with one arrow from a state to another, which has the name of every trigger. Without those from a
 * state to itself: where a machine has forty rows, the arrows of each would hide the diagram.
 */
export const gathered = (source: string): string => {
  const [first = "", ...lines] = source.trim().split("\n")
  if (!first.startsWith("stateDiagram")) return source
  const ways = new Map<string, Set<string>>()
  const others: Array<string> = []
  for (const line of lines) {
    const [, from, to, label] = transition.exec(line) ?? []
    if (from === undefined || to === undefined) others.push(line)
    else if (from !== to) {
      const labels = ways.get(`${from} --> ${to}`) ?? new Set()
      ways.set(`${from} --> ${to}`, label === undefined ? labels : labels.add(withoutCondition(label)))
    }
  }
  const drawn = [...ways].map(([way, labels]) => (labels.size === 0 ? way : `${way}: ${[...labels].join("<br/>")}`))
  return [first, ...others, ...drawn.map((line) => `  ${line}`)].join("\n")
}
