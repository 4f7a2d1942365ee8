/** The settings as the help lists them. A test compares the names with `docs/reference/settings.md`. */
/** Name, and meaning with default. */
export const settings = [
  ["HOST", "address to listen on. Default: 127.0.0.1"],
  ["PORT", "port to listen on; 0 takes any free one. Default: 8080"],
  [
    "FLORIN_DATABASE",
    "sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<database>. Default: sqlite:florin.db"
  ],
  [
    "FLORIN_TABLE_PREFIX",
    "what stands before the names of Florin's tables. Default: florin_ with SQLite, the schema florin. with PostgreSQL"
  ],
  [
    "FLORIN_SANDBOX",
    "on: everything is simulated. off: cards are charged for real. Default: on; with a provider in FLORIN_ACQUIRERS, FLORIN_UPSTREAM or FLORIN_PORTS off"
  ],
  [
    "FLORIN_KEYS",
    "key ring: a file's path, or its JSON text. Needed when the sandbox is off. Default in the sandbox: a file beside the database, made when it is missing"
  ],
  [
    "FLORIN_ACCEPT",
    "what does not fit the database and is meant: other-purpose, other-keys, other-workers. Default: nothing"
  ],
  ["FLORIN_SHOPS", "JSON file that lists shops, beside those in the database. Default: none"],
  [
    "FLORIN_ACQUIRERS",
    "providers that charge the cards: some of stripe, adyen, checkout, each with settings of its own; or, in the sandbox, fakes of them: stripe-fake. Default: none"
  ],
  ["FLORIN_PORTS", "JavaScript module that exports acquirers, banks and other ports. Default: none"],
  ["FLORIN_OPERATORS", "JSON file that lists the operators. Default: none, and no routes under /operator"],
  ["FLORIN_ROUTING", "JSON file with the routing rules. Default: none"],
  ["FLORIN_BASE_URL", "address that customers reach. Default: http://HOST:PORT"],
  ["FLORIN_FRAMED_BY", "origins whose pages may show the customers' pages in a frame. Default: none"],
  ["FLORIN_PROXIES", "how many proxies before the server add to X-Forwarded-For. Default: 0, it is not read"],
  ["FLORIN_TRIES_PER_ADDRESS", "cards that may be refused in an hour at an address of the network. Default: 30"],
  ["FLORIN_TRIES_PER_PAGE", "the same on the page of a plan or a product, from all addresses. Default: 300"],
  [
    "FLORIN_APPROVAL_LIMITS",
    "amounts above which a second operator approves, such as EUR:100000,books/EUR:5000. Default: none"
  ],
  ["FLORIN_TIME_ZONE", "zone in which subscriptions are billed, such as Europe/Berlin. Default: UTC"],
  ["FLORIN_UPSTREAM", "https://<shop>:<key>@<host>: another gateway that charges the cards. Default: none"],
  ["FLORIN_UPSTREAM_WEBHOOKS", "how that gateway's webhooks are known: whsec_… or basic. Default: none are asked for"],
  [
    "FLORIN_SMTP_URL",
    "smtps:// or smtp://[<user>:<password>@]<host>[:<port>]: mails customers receipts. Default: no mails"
  ],
  ["FLORIN_MAIL_FROM", "sender of mails: an address, or a name and <address>. Needed with FLORIN_SMTP_URL"],
  ["FLORIN_LOG", "json or pretty; one line an entry, on stderr. Default: pretty"],
  ["FLORIN_LOG_LEVEL", "debug, info, warning, error or none. Default: info"],
  ["FLORIN_METRICS_PORT", "port of GET /metrics, on HOST, in OpenMetrics. Default: no metrics"]
] as const
