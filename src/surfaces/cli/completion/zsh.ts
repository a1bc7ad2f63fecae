import { pathsOf, quote, type CompletionContext, type Word } from './contexts.ts';

/** A script for zsh: `source <(dss completion zsh)`, or a file `_dss` in `fpath`. */
export function renderZsh(contexts: readonly CompletionContext[]): string {
  const items = (words: readonly Word[]) => words.map(({ word, says }) => quote(`${word}:${says}`)).join(' ');
  const bare = (choices: readonly string[]) => choices.map(choice => ({ word: choice, says: '' }));
  const values = contexts.flatMap(({ path, flags }) => flags.filter(({ takesValue }) => takesValue).map(({ word, choices }) => (
    choices.length > 0 ? `    ${quote(`${path} ${word}`)}) items=(${items(bare(choices))}) ;;` : `    ${quote(`${path} ${word}`)}) _files; return ;;`)));
  const words = contexts.map(({ path, commands, flags, choices }) => `    ${quote(path)}) items=(${items([...commands, ...bare(choices), ...flags])}) ;;`);
  return `#compdef dss
# zsh completion for dss
_dss() {
  local at='' word
  local -a items
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in
      ${pathsOf(contexts).join('|')}) at="$at/$word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${values.join('\n')}
    *) case "$at" in
${words.join('\n')}
    esac ;;
  esac
  _describe dss items || _files
}
compdef _dss dss
`;
}
