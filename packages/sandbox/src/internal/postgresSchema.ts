export const schemaVersion = 1

/** The same tables as in a file; a key without an answer is one whose first sending was lost. */
export const tables = (schema: string): string => `
CREATE TABLE ${schema}.movements (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind TEXT NOT NULL,
  amount BIGINT NOT NULL CHECK (amount >= 0),
  currency TEXT NOT NULL,
  reference TEXT NOT NULL UNIQUE,
  parent TEXT REFERENCES ${schema}.movements (reference),
  card TEXT,
  at BIGINT NOT NULL
);
CREATE INDEX movements_parent ON ${schema}.movements (parent) WHERE parent IS NOT NULL;
CREATE TABLE ${schema}.keys (
  key TEXT PRIMARY KEY,
  request TEXT,
  answer TEXT
);
CREATE TABLE ${schema}.clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  stands_at BIGINT,
  ahead BIGINT,
  CHECK ((stands_at IS NULL) <> (ahead IS NULL))
);
CREATE TABLE ${schema}.sandbox AS SELECT ${schemaVersion} AS version;
`
