import { parse, type Comment, type Program } from 'acorn';

/** A file as syntax tree, with the code that is left without its comments. */
export interface ParsedScript {
  program: Program;
  /** The code without comments and without the white space where they stood. */
  bare: string;
}

/** The syntax tree of a script or a module; null where it is neither. */
export function parseScript(content: string): ParsedScript | null {
  return parseAs(content, 'script') ?? parseAs(content, 'module');
}

function parseAs(content: string, sourceType: 'script' | 'module'): ParsedScript | null {
  const comments: Comment[] = [];
  try {
    const program = parse(content, { ecmaVersion: 'latest', sourceType, allowHashBang: true, allowReturnOutsideFunction: true, onComment: comments });
    return { program, bare: withoutComments(content, comments) };
  } catch {
    return null;
  }
}

function withoutComments(content: string, comments: readonly Comment[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of comments) {
    parts.push(content.slice(from, start));
    from = end;
  }
  parts.push(content.slice(from));
  return parts.join('').trim();
}
