// One address and nothing that a header or an SMTP command could end with: no space, control, comma or bracket.
const address =
  /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/u

export const isAddress = (text: string): boolean => text.length <= 254 && address.test(text)

export const domainOf = (text: string): string => text.slice(text.lastIndexOf("@") + 1)
