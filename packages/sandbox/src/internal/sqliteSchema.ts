/** Marks a file as a sandbox's: `FLSB`. */
export const applicationId = 0x464c5342

export const schemaVersion = 2

// A key without an answer is one whose first sending was lost. A clock either stands or runs ahead of real time.
const kept = `
CREATE TABLE keys (
  key TEXT PRIMARY KEY,
  request TEXT,
  answer TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  stands_at INTEGER,
  ahead INTEGER,
  CHECK ((stands_at IS NULL) <> (ahead IS NULL))
) STRICT;
`

export const schema = `
CREATE TABLE movements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  currency TEXT NOT NULL,
  reference TEXT NOT NULL UNIQUE,
  parent TEXT REFERENCES movements (reference),
  card TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX movements_parent ON movements (parent) WHERE parent IS NOT NULL;
${kept}
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
`

/** From what 0.1.0 wrote: there every key had an answer, and a clock that was moved once stood for good. */
export const fromVersion1 = `
ALTER TABLE keys RENAME TO keys_1;
ALTER TABLE clock RENAME TO clock_1;
${kept}
INSERT INTO keys SELECT key, request, answer FROM keys_1;
INSERT INTO clock SELECT id, now, NULL FROM clock_1;
DROP TABLE keys_1;
DROP TABLE clock_1;
PRAGMA user_version = ${schemaVersion};
`
