/** The proof of a payment that failed: in process with the bytes of the file. */
export interface ProofRequest {
  /** Amount of the proof in minor units, without coins: a multiple of 100. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency: RUB. */
  readonly currency: string
  /** Document that proves the payment, each piece of evidence on a page of its own. */
  readonly document: ProofFile
  /** Accepts another proof within 30 seconds. Default: `false`. */
  readonly skipDuplicateCheck?: boolean
}

/** A PDF of at most 5 MiB. */
export interface ProofFile {
  /** With its extension, without a path. */
  readonly fileName: string
  /** The bytes of the file. */
  readonly content: Uint8Array
}
