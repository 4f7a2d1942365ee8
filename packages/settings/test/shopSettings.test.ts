import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

const shop = (changes: object) => [{ id: "one", secret_key: "0123456789abcdef", ...changes }]
const verdict = (changes: object) =>
  Either.match(ShopSettings.fromJson(shop(changes)), { onLeft: (sentence) => sentence, onRight: () => "accepted" })

const webhookSecret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`

describe("the settings of a shop", () => {
  const id = "shops[0].id must be 1 to 64 letters, digits, _ or -"
  const secretKey = "shops[0].secret_key must be at least 16 characters"
  const holdDays = "shops[0].hold_days must be between 1 and 365"
  const graceDays = "shops[0].grace_days must be between 0 and 365"
  const webhook = "shops[0].webhook_secret must be whsec_ and base64 of 24 to 64 bytes"

  // Source: D2, D10, D33.
  it.each([
    { name: "an id of 1", changes: { id: "a" }, expected: "accepted" },
    { name: "an id of 64", changes: { id: "a".repeat(64) }, expected: "accepted" },
    { name: "an id of 65", changes: { id: "a".repeat(65) }, expected: id },
    { name: "an id with a colon", changes: { id: "a:b" }, expected: id },
    { name: "a secret of 15", changes: { secret_key: "s".repeat(15) }, expected: secretKey },
    { name: "a secret of 16", changes: { secret_key: "s".repeat(16) }, expected: "accepted" },
    { name: "0 days", changes: { hold_days: 0 }, expected: holdDays },
    { name: "1 day", changes: { hold_days: 1 }, expected: "accepted" },
    { name: "365 days", changes: { hold_days: 365 }, expected: "accepted" },
    { name: "366 days", changes: { hold_days: 366 }, expected: holdDays },
    { name: "no day of grace", changes: { grace_days: 0 }, expected: "accepted" },
    { name: "365 days of grace", changes: { grace_days: 365 }, expected: "accepted" },
    { name: "366 days of grace", changes: { grace_days: 366 }, expected: graceDays },
    { name: "a day of grace less than none", changes: { grace_days: -1 }, expected: graceDays },
    { name: "a webhook secret of 23 bytes", changes: { webhook_secret: webhookSecret(23) }, expected: webhook },
    { name: "a webhook secret of 24 bytes", changes: { webhook_secret: webhookSecret(24) }, expected: "accepted" },
    { name: "a webhook secret of 64 bytes", changes: { webhook_secret: webhookSecret(64) }, expected: "accepted" },
    { name: "a webhook secret of 65 bytes", changes: { webhook_secret: webhookSecret(65) }, expected: webhook },
    { name: "a webhook secret of 67 bytes", changes: { webhook_secret: webhookSecret(67) }, expected: webhook }
  ])("with $name: $expected", ({ changes, expected }) => {
    assert.strictEqual(verdict(changes), expected)
  })

  it.each([
    { changes: {}, days: 7 },
    { changes: { hold_days: 365 }, days: 365 }
  ])("D10: hold for $days days with $changes", ({ changes, days }) => {
    const [settings] = Either.getOrThrow(ShopSettings.fromJson(shop(changes)))
    assert(settings !== undefined)
    assert.strictEqual(Duration.toDays(ShopSettings.toShop(settings).holdPeriod), days)
  })

  const known =
    "a shop has id, secret_key, former_secret_key, name, site, three_d_secure, allow_skip_three_d_secure, allow_force_three_d_secure, " +
    "strict_contracts, forget_guest_cards, grace_days, time_zone, hold_days, mail_yearly_days, mail_trial_days, mail_card_days, " +
    "mail_failed_charges, mail_ended_subscriptions, mail_refunds, mail_tests, decline_retry_days, error_retry_hours, notification_url, notification_basic, webhook_secret, notification_private_key, allow_public_key"
  const first = { id: "one", secret_key: "0123456789abcdef" }
  it.each([
    { name: "an object", document: { shops: [] }, expected: 'must be a list of shops: [{"id": …, "secret_key": …}]' },
    { name: "a null", document: null, expected: 'must be a list of shops: [{"id": …, "secret_key": …}]' },
    { name: "a number in it", document: [first, 4111111111111111], expected: "shops[1] must be an object" },
    { name: "a list in it", document: [[]], expected: "shops[0] must be an object" },
    { name: "no id", document: [{}], expected: "shops[0].id can't be blank" },
    { name: "no secret", document: [{ id: "one" }], expected: "shops[0].secret_key can't be blank" },
    {
      name: "a misspelled member",
      document: [first, { ...first, id: "two", notification_ulr: "4111111111111111" }],
      expected: "shops[1].notification_ulr is unknown; did you mean notification_url?"
    },
    {
      name: "a member in camel case",
      document: [{ ...first, holdDays: 3 }],
      expected: "shops[0].holdDays is unknown; did you mean hold_days?"
    },
    { name: "a strange member", document: [{ ...first, colour: 1 }], expected: `shops[0].colour is unknown; ${known}` },
    {
      name: "a member of all objects",
      document: [{ ...first, toString: 1 }],
      expected: `shops[0].toString is unknown; ${known}`
    },
    {
      name: "a number as a member's name",
      document: [{ ...first, "4111111111111111": 1 }],
      expected: "shops[0] has a member that no shop has"
    },
    { name: "a number as a name", document: [{ ...first, name: 5 }], expected: "shops[0].name must be a string" },
    { name: "null as a name", document: [{ ...first, name: null }], expected: "shops[0].name must be a string" },
    {
      name: "days in a text",
      document: [{ ...first, hold_days: "7" }],
      expected: "shops[0].hold_days must be a number"
    },
    {
      name: "29 days of notice",
      document: [{ ...first, mail_yearly_days: 29 }],
      expected: "shops[0].mail_yearly_days must be between 0 and 28"
    },
    {
      name: "28 days of notice",
      document: [{ ...first, mail_card_days: 28, mail_trial_days: 0 }],
      expected: "accepted"
    },
    ...[
      ["1", "accepted"],
      ["1, 3,5 ,30", "accepted"],
      [Array.from({ length: 15 }, () => 2).join(), "accepted"],
      ...[
        "",
        "0",
        "31",
        "1;3",
        "1,,3",
        "-1",
        "1.5",
        "4111111111111111",
        Array.from({ length: 16 }, () => 2).join()
      ].map((list) => [
        list,
        "shops[0].decline_retry_days must be 1 to 15 numbers between 1 and 30, with commas between them"
      ])
    ].map(([list, expected], index) => ({
      name: `the times of retries of row ${index}`,
      document: [{ ...first, decline_retry_days: list }],
      expected
    })),
    {
      name: "73 hours between retries",
      document: [{ ...first, error_retry_hours: "72, 73" }],
      expected: "shops[0].error_retry_hours must be 1 to 15 numbers between 1 and 72, with commas between them"
    },
    {
      name: "yes for true",
      document: [{ ...first, three_d_secure: "yes" }],
      expected: "shops[0].three_d_secure must be true or false"
    },
    { name: "one id twice", document: [first, first], expected: "shops[1].id is the id of another shop of the list" },
    { name: "no shop", document: [], expected: "accepted" }
  ])("a file with $name: $expected", ({ document, expected }) => {
    const verdict = Either.match(ShopSettings.fromJson(document), { onLeft: (it) => it, onRight: () => "accepted" })
    assert.strictEqual(verdict, expected)
  })
})
