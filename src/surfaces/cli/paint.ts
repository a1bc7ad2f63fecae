import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colours text for one stream; leaves it plain where the stream or NO_COLOR says so. */
export type Paint = (format: Format, text: string) => string;

export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}

/** Control characters of foreign text made visible, so that no record can steer the terminal. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, character => `\\x${character.codePointAt(0)!.toString(16).padStart(2, '0')}`);
}

/** Text in lines of at most `columns`, each after `indent`; words longer than a line are cut into pieces. */
export function wrap(text: string, columns: number, indent: string): string[] {
  const width = Math.max(20, columns - indent.length);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap(word => pieces(word, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, indent + line];
}

/** Text cut to `columns` with an ellipsis. */
export function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(1, columns - 1))}…`;
}

function pieces(word: string, width: number): string[] {
  return word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [word];
}
