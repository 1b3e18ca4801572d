import type { Argument, Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Scripts that ask `presage complete` for each word: it knows commands, options, outcomes and markets. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# source <(presage completion bash)
_presage() {
  local IFS=$'\\n'
  COMPREPLY=($(presage complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -F _presage presage
`,
  zsh: `# source <(presage completion zsh)
_presage() {
  local -a found=(\${(f)"$(presage complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -a found
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _presage presage
`,
  fish: `# presage completion fish | source
complete -c presage -f -a '(presage complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};

/** Candidates for one word of a command line. */
export interface Place {
  readonly words: readonly string[];
  /** Whether a market also fits. */
  readonly takesMarket: boolean;
}

/** Finds what may follow the words of a command line, of which the last one is being typed. */
export function completePlace(program: Command, words: readonly string[]): Place {
  let command = program;
  let taken = 0;
  let pending: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const sub = command.commands.find((one) => one.name() === word);
    if (pending !== undefined) pending = undefined;
    else if (word.startsWith('-')) pending = takesValue(command, word);
    else if (sub === undefined) taken += 1;
    else command = sub;
  }
  if (pending !== undefined) return { words: pending.argChoices ?? [], takesMarket: false };
  if ((words.at(-1) ?? '').startsWith('-')) return { words: listFlags(command), takesMarket: false };
  const argument: Argument | undefined = command.registeredArguments[taken];
  const subcommands = command.commands.map((one) => one.name()).filter((name) => name !== 'complete');
  return { words: argument?.argChoices ?? subcommands, takesMarket: argument?.name() === 'market' };
}

/** The option whose value is the next word. */
function takesValue(command: Command, word: string): Option | undefined {
  return optionsOf(command).find(({ long, short, required }) => required && [long, short].includes(word));
}

function listFlags(command: Command): string[] {
  return [...optionsOf(command).flatMap(({ long }) => long ?? []), '--help'];
}

function optionsOf(command: Command): Option[] {
  return [...command.options, ...(command.parent === null ? [] : optionsOf(command.parent))];
}
