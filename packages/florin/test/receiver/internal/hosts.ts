// Hosts that receive webhooks, right and wrong, and count what they do.
import type { ReceiverUnderTest } from "@florin/testing/webhooks/ReceiverSuite"
import {
  isNewer,
  type Message,
  type ReceiverOptions,
  receiver,
  type Seen,
  seenInMemory,
  verify,
  type WebhookEvent,
  type WebhookEventBase,
  WebhookRefused
} from "florin/receiver"
import { secret } from "./signing.js"

/** What a host counts, and how it fails on demand. */
const counting = () => {
  const counts = new Map<string, number>()
  let fails = false
  return {
    effects: (uid: string) => counts.get(uid) ?? 0,
    failNext: () => {
      fails = true
    },
    act: async ({ subject }: WebhookEventBase) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (fails) {
        fails = false
        throw new Error("the database is away")
      }
      counts.set(subject, (counts.get(subject) ?? 0) + 1)
    }
  }
}

type Act = (event: WebhookEventBase) => Promise<void>
type Answer = (request: Request) => Promise<Response>

/** A host whose handler is made over what it does about an event. */
export const hostOf = (make: (act: Act) => Answer): ReceiverUnderTest => {
  const { act, ...host } = counting()
  return { ...host, secret, handler: make(act) }
}

const withOptions = (changes: (act: Act) => Partial<ReceiverOptions<void>>) => () =>
  hostOf((act) => receiver({ secrets: secret, seen: seenInMemory(), handle: act, ...changes(act) }))

export const rightHost = withOptions(() => ({}))

/** A host that acts on successes alone. */
export const successHost = withOptions((act) => ({
  handle: async (event: WebhookEvent) => {
    if (event.type === "card" && event.transaction.status === "successful") await act(event)
  }
}))

const withSeen = (make: () => Seen["claim"]) => withOptions(() => ({ seen: { claim: make() } }))

/** Changes what comes in or what goes out. */
const around = (change: (answer: Answer, request: Request) => Promise<Response>) => () =>
  hostOf((act) => {
    const answer = receiver({ secrets: secret, seen: seenInMemory(), handle: act })
    return (request) => change(answer, request)
  })

/** Verifies by itself, and acts on what it takes. */
const verifying = (take: (message: Message, request: Request) => Promise<WebhookEvent>) => () =>
  hostOf((act) => {
    const seen = seenInMemory()
    return async (request) => {
      try {
        const event = await take({ headers: request.headers, body: await request.text() }, request)
        await seen.claim(event, () => act(event))
        return new Response(null, { status: 204 })
      } catch (error) {
        if (error instanceof WebhookRefused) return new Response(null, { status: 400 })
        throw error
      }
    }
  })

const unverified = ({ body, headers }: Message): WebhookEvent => {
  const header = (name: string) => (headers as Headers).get(name) ?? ""
  const document = JSON.parse(String(body)) as { readonly transaction?: { readonly uid: string } }
  const subject = document.transaction?.uid ?? "none"
  return {
    id: header("webhook-id"),
    sequence: Number(header("florin-sequence")),
    subject,
    type: "unknown",
    document: {}
  }
}

const withHeader = (request: Request, name: string, change: (value: string) => string): Request => {
  const changed = new Request(request)
  changed.headers.set(name, change(request.headers.get(name) ?? ""))
  return changed
}

const refusing = (isWrong: (event: WebhookEvent) => boolean) =>
  verifying(async (message) => {
    const event = await verify(secret, message)
    if (isWrong(event)) throw new WebhookRefused("unreadable")
    return event
  })

const members = (event: WebhookEvent): ReadonlyArray<string> =>
  "transaction" in event ? Object.keys(event.transaction) : []

const isOld = (event: WebhookEvent): boolean =>
  event.type === "card" && Date.parse(event.transaction.createdAt ?? "") < Date.now() - 86_400_000

const once = "acts once on an event, and acknowledges it"
const five = "acts once on an event that comes five times, signed anew each time, and acknowledges each"
const atOnce = "acts once on an event that comes ten times at once"
const newer = "acts on a newer state of a transaction"
const older = "acknowledges an older state that comes after a newer one, and does not act on it"
const outranked = "does not let a message that is repeated with a higher Florin-Sequence outrank what follows"
const numbers = "counts sequences, and does not compare them as texts"
const apart = "keeps the orders of two transactions apart"
const again = "answers 5xx when it fails itself, and acts once when the event comes again"
const overtaken = "does not act on what it failed at once a newer state has come"
const forged = (what: string) => `refuses a message ${what}, and does not act`
const taken = (what: string) => `acts on a message ${what}`
const stale = forged("that was signed six minutes ago")
const early = forged("that was signed six minutes ahead")

