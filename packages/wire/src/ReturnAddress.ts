/**
 * The address with these members added to its query. What it has stays as it was written, which the merchant may have
 * signed; only a member of the same name is replaced. Source: D16.
 */
export const withMembers = (address: string, members: Readonly<Record<string, string>>): URL => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(members)) {
    if (url.searchParams.has(name)) url.searchParams.set(name, value)
    else url.search += `${url.search === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`
  }
  return url
}
