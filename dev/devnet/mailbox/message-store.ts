import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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

  constructor(
    private readonly file: string,
    private readonly maxMessages: number,
  ) {
    mkdirSync(path.dirname(file), { recursive: true });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    this.messages = text.split('\n').flatMap(parseLine);
  }

  add(message: Message): void {
    this.keep([...this.messages, message].slice(-this.maxMessages));
  }

  /** Newest first. */
  list(): Message[] {
    return this.messages.toReversed();
  }

  clear(): void {
    this.keep([]);
  }

  private keep(messages: Message[]): void {
    const lines = messages.map((message) => `${JSON.stringify(message)}\n`);
    writeFileSync(`${this.file}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
    this.messages = messages;
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
