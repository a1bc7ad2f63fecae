import { bySeverity } from '../../../core/finding.ts';
import type { ReportPart, ReportSection, ReportTable } from '../../report-section.ts';
import { evidentPorts } from './completed.ts';
import type { ScanSummary } from './judge-scan.ts';
import type { ServiceSeen } from './services/index.ts';
import { presentFinding } from './shapes.ts';
import type { HttpSeen } from './stages/http.ts';
import { findingsOfDomain, type FindingRow } from './store/findings.ts';
import { contentsOf, finishedScans, type HostRow, type PortRow, type ScanContents, type ScanRow } from './store/scans.ts';
import { exposureTexts, type ExposureTexts } from './texts.ts';

/** Rows of one table that a report shows. */
const MAX_ROWS = 200;

/** What the last scan of the hosts of a domain found. */
export const exposureSection: ReportSection = {
  name: 'exposure',
  scope: 'vulnscan',
  plan: 'pro',
  async read({ db, domainId, now, say }) {
    const [scan] = await finishedScans(db, domainId, 1);
    return scan ? exposurePart({ scan, contents: await contentsOf(db, scan.id), findings: await findingsOfDomain(db, domainId), now }, say(exposureTexts)) : null;
  },
};

interface Scanned {
  scan: ScanRow;
  contents: Pick<ScanContents, 'hosts' | 'ports'>;
  findings: readonly FindingRow[];
  now: number;
}

/** The section in words; of the findings those that are open and not accepted. */
export function exposurePart({ scan, contents, findings, now }: Scanned, texts: ExposureTexts): ReportPart {
  const { hosts, notTested, changes } = JSON.parse(scan.summary!) as ScanSummary;
  const open = findings.filter(({ state }) => state === 'open').map(row => presentFinding(row, now));
  const wanted = open.filter(({ exception }) => exception === null).toSorted(bySeverity);
  const ports = evidentPorts(contents);
  const accepted = open.length - wanted.length;
  return {
    heading: texts.heading,
    paragraphs: [
      texts.scanned(scan.finished_at!, hosts, ports.length), texts.changed(changes.new + changes.reopened, changes.changed, changes.resolved),
      ...(notTested > 0 ? [texts.notTested(notTested)] : []), ...(accepted > 0 ? [texts.accepted(accepted)] : []),
    ],
    tables: [
      tableOf(texts.findings, wanted, ({ address, port, severity, title, verified, fix }) => [
        locationOf(address, port), { severity }, verified === 'verified' ? title : texts.findings.inconclusive(title), fix?.text ?? '–',
      ]),
      tableOf(texts.ports, ports, port => portRow(port, contents.hosts.find(({ address }) => address === port.address)!, texts)),
    ],
  };
}

function portRow({ address, port, service, http }: PortRow, host: HostRow, { ports: says }: ExposureTexts): string[] {
  const { names } = JSON.parse(host.names) as { names: string[] };
  const seen = service === null ? null : JSON.parse(service) as ServiceSeen;
  const server = http === null ? null : (JSON.parse(http) as HttpSeen).server;
  return [locationOf(address, port), host.edge === null ? names.join(', ') || '–' : says.ofEdge(host.edge), seen?.product ?? seen?.name ?? seen?.protocol ?? server ?? says.unknown, seen?.version ?? '–'];
}

function tableOf<Row>(
  { caption, heads, none, more }: Pick<ReportTable, 'caption' | 'heads' | 'none'> & { more(count: number): string }, rows: readonly Row[], cells: (row: Row) => ReportTable['rows'][number],
): ReportTable {
  return { caption, heads, none, rows: rows.slice(0, MAX_ROWS).map(cells), more: rows.length > MAX_ROWS ? more(rows.length - MAX_ROWS) : null };
}

function locationOf(address: string, port: number | null): string {
  if (port === null) return address;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
