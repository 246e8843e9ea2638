/** Wraps `node:sqlite` with cached statements, transactions and migrations. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { migrations } from './schema.ts';

export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;

  /** @throws Error if the database is in use or from a newer version */
  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    try {
      // Exclusive, because two services on one data folder would delete each other's unfinished files.
      this.#db.exec('PRAGMA locking_mode = EXCLUSIVE');
      this.#db.exec('PRAGMA journal_mode = WAL');
      this.#db.exec('PRAGMA synchronous = NORMAL');
      this.#db.exec('PRAGMA foreign_keys = ON');
      // Every insert that fires a trigger opens a separate journal, which would otherwise be a file.
      this.#db.exec('PRAGMA temp_store = MEMORY');
      // 64 MiB. With the default of 2 MiB, seeding writes the same pages again and again.
      this.#db.exec('PRAGMA cache_size = -65536');
      this.#migrate();
    } catch (cause) {
      this.#db.close();
      if (cause instanceof Error && /locked/.test(cause.message)) {
        throw new Error(`Another service has ${path} open. Stop it first, or choose another data folder.`, {
          cause,
        });
      }
      throw cause;
    }
  }

  all<Row>(sql: string, ...params: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...params) as Row[];
  }

  get<Row>(sql: string, ...params: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...params) as Row | undefined;
  }

  /** 0 without a row. */
  number(sql: string, ...params: SQLInputValue[]): number {
    const [value = 0] = Object.values(this.get<Record<string, number>>(sql, ...params) ?? {});
    return value;
  }

  run(sql: string, ...params: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...params).changes);
  }

  insert(table: string, row: Record<string, SQLInputValue>): number {
    const columns = Object.keys(row);
    const placeholders = columns.map(() => '?');
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholders.join(', ')})`;
    return Number(this.#statement(sql).run(...Object.values(row)).lastInsertRowid);
  }

  /** Rolled back if `work` throws. Nested calls join the outer transaction. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#db.exec('BEGIN IMMEDIATE');
    this.#depth += 1;
    try {
      const value = work();
      this.#db.exec('COMMIT');
      return value;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #migrate(): void {
    const from = this.number('PRAGMA user_version');
    if (from > migrations.length) {
      throw new Error(
        `The data folder is from a newer version (schema ${from} > ${migrations.length}). Update the service.`,
      );
    }
    this.transaction(() => {
      for (const sql of migrations.slice(from)) this.#db.exec(sql);
      this.#db.exec(`PRAGMA user_version = ${migrations.length}`);
    });
  }
}

export class Table {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}
