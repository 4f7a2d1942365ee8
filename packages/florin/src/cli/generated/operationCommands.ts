// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
export const operationCommands = [
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
