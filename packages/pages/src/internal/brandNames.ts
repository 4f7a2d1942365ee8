/** The brands as they call themselves. */
export const brandNames: Readonly<Record<string, string>> = {
  visa: "Visa",
  master: "Mastercard",
  maestro: "Maestro",
  amex: "American Express",
  mir: "Mir",
  unionpay: "UnionPay",
  jcb: "JCB",
  discover: "Discover",
  diners: "Diners Club",
  belkart: "Belkart"
}
