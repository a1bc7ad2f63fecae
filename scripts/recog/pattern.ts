/** Flags of Recog's files that let the dot match line ends: Ruby, for which they were written, calls that multiline. */
const DOT_ALL = /REG_DOT_NEWLINE|REG_MULTILINE/;

/** Ruby's dot stops at a line feed alone. */
const ANY_OF_A_LINE = '[^\\n]';

/** `pattern`, which is written for Ruby, as V8 takes it; null where it does not compile. */
export function v8Pattern(pattern: string, fileFlags: string): { source: string; flags: string } | null {
  const flags = new Set<string>();
  if (/REG_ICASE/.test(fileFlags)) flags.add('i');
  if (DOT_ALL.test(fileFlags)) flags.add('s');
  const source = pattern
    .replace(/^(\^?)\(\?([im]+)\)/, (_, anchor: string, inline: string) => {
      for (const flag of inline) flags.add(flag === 'm' ? 's' : flag);
      return anchor;
    })
    .replaceAll(/\(\?([im]+):/g, (_, inline: string) => `(?${inline.replace('m', 's')}:`)
    .replaceAll('\\A', '^')
    .replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, part => (part === '.' && !flags.has('s') ? ANY_OF_A_LINE : part));
  // Ruby's anchors hold at every line.
  flags.add('m');
  const written = [...flags].toSorted().join('');
  try {
    void new RegExp(source, written);
    return { source, flags: written };
  } catch {
    return null;
  }
}
