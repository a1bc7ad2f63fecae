import { parse } from 'yaml';
import { importGatus } from './gatus.ts';
import { isRecord, ImportNotes, type Imported } from './imported.ts';
import { importUptimeKuma } from './uptime-kuma.ts';

const MAX_CHARACTERS = 8 << 20;

/** Reads a file of checks: `checks:` in YAML or JSON with the fields of the API, a configuration of Gatus, or an export of Uptime Kuma. Throws an `Error` for people where it is none of these. */
export function readChecksFile(text: string): Imported {
  if (text.length > MAX_CHARACTERS) throw new Error('The file is larger than 8 MiB. Split it.');
  const document: unknown = parse(text, { maxAliasCount: 100, logLevel: 'silent' });
  if (isRecord(document) && Array.isArray(document['monitorList'])) return importUptimeKuma(document);
  if (isRecord(document) && (Array.isArray(document['endpoints']) || Array.isArray(document['external-endpoints']))) return importGatus(document);
  if (isRecord(document) && Array.isArray(document['checks'])) return new ImportNotes().result(document['checks'].map(withKey) as Parameters<ImportNotes['result']>[0]);
  throw new Error('This is not a file of checks. It needs `checks:`, or must be a Gatus configuration or an Uptime Kuma export.');
}

/** Checks without a key go by their name. */
function withKey(check: unknown): unknown {
  return isRecord(check) && check['key'] === undefined ? { ...check, key: String(check['name']).replace(/[^\w.:/-]/g, '-').slice(0, 120) } : check;
}
