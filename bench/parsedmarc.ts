import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Sums } from './dmarc-peers.ts';

const run = promisify(execFile);
const python = process.env['DSS_BENCH_PYTHON'] ?? 'python3';

/** Without look-ups, in DNS or in its table of networks; it has no sums of its own for results. */
const PROGRAM = `
import sys, json, gzip, resource, parsedmarc.utils
parsedmarc.utils.get_ip_address_db_record = lambda *_, **__: {'country': None, 'asn': None, 'as_name': None, 'as_domain': None}
from parsedmarc import parse_aggregate_report_xml
use = lambda: resource.getrusage(resource.RUSAGE_SELF)
base, before = use().ru_maxrss / 1024, use()
records = messages = dkim = passes = 0; addresses = set()
for file in sys.argv[1:]:
    data = open(file, 'rb').read()
    xml = (gzip.decompress(data) if file.endswith('.gz') else data).decode()
    for record in parse_aggregate_report_xml(xml, offline=True)['records']:
        records += 1; messages += record['count']; dkim += len(record['auth_results']['dkim'])
        passes += record['auth_results']['spf'][0]['result'] == 'pass'; addresses.add(record['source']['ip_address'])
after = use()
print(json.dumps({'found': {'records': records, 'messages': messages, 'dkimResults': dkim, 'spfPasses': passes, 'addresses': len(addresses)},
  'cpuMs': 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), 'baseMiB': base, 'peakMiB': after.ru_maxrss / 1024}))
`;

/** What a program of its own found, and what it took. */
export interface Run<Found> {
  found: Found;
  cpuMs: number;
  baseMiB: number;
  peakMiB: number;
}

/** Reads reports with parsedmarc, in a process of its own; null where it is not installed (DSS_BENCH_PYTHON says which Python has it). */
export async function readWithParsedmarc(files: readonly string[]): Promise<Run<Sums> | null> {
  try {
    return await runProgram(python, ['-c', PROGRAM, ...files]);
  } catch (error) {
    if (/ModuleNotFoundError|ENOENT/.test(String(error))) return null;
    throw error;
  }
}

export async function runProgram<Found>(program: string, args: readonly string[]): Promise<Run<Found>> {
  return JSON.parse((await run(program, args)).stdout) as Run<Found>;
}
