import { judged, scriptAt, type Engine } from './engine.ts';
import { PROBES_VERSION } from './probes-version.ts';

const PROBE_MS = 15_000;
let source: string | undefined;

/** What engines leave to people and a machine can still see: titles against content, images of text, names of images. */
export const wordProbe: Engine = {
  name: 'probes', version: PROBES_VERSION,
  async judge(page) {
    source ??= `${scriptAt(new URL('./in-page/letters.js', import.meta.url))}\nreturn ${withoutHead(scriptAt(new URL('./in-page/words.js', import.meta.url)))}`;
    return judged('probes', PROBES_VERSION, await page.run(`(() => { ${source} })()`, { timeoutMs: PROBE_MS }));
  },
};

/** Without the comment at the top, after which 'return' would return nothing. */
function withoutHead(script: string): string {
  return script.replace(/^(?:\/\/.*\n)+/, '');
}
