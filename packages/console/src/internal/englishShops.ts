/** The texts about shops: which there are, how one is made, given a new secret, shut. */
export const shops = {
  shops: {
    title: "Shops",
    text: "Shops in which you have a role of your own, and those among the newest 100 transactions of the last 24 hours.",
    textOfAll: "All shops: those of the gateway's file or options, and those of the database, which are kept here.",
    empty: { title: "No shop has charged anything today", text: "Search by a shop's id to see older payments." },
    none: {
      title: "No shop is kept here",
      text: "Make the first one below: it can charge at once. Shops that the gateway's own program keeps are not listed here."
    },
    columns: { id: "Id", name: "Name", from: "Kept in", state: "State", made: "Made", what: "Screens" },
    from: { database: "database", settings: "file or options" },
    open: "Open",
    disabled: "Disabled",
    site: "Site",
    notificationUrl: "Webhooks go to",
    publicKey: "Public key of its webhooks",
    oldSecret: "Old secret",
    oldUntil: "let in until",
    oldUntilEnded: "let in until it is ended",
    ofSettings: "This shop is one of the gateway's file or options. Its secret and settings are changed there.",
    newTitle: "New shop",
    id: "Id",
    idHint: "1 to 64 letters, digits, _ or -. It never changes",
    name: "Name",
    nameHint: "As customers read it. Empty: the id",
    siteHint: "Where customers know it, with https://",
    urlHint: "Empty: each request names an address",
    make: "Make the shop",
    rotate: "New secret",
    retire: "End the old secret",
    disable: "Disable",
    enable: "Enable",
    sure: {
      rotate: (shop: string) => `Give ${shop} a new secret`,
      retire: (shop: string) => `End the old secret of ${shop}`,
      disable: (shop: string) => `Disable ${shop}`,
      enable: (shop: string) => `Enable ${shop}`
    },
    happens: {
      rotate:
        "The next page shows the new secret, once. Webhooks with HTTP Basic carry it from then on; the webhook secret stays. The present secret becomes the old one; one that was old before is let in no longer.",
      retire:
        "Whoever still calls with the old secret is refused from then on, in every process. The present secret stays.",
      disable:
        "From then on no secret of the shop and not its public key let anybody in, in any process, and its pages take no new payment. What has begun goes on: payments get their outcome, webhooks are delivered, subscriptions are charged (pause those that should not be), and you can refund, capture and void.",
      enable: "Its secrets let it in again, and its pages take payments."
    },
    overlap: "The present secret",
    overlaps: {
      "until-retired": "stays good until it is ended here",
      day: "stays good for a day",
      none: "ends at once: after it was lost or seen"
    },
    secretsTitle: (shop: string) => `Secrets of ${shop}`,
    secretsText:
      "Shown this once, and kept nowhere in clear. Copy them now to where the shop's program reads them; whoever has the secret key charges in the shop's name.",
    secretKey: "Secret key",
    webhookSecret: "Webhook secret",
    shownBefore:
      "This form was sent before, and its secrets were shown then. They cannot be shown again: give the shop a new secret if they are lost.",
    toShop: "To the shop",
    done: {
      retire: "The old secret was ended.",
      disable: "The shop is disabled.",
      enable: "The shop is open."
    }
  }
}
