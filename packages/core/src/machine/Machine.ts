/** State machines as data: one table is the running rule, the types, the documentation and the tests. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/**
 * When a row applies. `text` is what the documentation shows; `holds` is what runs. No effects: the facts carry the
 * instant.
 */
export interface Condition<in Facts> {
  readonly text: string
  readonly holds: (facts: Facts) => boolean
}

/** One line of a transition table. */
export interface Row<State extends string, Trigger extends string, Facts, SideEffect extends string> {
  readonly state: State
  readonly trigger: Trigger
  readonly condition: Condition<Facts>
  readonly next: State
  /** What must be committed together with the new state. */
  readonly effects: ReadonlyArray<SideEffect>
}

/** A machine: a name and its table. */
export interface Machine<State extends string, Trigger extends string, Facts, SideEffect extends string> {
  readonly name: string
  readonly rows: ReadonlyArray<Row<State, Trigger, Facts, SideEffect>>
}

/** The trigger is not allowed in this state. Nothing was changed. */
export class Refused extends Schema.TaggedError<Refused>("@florin/core/Refused")("Refused", {
  machine: Schema.String,
  state: Schema.String,
  trigger: Schema.String
}) {
  override get message(): string {
    return `${this.machine}: ${this.trigger} is not allowed when ${this.state}`
  }
}

/** A condition with the words that the documentation shows. */
export const when = <Facts>(text: string, holds: (facts: Facts) => boolean): Condition<Facts> => ({ text, holds })

/** The condition that always holds. */
export const always: Condition<unknown> = when("", () => true)

/** A machine from its table. */
export const make =
  <State extends string, Trigger extends string, Facts, SideEffect extends string = never>(name: string) =>
  (
    table: (
      row: (
        state: State,
        trigger: Trigger,
        condition: Condition<Facts>,
        next: State,
        ...effects: ReadonlyArray<SideEffect>
      ) => Row<State, Trigger, Facts, SideEffect>
    ) => ReadonlyArray<Row<State, Trigger, Facts, SideEffect>>
  ): Machine<State, Trigger, Facts, SideEffect> => ({
    name,
    rows: table((state, trigger, condition, next, ...effects) => ({ state, trigger, condition, next, effects }))
  })

/** The row that applies, or a typed refusal. Total: it never throws. */
export const decide = <State extends string, Trigger extends string, Facts, SideEffect extends string>(
  machine: Machine<State, Trigger, Facts, SideEffect>,
  state: State,
  trigger: Trigger,
  facts: Facts
): Either.Either<Row<State, Trigger, Facts, SideEffect>, Refused> => {
  const row = machine.rows.find((row) => row.state === state && row.trigger === trigger && row.condition.holds(facts))
  return row === undefined ? Either.left(new Refused({ machine: machine.name, state, trigger })) : Either.right(row)
}

const distinct = <A>(values: Iterable<A>): ReadonlyArray<A> => Array.from(new Set(values))

/** Every state that the table names, in the table's order. */
export const states = <State extends string>(machine: Machine<State, string, never, string>): ReadonlyArray<State> =>
  distinct(machine.rows.flatMap((row) => [row.state, row.next]))

/** Every trigger that the table names, in the table's order. */
export const triggers = <Trigger extends string>(
  machine: Machine<string, Trigger, never, string>
): ReadonlyArray<Trigger> => distinct(machine.rows.map((row) => row.trigger))

/** The states that no row leaves. */
export const finals = <State extends string>(machine: Machine<State, string, never, string>): ReadonlyArray<State> =>
  states(machine).filter((state) => machine.rows.every((row) => row.state !== state))

/** The table as a Markdown page with its Mermaid diagram. */
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

/** The table as a Mermaid state diagram. */
export const toMermaid = (machine: Machine<string, string, never, string>): string =>
  [
    "stateDiagram-v2",
    ...machine.rows.map((row) => {
      const condition = row.condition.text === "" ? "" : ` [${row.condition.text}]`
      return `  ${row.state === "none" ? "[*]" : row.state} --> ${row.next}: ${row.trigger}${condition}`
    }),
    ...finals(machine).map((state) => `  ${state} --> [*]`)
  ].join("\n")
