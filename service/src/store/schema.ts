/**
 * Migration n upgrades a database from version n to n + 1. Never edit a released migration, append one. All times are
 * whole seconds since 1970, all sizes bytes, all lengths seconds.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    api_key TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    premium_expires INTEGER NOT NULL,
    -- Updated by triggers, because summing up 100,000 files for each account info is too slow.
    storage_used INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- AUTOINCREMENT: the id of a deleted folder must never be reused.
  CREATE TABLE folders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts(id),
    parent_id INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    code TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX folders_by_parent ON folders (account_id, parent_id, id);

  -- Bytes on disk. Clones share them.
  CREATE TABLE blobs (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    mime TEXT NOT NULL,
    length INTEGER NOT NULL,
    can_play INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE,
    protected_embed TEXT NOT NULL UNIQUE,
    protected_download TEXT NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts(id),
    folder_id INTEGER NOT NULL DEFAULT 0,
    blob_id INTEGER NOT NULL REFERENCES blobs(id),
    title TEXT NOT NULL,
    folded_title TEXT NOT NULL,
    extension TEXT NOT NULL,
    size INTEGER NOT NULL,
    length INTEGER NOT NULL,
    can_play INTEGER NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '',
    is_public INTEGER NOT NULL DEFAULT 1,
    is_adult INTEGER NOT NULL DEFAULT 0,
    views INTEGER NOT NULL DEFAULT 0,
    uploaded INTEGER NOT NULL,
    last_view INTEGER,
    -- When its bytes arrived and its encoding began, in milliseconds since 1970. Null for clones and seeded files.
    arrived_ms INTEGER
  ) STRICT;
  CREATE INDEX files_by_account ON files (account_id, uploaded DESC, id DESC);
  CREATE INDEX files_by_folder ON files (account_id, folder_id, uploaded DESC, id DESC);
  CREATE INDEX files_by_blob ON files (blob_id);
  -- Covers everything that a search reads, so that it doesn't scan the table.
  CREATE INDEX files_by_title ON files (account_id, folded_title, uploaded);
  CREATE INDEX files_by_arrival ON files (account_id, arrived_ms) WHERE arrived_ms IS NOT NULL;
  CREATE TRIGGER files_add AFTER INSERT ON files BEGIN
    UPDATE accounts SET storage_used = storage_used + NEW.size WHERE id = NEW.account_id;
  END;
  CREATE TRIGGER files_remove AFTER DELETE ON files BEGIN
    UPDATE accounts SET storage_used = storage_used - OLD.size WHERE id = OLD.account_id;
  END;

  CREATE TABLE deleted_files (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts(id),
    code TEXT NOT NULL,
    title TEXT NOT NULL,
    deleted INTEGER NOT NULL,
    deleted_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deleted_files_by_time ON deleted_files (account_id, deleted);

  CREATE TABLE transfers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_code TEXT NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts(id),
    folder_id INTEGER NOT NULL,
    url TEXT NOT NULL,
    new_title TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'working', 'error', 'finished')),
    reason TEXT NOT NULL DEFAULT '',
    bytes_total INTEGER NOT NULL DEFAULT 0,
    bytes_downloaded INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX transfers_by_account ON transfers (account_id, state, id);

  CREATE TABLE upload_addresses (
    token TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts(id),
    created INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE takedowns (
    file_id INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
    reported INTEGER NOT NULL,
    disabled INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE daily (
    account_id INTEGER NOT NULL REFERENCES accounts(id),
    day TEXT NOT NULL,
    views INTEGER NOT NULL DEFAULT 0,
    downloads INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, day)
  ) STRICT;
  `,
];
