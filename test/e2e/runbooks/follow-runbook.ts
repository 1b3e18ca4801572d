import type { Shell } from '../support/shell.js';
import { readRunbook } from './read-runbook.js';

export interface Situation {
  /** Text for each placeholder of the page, such as `AGENT_ID` or `agent_execution_…`. */
  readonly values?: Readonly<Record<string, string>>;
  /** Steps that are no commands, by the opening words of the line that asks for them. */
  readonly actions?: Readonly<Record<string, () => Promise<unknown>>>;
  /** Parts of the page to follow; all when absent. */
  readonly parts?: readonly string[];
  /** Commands of another situation than this one. */
  readonly without?: RegExp;
  /** Commands that may exit with 1 in this situation, by part: they show what is wrong. */
  readonly showsFault?: (part: string, command: string) => boolean;
}

export interface FollowedCommand {
  readonly command: string;
  readonly output: string;
}

/** A placeholder that the situation has not filled. */
const PLACEHOLDER = /…|\b[A-Z]{2,}_ID\b|\bNAME\b|\bMAILBOX\b/;

/**
 * Runs the commands of a runbook as they are written, in order, and what its prose asks for in between.
 * @throws Error when a command fails, has a placeholder left, or an action has no line on the page
 */
export async function followRunbook(shell: Shell, name: string, situation: Situation): Promise<FollowedCommand[]> {
  const { values = {}, actions = {}, parts, without, showsFault = () => false } = situation;
  const remaining = new Map(Object.entries(actions));
  const followed: FollowedCommand[] = [];
  for (const { kind, text, part } of readRunbook(name)) {
    if (parts !== undefined && !parts.includes(part)) continue;
    if (kind === 'prose') {
      const asked = [...remaining.keys()].find((opening) => text.startsWith(opening));
      if (asked !== undefined) await remaining.get(asked)?.();
      if (asked !== undefined) remaining.delete(asked);
      continue;
    }
    if (without?.test(text) === true) continue;
    const command = Object.entries(values).reduce((filled, [from, to]) => filled.replaceAll(from, to), text);
    if (PLACEHOLDER.test(command)) throw new Error(`${name}: no value for a placeholder of: ${command}`);
    const { output, exitCode } = await shell.type(command);
    if (exitCode !== 0 && !(exitCode === 1 && showsFault(part, command))) {
      throw new Error(`${name}: ${command} exited with ${exitCode}:\n${output}`);
    }
    followed.push({ command, output });
  }
  if (remaining.size > 0) throw new Error(`${name} has no line that opens with: ${[...remaining.keys()].join(', ')}`);
  return followed;
}

/** Output of the command that has these words. */
export function outputOf(followed: readonly FollowedCommand[], words: string): string {
  const found = followed.findLast(({ command }) => command.includes(words));
  if (found === undefined) throw new Error(`the runbook has no command ${words}`);
  return found.output;
}
