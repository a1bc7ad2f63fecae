import { pathsOf, quote, type CompletionContext } from './contexts.ts';

/** A script for bash 3.2 and newer: `source <(dss completion bash)`. */
export function renderBash(contexts: readonly CompletionContext[]): string {
  const when = (pattern: string, words: readonly string[]) => `    ${quote(pattern)}) words=${quote(words.join(' '))} ;;`;
  const values = contexts.flatMap(({ path, flags }) => flags.filter(({ takesValue }) => takesValue).map(({ word, choices }) => when(`${path} ${word}`, choices)));
  const words = contexts.map(({ path, commands, flags, choices }) => when(path, [...commands.map(({ word }) => word), ...choices, ...flags.map(({ word }) => word)]));
  return `# bash completion for dss
_dss() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path/$word" in
      ${pathsOf(contexts).join('|')}) path="$path/$word" ;;
    esac
  done
  COMPREPLY=()
  case "$path $previous" in
${values.join('\n')}
    *) case "$path" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _dss dss
`;
}
