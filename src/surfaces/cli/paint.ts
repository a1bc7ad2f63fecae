import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colours text for one stream; leaves it plain where the stream or NO_COLOR says so. */
export type Paint = (format: Format, text: string) => string;

/** The paint of `stream`. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}

/** Control, format and line characters of foreign text made visible, so that no record can steer the terminal or hide a part of itself. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, character => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`;
  });
}

/** `value` as JSON in which the same characters are escaped: by itself JSON leaves the 8-bit control characters as they are (RFC 8259 §7). */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, characters =>
    Array.from({ length: characters.length }, (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''));
}

/** Text in lines of at most `columns`; words longer than a line are cut into pieces. */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(20, columns);
  const pieces = new RegExp(`.{1,${width}}`, 'gsu');
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap(word => word.match(pieces) ?? [word])) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Text cut to `columns` with an ellipsis. */
export function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(1, columns - 1))}…`;
}
