const WORDS = ('account agree annual bank balance branch business card care change city claim contact credit customer data deposit detail digital exchange family fund future '
  + 'help home house income invest join key language learn legal letter limit loan login market member mobile money month mortgage move news number office online open order '
  + 'partner password payment pension people phone plan policy private product protect question rate reach region safe save secure service share sign support team transfer '
  + 'trust update value visit wallet week welcome world year').split(' ');

/** Numbers in [0, 1) that are the same on every machine (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}

function lineOf(next: () => number): string {
  const words = Array.from({ length: 4 + Math.floor(next() * 12) }, () => WORDS[Math.floor(next() * WORDS.length)]!);
  const tag = ['p', 'li', 'h2', 'div', 'td'][Math.floor(next() * 5)]!;
  return next() < 0.2 ? `<a href="/${words[0]!}/${words[1]!}">${words.slice(2).join(' ')}</a>` : `<${tag} class="${words[0]!}-${Math.floor(next() * 40)}">${words.join(' ')}</${tag}>`;
}

function linesOf(seed: number, bytes: number): string[] {
  const next = numbers(seed);
  const lines = ['<!doctype html>', '<html lang="en"><head><meta charset="utf-8"><title>Welcome</title></head><body>'];
  for (let size = 0; size < bytes; size += lines.at(-1)!.length + 1) lines.push(lineOf(next));
  return [...lines, '</body></html>'];
}

/** The page with one line in so many written anew. */
function changed(lines: readonly string[], seed: number, share: number): string[] {
  const next = numbers(seed);
  return lines.map(line => (next() < share ? lineOf(next) : line));
}

/** A page and its name. */
export interface Page {
  name: string;
  bytes: Buffer;
}

/** Pages of 60 bytes to 200 kB, each with near copies, and some bytes that are no pages; the same on every machine. */
export const corpus: readonly Page[] = [
  ...[60, 200, 300, 600, 1000, 2500, 4000, 8000, 13_000, 30_000, 70_000, 200_000].flatMap((size, at) => {
    const lines = linesOf(at + 1, size);
    return [
      page(`page-${size}`, lines),
      page(`page-${size}-one-line`, lines.toSpliced(Math.floor(lines.length / 2), 1, '<p>Please sign in again to keep your account.</p>')),
      page(`page-${size}-changed-5`, changed(lines, 100 + at, 0.05)),
      page(`page-${size}-changed-30`, changed(lines, 200 + at, 0.3)),
      page(`page-${size}-turned`, [...lines.slice(lines.length >> 1), ...lines.slice(0, lines.length >> 1)]),
    ];
  }),
  { name: 'same-byte', bytes: Buffer.alloc(5000, 'a') },
  { name: 'zeros', bytes: Buffer.alloc(4096) },
  { name: 'few-letters', bytes: Buffer.from('abcab'.repeat(300)) },
  { name: 'ends-in-zeros', bytes: Buffer.concat([Buffer.from(linesOf(77, 6000).join('\n')), Buffer.alloc(64)]) },
  { name: 'every-byte', bytes: Buffer.from(Array.from({ length: 20_000 }, numberedBy(numbers(42)))) },
];

function page(name: string, lines: readonly string[]): Page {
  return { name: `${name}.html`, bytes: Buffer.from(lines.join('\n')) };
}

function numberedBy(next: () => number): () => number {
  return () => Math.floor(next() * 256);
}
