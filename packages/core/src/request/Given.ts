/** The members that have a value: an absent member stays absent. */
export const given = <Members extends object>(
  members: Members
): { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> } => {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) found[name] = value
  return found as never
}
