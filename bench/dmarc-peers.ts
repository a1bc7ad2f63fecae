import { createReadStream, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readReports } from '../src/areas/mail/dmarc/parse/read.ts';
import type { AggregateRow } from '../src/areas/mail/dmarc/parse/shapes.ts';
import { RecordMemory } from '../src/areas/mail/dmarc/parse/xml-repeats.ts';

/** What every reader has to find: the sums of all records. */
export interface Sums {
  records: number;
  messages: number;
  dkimResults: number;
  spfPasses: number;
  addresses: number;
}

/** Reads the files one after the other. */
export type Reader = (files: readonly string[]) => Promise<Sums>;

class Tally {
  readonly #addresses = new Set<string>();
  readonly #sums = { records: 0, messages: 0, dkimResults: 0, spfPasses: 0 };

  add({ sourceIp, count }: Omit<AggregateRow, 'results'>, { dkim, spf }: { dkim: readonly unknown[]; spf: readonly { result: string | null }[] }): void {
    this.#sums.records++;
    this.#sums.messages += count!;
    this.#sums.dkimResults += dkim.length;
    this.#sums.spfPasses += spf[0]?.result === 'pass' ? 1 : 0;
    this.#addresses.add(sourceIp!);
  }

  get sums(): Sums {
    return { ...this.#sums, addresses: this.#addresses.size };
  }
}

/** The readers by name; each is loaded alone. */
export const readers: Record<string, () => Promise<Reader>> = {
  'ours': async () => readOurs,
  'saxes': async () => readWithSaxes(await import('saxes')),
  'fast-xml-parser': async () => readWithFastXmlParser(await import('fast-xml-parser')),
};

async function readOurs(files: readonly string[]): Promise<Sums> {
  const [tally, memory] = [new Tally(), new RecordMemory()];
  for (const file of files) {
    const source = files.length > 1 ? [readFileSync(file)] : createReadStream(file);
    await readReports(source, { name: file, now: Date.now(), memory }, reading => {
      if (reading.event === 'rows') for (const row of reading.rows) tally.add(row, row.results);
    });
  }
  return tally.sums;
}

/** Why a file was refused, or `null`. */
export async function refusalOf(file: string): Promise<string | null> {
  let reason: string | null = null;
  await readReports(createReadStream(file), { name: file, now: Date.now() }, reading => { if (reading.event === 'refused') reason = reading.reason; });
  return reason;
}

interface SaxesModule {
  SaxesParser: new () => { on(event: string, handler: (value: never) => void): void; write(text: string): void; close(): void };
}

/** As one would write it with a streaming parser: a path of names, and a row that is filled as texts end. */
function readWithSaxes({ SaxesParser }: SaxesModule): Reader {
  return async files => {
    const tally = new Tally();
    for (const file of files) {
      const parser = new SaxesParser();
      const path: string[] = [];
      let [text, row] = ['', emptyRow()];
      parser.on('opentag', ({ name }: { name: string }) => {
        path.push(name);
        text = '';
        if (name === 'record') row = emptyRow();
        if (path.at(-2) === 'auth_results') (name === 'dkim' ? row.dkim : row.spf).push({});
      });
      parser.on('text', (more: string) => { text += more; });
      parser.on('closetag', ({ name }: { name: string }) => {
        path.pop();
        const parent = path.at(-1);
        if (name === 'record') tally.add({ sourceIp: row.sourceIp, count: Number(row.count) }, { dkim: row.dkim, spf: row.spf as { result: string }[] });
        else if (parent === 'dkim' && path.at(-2) === 'auth_results') row.dkim.at(-1)![name] = text;
        else if (parent === 'spf' && path.at(-2) === 'auth_results') row.spf.at(-1)![name] = text;
        else if (name === 'source_ip') row.sourceIp = text;
        else if (name === 'count') row.count = text;
        else if (parent === 'policy_evaluated' || parent === 'identifiers') row.others[`${parent}.${name}`] = text;
      });
      if (file.endsWith('.gz')) parser.write(gunzipSync(readFileSync(file)).toString());
      else for await (const chunk of createReadStream(file, 'utf8')) parser.write(chunk as string);
      parser.close();
    }
    return tally.sums;
  };
}

function emptyRow(): { sourceIp: string; count: string; others: Record<string, string>; dkim: Record<string, string>[]; spf: Record<string, string>[] } {
  return { sourceIp: '', count: '', others: {}, dkim: [], spf: [] };
}

interface FastXmlParserModule {
  XMLParser: new (options: object) => { parse(text: string): { feedback: { record: PeerRecord[] } } };
}

interface PeerRecord {
  row: { source_ip: string; count: string };
  auth_results: { dkim: unknown[]; spf: { result: string }[] };
}

function readWithFastXmlParser({ XMLParser }: FastXmlParserModule): Reader {
  return async files => {
    const tally = new Tally();
    const lists = new Set(['feedback.record', 'feedback.record.auth_results.dkim', 'feedback.record.auth_results.spf']);
    const parser = new XMLParser({ parseTagValue: false, isArray: (_: string, path: unknown) => lists.has(String(path)) });
    for (const file of files) {
      const bytes = readFileSync(file);
      const { feedback } = parser.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
      for (const { row, auth_results: { dkim, spf } } of feedback.record) tally.add({ sourceIp: row.source_ip, count: Number(row.count) }, { dkim, spf });
    }
    return tally.sums;
  };
}
