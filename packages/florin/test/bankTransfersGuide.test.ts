import { tryGuide } from "./internal/guide.js"

tryGuide({
  about: "the guide to bank transfers",
  file: "docs/guides/bank-transfers.md",
  // `<payment>`, `<refund>` and `<payout>` stand for what was made last.
  learn: (answer) => {
    const { transaction } = answer as { readonly transaction?: { readonly type: string; readonly uid: string } }
    return transaction === undefined ? {} : { [transaction.type]: transaction.uid }
  },
  answers: 10
})
