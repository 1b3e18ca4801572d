// Writes down what the engine says to the database, so that a bare program can say the same.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Database, Sql } from '../../../dist/libs/persistence/src/index.js';

/** The units of work of each subject, in order: a statement by itself, or the statements of a transaction. */
export class Recorder {
  #subject = new AsyncLocalStorage();
  #units = new Map();

  /** Everything that is said within belongs to the subject, such as a lane. */
  run(subject, work) {
    return this.#subject.run(subject, work);
  }

  note(unit) {
    const subject = this.#subject.getStore();
    if (subject === undefined) return;
    const units = this.#units.get(subject) ?? [];
    this.#units.set(subject, units);
    units.push(unit);
  }

  unitsOf(subject) {
    return this.#units.get(subject) ?? [];
  }

  /** What one subject costs on the average: round trips, and commits that wait for the disk. */
  get costs() {
    const all = [...this.#units.values()];
    const sum = (count) => all.flat().reduce((total, unit) => total + count(unit), 0) / all.length;
    return {
      roundTrips: sum(({ statements, transaction }) => statements.length + (transaction ? 2 : 0)),
      commits: sum(({ statements }) => (statements.some(writes) && !statements.some(waitsForNoDisk) ? 1 : 0)),
    };
  }
}

function writes({ text }) {
  return /\b(INSERT|UPDATE|append_execution_event)\b/.test(text.replaceAll(/FOR (NO KEY )?UPDATE/g, ''));
}

/** Says so itself, for all of its rows or for this one. */
function waitsForNoDisk({ text, parameters }) {
  if (!text.includes('synchronous_commit')) return false;
  return !text.includes('CASE WHEN retold') || JSON.parse(parameters[0]).retold;
}

export class RecordingDatabase extends Database {
  constructor(pool, recorder) {
    super(pool);
    this.recorder = recorder;
  }

  /**
   * @template {import('pg').QueryResultRow} Row
   * @param {string} text
   * @returns {Promise<Row[]>}
   */
  async query(text, parameters = []) {
    /** @type {Row[]} */
    const rows = await super.query(text, parameters);
    this.recorder.note({ transaction: false, statements: [{ text, parameters }] });
    return rows;
  }

  async transaction(work) {
    const statements = [];
    const result = await super.transaction((tx) => work(new RecordingTransaction(tx, statements)));
    this.recorder.note({ transaction: true, statements });
    return result;
  }
}

class RecordingTransaction extends Sql {
  constructor(tx, statements) {
    super();
    this.tx = tx;
    this.statements = statements;
  }

  query(text, parameters = []) {
    this.statements.push({ text, parameters });
    return this.tx.query(text, parameters);
  }
}