/** Hosts that each break one promise, and the checks that notice it. */
export const saboteurs: ReadonlyArray<{
  readonly name: string
  readonly open: () => ReceiverUnderTest
  readonly noticed: ReadonlyArray<string>
}> = [
  {
    name: "does nothing",
    open: () => hostOf(() => async () => new Response(null, { status: 204 })),
    noticed: [once, five, atOnce, newer, older, outranked, numbers, apart]
  },
  {
    name: "acts on whatever comes",
    open: withSeen(() => (_, work) => work()),
    noticed: [five, atOnce, older, outranked, again, overtaken]
  },
  {
    name: "knows ids, and no order",
    open: withSeen(() => {
      const ids = new Set<string>()
      return async ({ id }, work) => {
        if (!ids.has(id)) await work()
        ids.add(id)
      }
    }),
    noticed: [atOnce, older, overtaken]
  },
  {
    name: "looks first, acts, and remembers at last",
    open: withSeen(() => {
      const last = new Map<string, WebhookEventBase>()
      return async (reported, work) => {
        if (!isNewer(reported, last.get(reported.subject))) return
        await work()
        last.set(reported.subject, reported)
      }
    }),
    noticed: [atOnce]
  },
  {
    name: "remembers before it acts",
    open: withSeen(() => {
      const last = new Map<string, WebhookEventBase>()
      return async (reported, work) => {
        if (!isNewer(reported, last.get(reported.subject))) return
        last.set(reported.subject, reported)
        await work()
      }
    }),
    noticed: [again]
  },
  {
    name: "knows transactions, and no states",
    open: withSeen(() => {
      const { claim } = seenInMemory()
      return (reported, work) => claim({ ...reported, id: "", sequence: 0 }, work)
    }),
    noticed: [newer, outranked, numbers]
  },
  {
    name: "compares sequences as texts",
    open: withSeen(() => {
      const last = new Map<string, string>()
      return async ({ sequence, subject }, work) => {
        if (String(sequence) <= (last.get(subject) ?? "")) return
        await work()
        last.set(subject, String(sequence))
      }
    }),
    noticed: [numbers]
  },
  {
    name: "takes the sequence of the header, which is not signed",
    open: verifying(async (message, request) => ({
      ...(await verify(secret, message)),
      sequence: Number(request.headers.get("florin-sequence"))
    })),
    noticed: [outranked]
  },
  {
    name: "has one order for all transactions",
    open: withSeen(() => {
      const { claim } = seenInMemory()
      return (reported, work) => claim({ ...reported, subject: "all" }, work)
    }),
    noticed: [apart]
  },
  {
    name: "answers 409 to what it knows",
    open: around(async (answer, request) => {
      const id = request.headers.get("webhook-id") ?? ""
      const isKnown = known.has(id)
      const response = await answer(request)
      known.add(id)
      return isKnown ? new Response(null, { status: 409 }) : response
    }),
    noticed: [five, again]
  },
  {
    name: "answers before it has acted",
    open: around(async (answer, request) => {
      void answer(request).catch(() => undefined)
      return new Response(null, { status: 202 })
    }),
    noticed: [again, stale, early, forged("without a signature"), "refuses a signed text that is no JSON"]
  },
  {
    name: "verifies nothing",
    open: verifying(async (message) => unverified(message)),
    noticed: [
      ...[stale, early, forged("without a signature"), forged("with an empty signature")],
      ...[forged("that another secret has signed"), forged("whose body was changed"), forged("whose id was changed")],
      ...[forged("whose sequence was changed in its id"), forged("whose time was changed"), outranked]
    ]
  },
  {
    name: "remembers before it verifies",
    open: around(async (answer, request) => {
      const id = request.headers.get("webhook-id") ?? ""
      if (known.has(id)) return new Response(null, { status: 204 })
      known.add(id)
      return answer(request)
    }),
    noticed: ["acts on an event of which a forgery was refused before", again]
  },
  {
    name: "has no clock",
    open: withOptions(() => ({ tolerance: Number.POSITIVE_INFINITY })),
    noticed: [stale, early]
  },
  {
    name: "takes the future for the present",
    open: verifying((message, request) => {
      const at = Number(request.headers.get("webhook-timestamp")) * 1000
      return verify(secret, message, { now: () => Math.max(at, Date.now()) })
    }),
    noticed: [early]
  },
  {
    name: "is in a hurry",
    open: withOptions(() => ({ tolerance: 60 })),
    noticed: [taken("that was signed four minutes ago"), taken("that was signed four minutes ahead")]
  },
  {
    name: "looks at the first signature alone",
    open: around((answer, request) =>
      answer(withHeader(request, "webhook-signature", (all) => all.split(" ")[0] ?? ""))
    ),
    noticed: [taken("whose second signature fits, of two")]
  },
  {
    name: "looks at the last signature alone",
    open: around((answer, request) =>
      answer(withHeader(request, "webhook-signature", (all) => all.split(" ").at(-1) ?? ""))
    ),
    noticed: [taken("whose first signature fits, of two")]
  },
  {
    name: "fails at what it cannot read",
    open: verifying((message) =>
      verify(secret, message).catch((error: WebhookRefused) => {
        throw error.code === "unreadable" ? new Error("no JSON") : error
      })
    ),
    noticed: ["refuses a signed text that is no JSON"]
  },
  {
    name: "allows no members but those it knows",
    open: refusing((event) => members(event).includes("memberOfLater")),
    noticed: ["acts on an event with members that it does not know"]
  },
  {
    name: "refuses events that it does not know",
    open: refusing(({ type }) => type === "unknown"),
    noticed: ["acknowledges an event that it does not know"]
  },
  {
    name: "takes a late event for a replay",
    open: refusing(isOld),
    noticed: ["acts on an event that was three days on its way"]
  }
]

/** Ids are never used twice, so hosts may share it. */
const known = new Set<string>()
