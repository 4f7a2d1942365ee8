/** Metrics as text. Source: https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md */
import type * as MetricLabel from "effect/MetricLabel"
import type * as MetricPair from "effect/MetricPair"
import * as MetricState from "effect/MetricState"
import type { Measure } from "./catalogue.js"

export const contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

/** The end of the text; what a host adds of its own comes before. */
export const end = "# EOF\n"

/** OpenTelemetry's name as Prometheus spells it: `http.route` is `http_route`. */
const spelled = (name: string): string => name.replaceAll(".", "_")

/** The name of a metric, with its unit: `http_server_request_duration_seconds`. */
export const nameOf = ({ name, unit }: Pick<Measure, "name" | "unit">): string =>
  unit === "s" ? `${spelled(name)}_seconds` : spelled(name)

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" }

const labelled = (
  tags: ReadonlyArray<MetricLabel.MetricLabel>,
  more: ReadonlyArray<readonly [string, string]> = []
) => {
  const own = tags.filter(({ key }) => key !== "unit").map(({ key, value }) => [spelled(key), value] as const)
  const all = [...more, ...own].map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (one) => escapes[one]!)}"`)
  return all.length === 0 ? "" : `{${all.join(",")}}`
}

const number = (value: number): string => (value === Number.POSITIVE_INFINITY ? "+Inf" : String(value))

const samplesOf = (name: string, { metricKey: { tags }, metricState: state }: MetricPair.MetricPair.Untyped) => {
  if (MetricState.isHistogramState(state)) {
    const buckets = state.buckets.map(
      ([most, count]) => `${name}_bucket${labelled(tags, [["le", number(most)]])} ${count}`
    )
    return [...buckets, `${name}_sum${labelled(tags)} ${state.sum}`, `${name}_count${labelled(tags)} ${state.count}`]
  }
  if (MetricState.isCounterState(state)) return [`${name}_total${labelled(tags)} ${state.count}`]
  return MetricState.isGaugeState(state) ? [`${name}${labelled(tags)} ${state.value}`] : []
}

/** The lines of these metrics, without the end: those that were never recorded have no samples. */
export const text = (
  measures: ReadonlyArray<Measure>,
  snapshot: ReadonlyArray<MetricPair.MetricPair.Untyped>
): string =>
  measures
    .flatMap((measure) => {
      const name = nameOf(measure)
      const pairs = snapshot.filter(({ metricKey }) => metricKey.name === measure.name)
      const samples = pairs.flatMap((pair) => samplesOf(name, pair))
      return [`# HELP ${name} ${measure.help}`, `# TYPE ${name} ${measure.kind}`, ...samples]
    })
    .map((line) => `${line}\n`)
    .join("")
