import type { Command } from 'commander';

/** Renders a script for bash, which zsh runs with bashcompinit. */
export function renderCompletion(program: Command): string {
  const cases = program.commands.flatMap((command) => {
    const words = command.commands.map((one) => one.name());
    return words.length === 0 ? [] : [`    ${command.name()}) words="${words.join(' ')}" ;;`];
  });
  const first = program.commands.map((command) => command.name()).join(' ');
  return `# source <(presage completion)
[ -n "$ZSH_VERSION" ] && autoload -U +X bashcompinit && bashcompinit
_presage() {
  local words="${first}"
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) [ "$COMP_CWORD" -gt 1 ] && words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _presage presage
`;
}
