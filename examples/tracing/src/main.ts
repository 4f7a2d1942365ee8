// One authorization as one trace, from HTTP to the webhook that tells of it, printed as a tree.
import { trace } from "@opentelemetry/api"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { authorizeOnce } from "./journey.js"
import { linesOf, traceOf } from "./tree.js"

// In a host: the SDK that it has, such as `NodeSDK` with an exporter over OTLP.
const memory = new InMemorySpanExporter()
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] }))

await authorizeOnce(`sqlite:${process.env.DATABASE ?? "tracing.db"}`)
console.log(linesOf(traceOf(memory.getFinishedSpans(), "POST /transactions/authorizations")).join("\n"))
