// What the gallery shows: results that the lab has told, and charts of made-up figures.
import { checkBelow } from '../../../src/areas/domains/email-security/names-below.ts';
import { forgeriesOf } from '../../../src/areas/domains/email-security/forgery.ts';
import { mailRouteOf } from '../../../src/areas/domains/email-security/mail-route.ts';
import { tilesOf } from '../../../src/areas/domains/email-security/email-security.ts';
import { checkSteps } from '../../../src/areas/domains/setup/live.ts';
import { setupOf } from '../../../src/areas/domains/setup/setup.ts';
import { runCheck, runCheckup, type CheckServices, type CheckResult } from '../../../src/areas/domains/check/index.ts';
import type { DataOf } from '../../../web/api/client.ts';
import type { CountedDay } from '../../../web/charts/timeline-days.ts';
import type { ScorePoint } from '../../../web/charts/score-line.tsx';
import type { HourOfUse } from '../../../web/charts/usage-bars.tsx';
import type { Report } from '../../../web/areas/domains/check/report/types.ts';

export type Scene =
  | { kind: 'report'; report: Report }
  | { kind: 'email'; data: DataOf<'GET /api/domains/{id}/email-security'>['data'] }
  | { kind: 'setup'; data: DataOf<'GET /api/domains/{id}/setup'>['data'] }
  | { kind: 'diffs'; pairs: { title: string; before: string[]; after: string[] }[] }
  | { kind: 'charts'; points: ScorePoint[]; hours: HourOfUse[]; counted: CountedDay[]; from: string; to: string };

/** Domains of the lab, and what each shows that no other does. */
const reported = {
  'healthy.example': 'nothing to mend',
  'spf-too-many-lookups.example': 'a deep SPF tree that breaks the limit',
  'spf-void-lookups.example': 'void lookups',
  'dnssec-broken.example': 'a chain of trust that breaks',
  'lookup-servers-silent.example': 'looks that fail everywhere',
  'lookup-mx-servfail.example': 'one look that fails',
  'ns-silent.example': 'nameservers of which one is silent',
  'reg-expires-this-week.example': 'a critical finding',
  'bulk-refused.example': 'several remedies with records to publish',
  'no-mail.example': 'a domain without mail',
  'does-not-exist.example': 'a domain that does not exist',
} as const;

const LOOKUP_MS = 5000;

/** Every scene by its name. */
export async function makeScenes(context: CheckServices): Promise<Map<string, Scene>> {
  const scenes = new Map<string, Scene>([['charts', charts()], ['diffs', diffs()]]);
  for (const domain of Object.keys(reported)) scenes.set(domain, reportOf(await runCheckup(context, domain), 'checkup'));
  const plain = await runCheck(context, 'bulk-refused.example');
  scenes.set('check alone', reportOf(plain, 'check'));
  scenes.set('under way', underWay(plain));
  for (const domain of ['healthy.example', 'bulk-refused.example', 'lookup-all-servfail.example']) {
    const result = await runCheck(context, domain);
    scenes.set(`email of ${domain}`, await emailOf(context, result));
    scenes.set(`setup of ${domain}`, await setupSceneOf(context, result));
  }
  return scenes;
}

function reportOf(result: CheckResult, depth: Report['depth']): Scene {
  return { kind: 'report', report: { domain: result.domain, depth, at: result.timestamp, records: result.records, result } };
}

function underWay({ domain, timestamp, records }: CheckResult): Scene {
  const { spf, mx, dnssec, nameservers } = records;
  return { kind: 'report', report: { domain, depth: 'check', at: timestamp, records: { spf, mx, dnssec, nameservers }, result: null } };
}

async function emailOf({ open, random }: CheckServices, result: CheckResult): Promise<Scene> {
  const session = open(AbortSignal.timeout(LOOKUP_MS), 'check');
  const forgeries = await forgeriesOf(result, await checkBelow(result, [], session.clients.dns, random), session.clients.dns);
  session.close();
  const data = { domain: result.domain, checkedAt: result.timestamp, profile: result.profile.kind, tiles: tilesOf(result, []), route: mailRouteOf(result), bulkSenders: result.bulkSenders, forgeries };
  return { kind: 'email', data };
}

async function setupSceneOf({ open }: CheckServices, result: CheckResult): Promise<Scene> {
  const session = open(AbortSignal.timeout(LOOKUP_MS), 'check');
  const steps = await checkSteps(setupOf(result), result, session.clients.dns);
  session.close();
  const { provider } = result.records.nameservers;
  const host = provider.url === null ? null : { name: provider.name, portalUrl: provider.url, howTo: null };
  const next = steps.find(({ state }) => state === 'todo')?.id ?? null;
  return { kind: 'setup', data: { domain: result.domain, checkedAt: result.timestamp, profile: result.profile.kind, host, next, steps } };
}

function diffs(): Scene {
  return {
    kind: 'diffs',
    pairs: [
      { title: 'SPF', before: ['v=spf1 mx include:_spf.google.com ip4:192.0.2.0/24 ~all'], after: ['v=spf1 include:_spf.google.com include:sendgrid.net ip4:192.0.2.0/24 -all'] },
      { title: 'DMARC', before: ['v=DMARC1; p=reject; rua=mailto:dmarc@example.org; pct=100'], after: ['v=DMARC1; p=none; rua=mailto:dmarc@example.org,mailto:reports@collector.example; sp=none'] },
      { title: 'MX', before: ['1 aspmx.l.google.com', '5 alt1.aspmx.l.google.com'], after: ['0 mail.stranger.example', '5 alt1.aspmx.l.google.com'] },
      { title: 'DKIM', before: [`v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(8)}`], after: [`v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8B'.repeat(8)}`] },
      { title: 'A record that appeared', before: [], after: ['0 issue "letsencrypt.org"'] },
      { title: 'The same', before: ['ns1.example.net', 'ns2.example.net'], after: ['ns2.example.net', 'ns1.example.net'] },
    ],
  };
}

const START = Date.UTC(2026, 8, 1, 5, 40);
const DAY_MS = 86_400_000;

function charts(): Scene {
  const at = (day: number) => new Date(START + day * DAY_MS).toISOString();
  const scores = Array.from({ length: 80 }, (_, day) => (day >= 30 && day < 36 ? null : day < 55 ? 72 + (day % 9 === 0 ? 2 : 0) : day < 62 ? 49 : 91));
  const gradeAt = (score: number) => (score > 90 ? 'A' as const : score > 60 ? 'C' as const : 'F' as const);
  return {
    kind: 'charts',
    points: scores.map((score, day) => ({ at: at(day), score, grade: score === null ? null : gradeAt(score) })),
    hours: Array.from({ length: 24 }, (_, hour) => {
      const [errors, limited] = [hour % 7 === 0 ? 40 : 3, hour > 18 && hour < 21 ? 180 : 0];
      return { startsAt: new Date(Date.UTC(2026, 8, 1, hour)).toISOString(), requests: hour < 5 ? 0 : 200 + 37 * (hour % 6) + errors + limited, errors: hour < 5 ? 0 : errors, limited };
    }),
    counted: Array.from({ length: 30 }, (_, day) => ({ day: at(day).slice(0, 10), critical: day % 11 === 0 ? 1 : 0, high: day % 7 === 0 ? 2 : 0, medium: day % 3, low: day % 5, info: day === 20 ? 4900 : 0 })),
    from: at(0),
    to: at(29),
  };
}
