import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse, type Comment } from 'acorn';

/** One published file, with and without its comments. */
export interface GoldenScript {
  name: string;
  version: string;
  content: string;
  stripped: string;
}

const folder = new URL('./golden/', import.meta.url);

/** Every file in `golden/`. */
export function goldenScripts(): GoldenScript[] {
  return globSync('*.js.gz', { cwd: folder }).toSorted().map(file => {
    const [, name, version] = /^(.+)@(.+)\.js\.gz$/.exec(file)!;
    const content = gunzipSync(readFileSync(new URL(file, folder))).toString('utf8');
    return { name: name === 'popperjs-core' ? '@popperjs/core' : name!, version: version!, content, stripped: withoutComments(content) };
  });
}

function withoutComments(content: string): string {
  const comments: Comment[] = [];
  parse(content, { ecmaVersion: 'latest', onComment: comments });
  return comments.toReversed().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), content);
}
