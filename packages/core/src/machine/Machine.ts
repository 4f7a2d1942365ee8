/** State machines as data: one table drives the code, the types, the documentation and the tests. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/**
 * When a row applies. `text` is for the documentation; `holds` is evaluated. Pure: the facts carry the current time.
 */
export interface Condition<in Facts> {
  readonly text: string
  readonly holds: (facts: Facts) => boolean
}

export interface Row<State extends string, Trigger extends string, Facts, SideEffect extends string> {
  readonly state: State
  readonly trigger: Trigger
  readonly condition: Condition<Facts>
  readonly next: State
  /** The effects to commit together with the new state. */
  readonly effects: ReadonlyArray<SideEffect>
}

export interface Machine<State extends string, Trigger extends string, Facts, SideEffect extends string> {
  readonly name: string
  readonly rows: ReadonlyArray<Row<State, Trigger, Facts, SideEffect>>
  rowsFor(state: State, trigger: Trigger): ReadonlyArray<Row<State, Trigger, Facts, SideEffect>>
}

/** The trigger is not allowed in this state; nothing changed. */
export class Refused extends Schema.TaggedError<Refused>("@florin/core/Refused")("Refused", {
  machine: Schema.String,
  state: Schema.String,
  trigger: Schema.String
}) {
  override get message(): string {
    return `${this.machine}: ${this.trigger} is not allowed when ${this.state}`
  }
}

/** A condition with its text for the documentation. */
export const when = <Facts>(text: string, holds: (facts: Facts) => boolean): Condition<Facts> => ({ text, holds })

/** The condition that always holds. */
export const always: Condition<unknown> = when("", () => true)

export type MakeRow<State extends string, Trigger extends string, Facts, SideEffect extends string> = (
  state: State,
  trigger: Trigger,
  condition: Condition<Facts>,
  next: State,
  ...effects: ReadonlyArray<SideEffect>
) => Row<State, Trigger, Facts, SideEffect>

/** A machine from its table. */
export const make =
  <State extends string, Trigger extends string, Facts, SideEffect extends string = never>(name: string) =>
  (
    table: (row: MakeRow<State, Trigger, Facts, SideEffect>) => ReadonlyArray<Row<State, Trigger, Facts, SideEffect>>
  ): Machine<State, Trigger, Facts, SideEffect> => {
    const rows = table((state, trigger, condition, next, ...effects) => ({ state, trigger, condition, next, effects }))
    // Two maps: a key of both would be put together at every look.
    const index = new Map<State, Map<Trigger, Array<(typeof rows)[number]>>>()
    for (const row of rows) {
      const ofState = index.get(row.state) ?? new Map<Trigger, Array<(typeof rows)[number]>>()
      index.set(row.state, ofState.set(row.trigger, [...(ofState.get(row.trigger) ?? []), row]))
    }
    return { name, rows, rowsFor: (state, trigger) => index.get(state)?.get(trigger) ?? [] }
  }

/** The row that applies, or a typed refusal. Never throws. */
export const decide = <State extends string, Trigger extends string, Facts, SideEffect extends string>(
  machine: Machine<State, Trigger, Facts, SideEffect>,
  state: State,
  trigger: Trigger,
  facts: Facts
): Either.Either<Row<State, Trigger, Facts, SideEffect>, Refused> => {
  const row = machine.rowsFor(state, trigger).find(({ condition }) => condition.holds(facts))
  return row === undefined ? Either.left(new Refused({ machine: machine.name, state, trigger })) : Either.right(row)
}

const distinct = <A>(values: Iterable<A>): ReadonlyArray<A> => Array.from(new Set(values))

/** Every state in the table, in the table's order. */
export const states = <State extends string>(machine: Machine<State, string, never, string>): ReadonlyArray<State> =>
  distinct(machine.rows.flatMap((row) => [row.state, row.next]))

/** Every trigger in the table, in the table's order. */
export const triggers = <Trigger extends string>(
  machine: Machine<string, Trigger, never, string>
): ReadonlyArray<Trigger> => distinct(machine.rows.map((row) => row.trigger))

/** The states that no row leaves. */
export const finals = <State extends string>(machine: Machine<State, string, never, string>): ReadonlyArray<State> =>
  states(machine).filter((state) => machine.rows.every((row) => row.state !== state))

/** Renders the table as a Markdown page with a Mermaid diagram. */
export const toMarkdown = (machine: Machine<string, string, never, string>): string =>
  [
    `# ${machine.name}`,
    "",
    "| State | Trigger | Condition | Next state | Other effects |",
    "| --- | --- | --- | --- | --- |",
    ...machine.rows.map(
      (row) => `| ${row.state} | ${row.trigger} | ${row.condition.text} | ${row.next} | ${row.effects.join(", ")} |`
    ),
    "",
    "```mermaid",
    toMermaid(machine),
    "```",
    ""
  ].join("\n")

/** Renders the table as a Mermaid state diagram. */
export const toMermaid = (machine: Machine<string, string, never, string>): string =>
  [
    "stateDiagram-v2",
    ...machine.rows.map((row) => {
      const condition = row.condition.text === "" ? "" : ` [${row.condition.text}]`
      return `  ${row.state === "none" ? "[*]" : row.state} --> ${row.next}: ${row.trigger}${condition}`
    }),
    ...finals(machine).map((state) => `  ${state} --> [*]`)
  ].join("\n")
