import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The templates in `golden/`, by their path. */
export function goldenTemplates(): ReadonlyMap<string, string> {
  const packed = readFileSync(new URL('./golden/templates.json.gz', import.meta.url));
  return new Map(Object.entries(JSON.parse(gunzipSync(packed).toString('utf8')) as Record<string, string>));
}
