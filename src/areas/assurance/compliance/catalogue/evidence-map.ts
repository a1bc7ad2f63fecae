import type { EvidenceKindName } from '../../../evidence-source.ts';
import { frameworkOf } from './index.ts';

/** What this service sees by itself, as evidence for controls; it never makes a control met. Ours, of November 2026. */
export interface EvidenceKind {
  kind: EvidenceKindName;
  title: string;
  /** How far it goes: a part of what the control asks, support for it, or the record that the control asks for. */
  strength: 'partial' | 'supporting' | 'record';
  /** What has to be said with it. */
  limits: string | null;
  /** How long what was seen counts; then it is stale. */
  freshDays: number;
  /** Controls by framework. */
  controls: Readonly<Record<string, readonly string[]>>;
}

export const evidenceMap: readonly EvidenceKind[] = [
  { kind: 'emailAuth', title: 'SPF/DKIM/DMARC check, DMARC reports', strength: 'partial', limits: null, freshDays: 7, controls: { 'pci-dss': ['5.4'], 'cmmc-l2': ['SC.L2-3.13.15', 'SI.L2-3.14.6'], 'hipaa-security': ['164.308(a)(5)(ii)(B)'], 'ftc-safeguards': ['314.4(d)'] } },
  { kind: 'tlsConfig', title: 'TLS versions, ciphers, certificate validity, HSTS', strength: 'partial', limits: null, freshDays: 7, controls: { 'pci-dss': ['4.2', '2.2'], 'cmmc-l2': ['SC.L2-3.13.8', 'SC.L2-3.13.15'], 'hipaa-security': ['164.312(e)(2)(i)', '164.312(e)(2)(ii)'], 'ftc-safeguards': ['314.4(c)(3)'] } },
  { kind: 'vulnScan', title: 'Vulnerability scan with CVE match', strength: 'partial', limits: 'not an ASV scan', freshDays: 90, controls: { 'pci-dss': ['6.3', '11.3'], 'cmmc-l2': ['RA.L2-3.11.2', 'RA.L2-3.11.3', 'SI.L2-3.14.1'], 'cmmc-l1': ['SI.L1-b.1.xii'], 'hipaa-security': ['164.308(a)(1)(ii)(A)', '164.308(a)(8)'], 'ftc-safeguards': ['314.4(d)'] } },
  { kind: 'portScan', title: 'Open port and service inventory of targets', strength: 'partial', limits: null, freshDays: 30, controls: { 'pci-dss': ['1.2', '1.3', '1.4', '2.2'], 'cmmc-l2': ['CM.L2-3.4.7', 'SC.L2-3.13.1', 'SC.L2-3.13.6'], 'cmmc-l1': ['SC.L1-b.1.x'], 'hipaa-security': ['164.308(a)(1)(ii)(A)'] } },
  { kind: 'components', title: 'Component/version inventory and alerts', strength: 'partial', limits: null, freshDays: 30, controls: { 'pci-dss': ['6.3'], 'cmmc-l2': ['CM.L2-3.4.1', 'SI.L2-3.14.3'], 'ftc-safeguards': ['314.4(c)(2)'] } },
  { kind: 'httpHeaders', title: 'Security headers, CSP, script inventory of payment pages and tamper watch', strength: 'partial', limits: null, freshDays: 30, controls: { 'pci-dss': ['6.4', '11.6'], 'cmmc-l2': ['SC.L2-3.13.13'] } },
  { kind: 'dnsEvents', title: 'DNS and registrar change log with authorize/deny', strength: 'partial', limits: null, freshDays: 7, controls: { 'pci-dss': ['1.2', '6.5'], 'cmmc-l2': ['CM.L2-3.4.3', 'AU.L2-3.3.1', 'SI.L2-3.14.6'], 'hipaa-security': ['164.312(c)(1)'], 'ftc-safeguards': ['314.4(c)(7)'] } },
  { kind: 'darkweb', title: 'Leaked credential monitoring', strength: 'supporting', limits: null, freshDays: 30, controls: { 'pci-dss': ['12.10'], 'cmmc-l2': ['SI.L2-3.14.7', 'IR.L2-3.6.1'], 'hipaa-security': ['164.308(a)(6)(ii)', '164.308(a)(5)(ii)(D)'] } },
  { kind: 'lookalikes', title: 'Lookalike domain watch', strength: 'supporting', limits: null, freshDays: 14, controls: { 'pci-dss': ['5.4'], 'cmmc-l2': ['SI.L2-3.14.6', 'AT.L2-3.2.1'] } },
  { kind: 'uptime', title: 'Custom checks and incident history', strength: 'supporting', limits: null, freshDays: 2, controls: { 'hipaa-security': ['164.308(a)(7)(ii)(D)'], 'pci-dss': ['10.7'], 'cmmc-l2': ['IR.L2-3.6.1'] } },
  { kind: 'thirdPartyStatus', title: 'Third-party service status and provider list', strength: 'supporting', limits: null, freshDays: 2, controls: { 'pci-dss': ['12.8'], 'ftc-safeguards': ['314.4(f)'], 'hipaa-security': ['164.308(b)(3)'] } },
  { kind: 'auditLog', title: 'Service audit log (keys, members, approvals)', strength: 'partial', limits: 'this service only', freshDays: 7, controls: { 'pci-dss': ['10.2', '10.3', '10.5'], 'cmmc-l2': ['AU.L2-3.3.1', 'AU.L2-3.3.2', 'AU.L2-3.3.8'], 'hipaa-security': ['164.312(b)', '164.308(a)(1)(ii)(D)'], 'ftc-safeguards': ['314.4(c)(8)'] } },
  { kind: 'incidentRecords', title: 'Incident records with deadlines', strength: 'record', limits: null, freshDays: 365, controls: { 'pci-dss': ['12.10'], 'cmmc-l2': ['IR.L2-3.6.1', 'IR.L2-3.6.2'], 'hipaa-security': ['164.308(a)(6)(ii)'], 'ftc-safeguards': ['314.4(h)', '314.4(j)'] } },
  { kind: 'wisp', title: 'Written information security plan record', strength: 'record', limits: null, freshDays: 365, controls: { 'ftc-safeguards': ['314.4(a)', '314.4(b)'], 'cmmc-l2': ['CA.L2-3.12.4'], 'hipaa-security': ['164.316(a)', '164.316(b)(2)(iii)'] } },
];

