/** Marks a file as a sandbox's: `FLSB`. */
export const applicationId = 0x464c5342

export const schemaVersion = 1

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

CREATE TABLE keys (
  key TEXT PRIMARY KEY,
  request TEXT NOT NULL,
  manner TEXT NOT NULL,
  answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  now INTEGER NOT NULL
) STRICT;

PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
`
