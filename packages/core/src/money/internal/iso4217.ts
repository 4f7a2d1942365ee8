/**
 * ISO 4217, list one ("current currency and funds"), as its maintenance agency SIX published it.
 *
 * Omits the codes without a minor unit (metals, bond market units, `XDR`, `XSU`, `XUA`, `XTS`, `XXX`): amounts count
 * minor units, so nothing can be paid in them.
 */
export const publishedAt = "2026-09-17"

const codesByExponent: ReadonlyArray<readonly [exponent: number, codes: string]> = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
     CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
     HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
     MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
     SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED
     VES WST XAD XCD XCG YER ZAR ZMW ZWG`
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"]
]

export const exponents: ReadonlyMap<string, number> = new Map(
  codesByExponent.flatMap(([exponent, codes]) => codes.split(/\s+/).map((code) => [code, exponent] as const))
)
