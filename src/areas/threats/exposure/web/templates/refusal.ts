/** The tags of templates that are refused: what these do may change something, use a fault, or load the server. */
export const tagsRefused: ReadonlySet<string> = new Set(['rce', 'sqli', 'lfi', 'ssrf', 'xss', 'redirect', 'fuzz', 'fuzzing', 'dos', 'default-login', 'intrusive', 'oast', 'oob', 'brute-force', 'bruteforce', 'deserialization', 'ssti', 'xxe', 'injection', 'crlf', 'traversal', 'file-upload', 'fileupload']);

const MAX_DECODING = 4;
const TRAVERSAL = /(?:^|[/\\;?&=])\.{2,}(?:[/\\;?&]|$)|\\|%00|\0/;
const SHELL = /[`|<>"'\r\n]|;\S|\$[({]|\$IFS|&&/i;
const TEMPLATE_SYNTAX = /\{\{|\{%|#\{|<%|\$\{|\[\[/;
const OTHER_TARGET = /^\/{2,}|:\/\/|(?:^|[=&])\/\/|@[\w-]+\.\w/;

export function refusedTags(tags: readonly string[]): string[] {
  return tags.filter(tag => tagsRefused.has(tag)).map(tag => `tag ${tag}`);
}

/** Why a path or the value of a header may not be sent; it is read as every server on the way may read it. */
export function refusedText(text: string): string[] {
  const readings = decodings(text);
  const has = (pattern: RegExp): boolean => readings.some(reading => pattern.test(reading));
  return [has(TRAVERSAL) && 'traversal', has(SHELL) && 'shell syntax', has(TEMPLATE_SYNTAX) && 'template syntax', has(OTHER_TARGET) && 'another target'].filter(reason => reason !== false);
}

/** The text, and what comes of decoding its percent signs over and over, overlong UTF-8 and `%u002e` included. */
function decodings(text: string): string[] {
  const all = [text];
  for (let round = 0; round < MAX_DECODING; round++) {
    const last = all.at(-1)!;
    const next = last
      .replaceAll(/%u00([0-9a-f]{2})/gi, '%$1')
      .replaceAll(/%(?:c0%ae|e0%80%ae|f0%80%80%ae)/gi, '.')
      .replaceAll(/%(?:c0%af|e0%80%af|c1%9c)/gi, '/')
      .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    if (next === last) break;
    all.push(next);
  }
  return all.flatMap(one => [one, one.replaceAll('+', ' ')]);
}