/** The controls that are assessed where evidence is for `id`: itself, or what stands below it where it is a heading. */
export function assessedBelow(framework: string, id: string): string[] {
  const controls = frameworkOf(framework)?.controls ?? [];
  if (!controls.find(one => one.id === id)?.heading) return [id];
  const above = id.replace(/\([^()]*\)$/, '');
  return controls.filter(one => !one.heading && one.id.startsWith(above)).map(one => one.id);
}

const byControl = new Map<string, EvidenceKind[]>();
for (const kind of evidenceMap) {
  for (const [framework, ids] of Object.entries(kind.controls)) {
    for (const id of ids.flatMap(of => assessedBelow(framework, of))) byControl.set(`${framework}:${id}`, [...byControl.get(`${framework}:${id}`) ?? [], kind]);
  }
}

/** What is evidence for a control, in the order of the map. */
export function evidenceFor(framework: string, control: string): readonly EvidenceKind[] {
  return byControl.get(`${framework}:${control}`) ?? [];
}

const DAY_MS = 86_400_000;
const freshMs = new Map(evidenceMap.map(({ kind, freshDays }) => [kind, freshDays * DAY_MS]));

/** Whether what was seen at `at` still counts at `now`, both in epoch milliseconds. */
export function isFresh(kind: EvidenceKindName, at: number, now: number): boolean {
  return now - at <= freshMs.get(kind)!;
}
