import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryResultRow } from 'pg';
import { Database, Sql, type SqlParameter } from '@app/persistence';
import { at, parseJson } from '../../../support/json.js';

export interface Statement {
  readonly text: string;
  readonly parameters: readonly SqlParameter[];
}

/** A single statement, or the statements of one transaction. */
export interface Unit {
  readonly isTransaction: boolean;
  readonly statements: readonly Statement[];
}

/** Records the engine's statements per subject, such as a lane, for a replay without the engine. */
export class Recorder {
  private readonly subject = new AsyncLocalStorage<string>();
  private readonly units = new Map<string, Unit[]>();

  /** Records the statements of `work` under the subject. */
  run<T>(subject: string, work: () => Promise<T>): Promise<T> {
    return this.subject.run(subject, work);
  }

  record(unit: Unit): void {
    const subject = this.subject.getStore();
    if (subject === undefined) return;
    const units = this.units.get(subject) ?? [];
    this.units.set(subject, units);
    units.push(unit);
  }

  unitsOf(subject: string): readonly Unit[] {
    return this.units.get(subject) ?? [];
  }

  /** Describes the mean cost of a subject: round trips, and commits that wait for the disk. */
  describeCosts(): string {
    const all = [...this.units.values()];
    const mean = (count: (unit: Unit) => number): number =>
      Math.round(all.flat().reduce((total, unit) => total + count(unit), 0) / all.length);
    const roundTrips = mean(({ statements, isTransaction }) => statements.length + (isTransaction ? 2 : 0));
    const commits = mean(({ statements }) => (statements.some(writes) && !statements.some(commitsAsync) ? 1 : 0));
    return `${roundTrips} round trips, ${commits} commits that wait for the disk`;
  }
}

function writes({ text }: Statement): boolean {
  return /\b(INSERT|UPDATE|append_execution_event)\b/.test(text.replaceAll(/FOR (NO KEY )?UPDATE/g, ''));
}

/** Whether the statement turns `synchronous_commit` off, for every call or for these parameters. */
function commitsAsync({ text, parameters: [first] }: Statement): boolean {
  if (!text.includes('synchronous_commit')) return false;
  return !text.includes('CASE WHEN repeatable') || at(parseJson(String(first)), 'repeatable') === true;
}

export class RecordingDatabase extends Database {
  constructor(
    dataSource: ConstructorParameters<typeof Database>[0],
    private readonly recorder: Recorder,
  ) {
    super(dataSource);
  }

  override async query<Row extends QueryResultRow>(
    text: string,
    parameters: readonly SqlParameter[] = [],
  ): Promise<Row[]> {
    const rows = await super.query<Row>(text, parameters);
    this.recorder.record({ isTransaction: false, statements: [{ text, parameters }] });
    return rows;
  }

  override async transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    const statements: Statement[] = [];
    const result = await super.transaction((tx) => work(new RecordingTransaction(tx, statements)));
    this.recorder.record({ isTransaction: true, statements });
    return result;
  }
}

class RecordingTransaction extends Sql {
  constructor(
    private readonly tx: Sql,
    private readonly statements: Statement[],
  ) {
    super(tx.manager);
  }

  query<Row extends QueryResultRow>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    this.statements.push({ text, parameters });
    return this.tx.query<Row>(text, parameters);
  }
}
