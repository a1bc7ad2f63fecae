/** A name or a text of a TypeScript source, and where it begins. */
export interface Piece {
  kind: 'name' | 'text';
  text: string;
  at: number;
}

/** Comments, regular expressions, strings, templates and names, in this order; a regular expression only where no value can stand before it. */
const token = /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|((?<=[(,=:[!&|?{};>]\s*|\breturn\s+|^\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)|('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(`)|([A-Za-z_$][\w$]*)/gm;

/** The names and texts of a source, without its comments; texts of templates in pieces between their values. */
export function codeOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  read(source, 0, source.length, pieces);
  return pieces;
}

/** The line of an offset, from 1. */
export function lineOf(source: string, at: number): number {
  let line = 1;
  for (let next = source.indexOf('\n'); next !== -1 && next < at; next = source.indexOf('\n', next + 1)) line++;
  return line;
}

function read(source: string, from: number, to: number, pieces: Piece[]): void {
  const scan = new RegExp(token);
  scan.lastIndex = from;
  for (let match = scan.exec(source); match && match.index < to; match = scan.exec(source)) {
    const [whole, , , text, template, name] = match;
    if (name !== undefined) pieces.push({ kind: 'name', text: name, at: match.index });
    else if (text !== undefined) pieces.push({ kind: 'text', text: whole.slice(1, -1), at: match.index + 1 });
    else if (template !== undefined) scan.lastIndex = readTemplate(source, match.index + 1, to, pieces);
  }
}

/** Reads a template from behind its first backtick; the offset behind the last one. */
function readTemplate(source: string, from: number, to: number, pieces: Piece[]): number {
  let start = from;
  for (let at = from; at < to; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '`') {
      pieces.push({ kind: 'text', text: source.slice(start, at), at: start });
      return at + 1;
    } else if (source.startsWith('${', at)) {
      pieces.push({ kind: 'text', text: source.slice(start, at), at: start });
      const end = valueEnd(source, at + 2, to);
      read(source, at + 2, end, pieces);
      at = end;
      start = end + 1;
    }
  }
  return to;
}

/** The offset of the brace that closes a value of a template. */
function valueEnd(source: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const one = source[at]!;
    if (one === '`') at = readTemplate(source, at + 1, to, []) - 1;
    else if (one === "'" || one === '"') at = stringEnd(source, at);
    else if (one === '{') depth++;
    else if (one === '}' && depth-- === 0) return at;
  }
  return to;
}

function stringEnd(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === source[from] || source[at] === '\n') return at;
  }
  return source.length;
}
