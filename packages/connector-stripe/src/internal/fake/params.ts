/** The form-encoded parameters of a request, with names such as `card[number]` and `expand[0]`. */

export interface Params {
  readonly [name: string]: string | Params | undefined
}

type Draft = { [name: string]: string | Draft }

const empty = (): Draft => Object.create(null) as Draft

const put = (into: Draft, [name = "", ...rest]: ReadonlyArray<string>, value: string): void => {
  if (rest.length === 0) {
    into[name === "" ? String(Object.keys(into).length) : name] = value
    return
  }
  const there = into[name]
  const next = typeof there === "object" ? there : empty()
  into[name] = next
  put(next, rest, value)
}

/** Of a query or a body. */
export const decode = (text: string): Params => {
  const params = empty()
  for (const [name, value] of new URLSearchParams(text)) {
    put(
      params,
      [...name.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => (part === "[]" ? "" : part)),
      value
    )
  }
  return params
}

export const text = (params: Params | undefined, name: string): string | undefined => {
  const value = params?.[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

export const number = (params: Params | undefined, name: string): number | undefined => {
  const value = text(params, name)
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

export const flag = (params: Params | undefined, name: string): boolean => text(params, name) === "true"

export const group = (params: Params | undefined, name: string): Params | undefined => {
  const value = params?.[name]
  return typeof value === "object" ? value : undefined
}

/** The texts of a list or of a record. */
export const texts = (params: Params | undefined, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(group(params, name) ?? {}).flatMap(([key, value]) =>
      typeof value === "string" ? [[key, value]] : []
    )
  )
