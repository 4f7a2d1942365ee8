// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
export const operationCommands = [
  {
    words: "transactions note",
    description: "Get the note on a transaction. With options: note something on a transaction.",
    argument: {
      name: "uid",
      description: "UID of the transaction"
    },
    options: [
      {
        member: "note",
        description: "A text of at most 2,000 characters, without a card number. An empty one removes the note",
        type: "text"
      }
    ],
    examples: [
      "florin transactions note 01a206f1-5731-725a-8e6e-4cf17065e558",
      "florin transactions note 01a206f1-5731-725a-8e6e-4cf17065e558 --note Gift"
    ]
  },
  {
    words: "webhooks show",
    description: "Get a notification.",
    argument: {
      name: "id",
      description: "Id of the notification"
    },
    options: [],
    examples: ["florin webhooks show msg_01a206f1-5731-725a-8e6e-4cf17065e558_2 --shop books"]
  }
] as const
