import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '@app/common';

/** A received e-mail, as in `GET /messages`. */
export interface Message {
  /** Addresses of the SMTP envelope, separated by commas. */
  readonly to: string;
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  /** RFC3339, UTC. */
  readonly received_at: string;
}

/** Keeps the newest messages in memory and in a file of one JSON object per line. */
export class MessageStore {
  private messages: Message[];
  private lines: number;

  constructor(
    private readonly file: string,
    private readonly maxMessages: number,
  ) {
    mkdirSync(path.dirname(file), { recursive: true });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const stored = text.split('\n').flatMap(parseLine);
    this.messages = stored.slice(-maxMessages);
    this.lines = stored.length;
    if (text !== '' && !text.endsWith('\n')) this.rewrite(); // drops a line that a kill has truncated
  }

  add(message: Message): void {
    this.messages = [...this.messages, message].slice(-this.maxMessages);
    if (this.lines >= this.maxMessages * 2) return this.rewrite();
    appendFileSync(this.file, `${JSON.stringify(message)}\n`, { mode: 0o600 });
    this.lines += 1;
  }

  /** Newest first. */
  list(): Message[] {
    return this.messages.toReversed();
  }

  clear(): void {
    this.messages = [];
    this.rewrite();
  }

  private rewrite(): void {
    const lines = this.messages.map((message) => `${JSON.stringify(message)}\n`);
    writeFileSync(`${this.file}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
    this.lines = this.messages.length;
  }
}

/** Skips a truncated line. */
function parseLine(line: string): Message[] {
  if (line === '') return [];
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? [value] : [];
  } catch {
    return [];
  }
}

function isMessage(value: unknown): value is Message {
  return isRecord(value) && ['to', 'subject', 'received_at'].every((name) => typeof value[name] === 'string');
}
