import { COMMON_OPTIONS } from './command-input.js';
import type { Command, CommandOption } from './command.js';

/** All commands, each on a line with what it is for. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.map((command) => `  ${formOf(command)}\n      ${command.summary}\n`);
  return [
    'npm run ops -- COMMAND [--json] [--actor NAME]\n\n',
    ...rows,
    '\nCOMMAND --help says more. Exit codes: 0 done, 1 refused or failed, 2 not understood.\n',
  ].join('');
}

/** One command's own page. */
export function helpOf(command: Command): string {
  const options = Object.entries<CommandOption>({ ...command.options, ...COMMON_OPTIONS });
  const width = Math.max(...options.map(([name, option]) => optionForm(name, option).length));
  return [
    `npm run ops -- ${formOf(command)}\n\n${command.summary}\n`,
    ...(command.details ?? []).map((paragraph) => `\n${paragraph}\n`),
    '\n',
    ...options.map(([name, option]) => `  ${optionForm(name, option).padEnd(width)}  ${option.doc}\n`),
  ].join('');
}

function formOf({ name, arguments: names, options = {} }: Command): string {
  const own = Object.entries<CommandOption>(options).map(([option, about]) => {
    const form = optionForm(option, about);
    return about.needed === true ? form : `[${form}]`;
  });
  return [name, ...names.map((argument) => `<${argument}>`), ...own].join(' ');
}

function optionForm(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
