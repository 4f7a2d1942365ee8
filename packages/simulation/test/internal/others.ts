/** A simulation has no pause of its own: without this one nothing else in the process would have its turn for minutes. */
export const others = () => new Promise<void>((resolve) => setImmediate(resolve))
