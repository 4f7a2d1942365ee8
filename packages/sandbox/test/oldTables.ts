// The tables as earlier versions made them, with what the present ones hold.
const movements = (schema: string, serial: string, integer: string) => `
  CREATE TABLE ${schema}movements_0 AS SELECT * FROM ${schema}movements;
  DROP TABLE ${schema}movements;
  DROP TABLE ${schema}transfers;
  CREATE TABLE ${schema}movements (
    id ${serial},
    kind TEXT NOT NULL,
    amount ${integer} NOT NULL CHECK (amount >= 0),
    currency TEXT NOT NULL,
    reference TEXT NOT NULL UNIQUE,
    parent TEXT REFERENCES ${schema}movements (reference),
    card TEXT,
    at ${integer} NOT NULL
  );
  CREATE INDEX movements_parent ON ${schema}movements (parent) WHERE parent IS NOT NULL;
  INSERT INTO ${schema}movements (kind, amount, currency, reference, parent, card, at)
    SELECT kind, amount, currency, reference, parent, card, at FROM ${schema}movements_0 ORDER BY id;
  DROP TABLE ${schema}movements_0;`

/** A file before there was a bank. */
export const fileOfVersion2 = `${movements("", "INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER")}
  PRAGMA user_version = 2;`

/** A file of 0.1.0, whose clock stands. */
export const fileOfVersion1 = `${fileOfVersion2}
  DROP TABLE clock;
  CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), now INTEGER NOT NULL) STRICT;
  INSERT INTO clock VALUES (1, 2000000000000);
  ALTER TABLE keys ADD COLUMN manner TEXT NOT NULL DEFAULT 'late';
  PRAGMA user_version = 1;`

/** A schema before there was a bank. */
export const schemaOfVersion1 = (schema: string): string =>
  `${movements(`${schema}.`, "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "BIGINT")}
  UPDATE ${schema}.sandbox SET version = 1;`
