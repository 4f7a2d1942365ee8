/** Calls after which the work that is due now has run, as the live loop would have run it. */

type Settle = () => Promise<unknown>

const settledBy =
  (settle: Settle, call: (...given: ReadonlyArray<unknown>) => unknown) =>
  (...given: ReadonlyArray<unknown>): unknown => {
    const answer = call(...given)
    return answer instanceof Promise ? answer.finally(settle) : answer
  }

/** The same operations, however deep; what is neither an operation nor a record of them stays as it is. */
export const settling = <Operations extends object>(operations: Operations, settle: Settle): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([name, member]) => {
      if (typeof member === "function") return [name, settledBy(settle, member)]
      return [name, typeof member === "object" && member !== null ? settling(member, settle) : member]
    })
  ) as Operations
