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

/** What lists are narrowed by. */
export const listFilters = {
  "transactions list": [
    {
      member: "status",
      description: "Only transactions of this status",
      type: ["incomplete", "pending", "successful", "failed", "expired"]
    },
    {
      member: "type",
      description: "Only transactions of this type",
      type: ["authorization", "payment", "tokenization", "capture", "void", "refund", "credit", "payout", "proof"]
    },
    {
      member: "from",
      description: "The first instant at which they may have been created: ISO 8601 with an offset",
      type: "text"
    },
    {
      member: "to",
      description: "The end of that period, not included: ISO 8601 with an offset",
      type: "text"
    },
    {
      member: "uid",
      description: "Only the transaction that has this uid",
      type: "text"
    },
    {
      member: "tracking_id",
      description: "Only those that have this tracking id, or hold it as one of several",
      type: "text"
    },
    {
      member: "reference",
      description: "Only those that an acquirer calls so, exactly",
      type: "text"
    },
    {
      member: "email",
      description: "Only those whose customer has this email address, whatever its case",
      type: "text"
    },
    {
      member: "customer",
      description: "Only those of this customer: the shop's own id, as in customer.external_id",
      type: "text"
    },
    {
      member: "subscription",
      description: "Only charges of this subscription",
      type: "text"
    },
    {
      member: "last4",
      description: "Only those of cards whose numbers end in these four digits",
      type: "text"
    },
    {
      member: "gateway_id",
      description: "Only those that this acquirer or provider has decided, or is to decide",
      type: "integer"
    },
    {
      member: "method",
      description: "Only those paid so: the brand of the card, such as visa, or the payment method of a transfer",
      type: "text"
    },
    {
      member: "code",
      description: "Only those that came to nothing with this code",
      type: [
        "F.0104",
        "F.0105",
        "F.0108",
        "F.0109",
        "F.0111",
        "F.0112",
        "F.0113",
        "F.0114",
        "F.0115",
        "F.0116",
        "F.0117",
        "F.0118",
        "F.0119",
        "F.0120",
        "F.0124",
        "F.0999",
        "F.2006",
        "F.2011",
        "F.4001",
        "F.4002",
        "F.4005",
        "F.4007",
        "F.6001",
        "F.7001",
        "F.0205",
        "F.0207",
        "F.0208"
      ]
    },
    {
      member: "currency",
      description: "Only those in this currency",
      type: "text"
    },
    {
      member: "amount",
      description: "Only those of exactly this amount, in minor units",
      type: "integer"
    },
    {
      member: "min_amount",
      description: "Only those of this amount or more, in minor units",
      type: "integer"
    },
    {
      member: "max_amount",
      description: "Only those of this amount or less, in minor units",
      type: "integer"
    },
    {
      member: "order",
      description: "Which come first: the newest, or the oldest",
      type: ["newest", "oldest"]
    }
  ],
  "webhooks list": [
    {
      member: "status",
      description: "Only notifications of this status",
      type: ["waiting", "delivered", "superseded", "stopped", "exhausted"]
    }
  ]
} as const
