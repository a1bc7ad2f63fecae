import { pathsOf, quote, type CompletionContext, type Word } from './contexts.ts';

/** A script for fish: `dss completion fish | source`. */
export function renderFish(contexts: readonly CompletionContext[]): string {
  const lines = contexts.flatMap(({ path, commands, flags, choices }) => {
    const at = `complete -c dss -n ${quote(`__dss_at ${quote(path)}`)}`;
    const described = ({ says }: Word) => (says === '' ? '' : ` -d ${quote(says)}`);
    return [
      ...commands.map(one => `${at} -f -a ${quote(one.word)}${described(one)}`),
      ...(choices.length > 0 ? [`${at} -f -a ${quote(choices.join(' '))}`] : []),
      ...flags.map(flag => `${at} -l ${flag.word.slice(2)}${flag.takesValue ? ' -r' : ''}${flag.choices.length > 0 ? ` -f -a ${quote(flag.choices.join(' '))}` : ''}${described(flag)}`),
    ];
  });
  return `# fish completion for dss
function __dss_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at/$word"
      case ${pathsOf(contexts).join(' ')}
        set at "$at/$word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
