import type { OperatorCalls, ShopAdministration } from "./generated/operatorFaces.js"

/** The document of a proof, as the merchant sent it: open it with care. */
export interface ProofDocument {
  /** With its extension, without a path. */
  readonly fileName: string
  /** The bytes of the file. */
  readonly content: Buffer
}

/**
 * What the people do who run the gateway, of all shops and without a key. The host decides who may call. Pages are oldest
 * first, of 100 unless `limit` says less or up to 1000.
 */
export interface Operator extends OperatorCalls {
  /** The file as the merchant sent it, to save and not to show: nothing but its first bytes was checked. */
  readonly document: (proof: string) => Promise<ProofDocument>
  /** The shops of the options and of the database. */
  readonly shops: ShopAdministration
}
