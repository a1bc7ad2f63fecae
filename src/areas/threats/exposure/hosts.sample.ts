// Hosts of the lab as a scan reaches them: through the real door, on loopback.
import { readFileSync } from 'node:fs';
import { routeIn, type PortHabit } from '../../../../lab/services/hosts.ts';
import { systemClock as clock } from '../../../core/clock.ts';
import type { OpenTarget } from '../../../core/outside/scan-target.ts';
import { createDoor } from '../../../wire/door.ts';
import { createOpenTarget } from '../../../wire/scan-target.ts';
import { createTlsProbes } from '../../../wire/tls/probe.ts';

/** Reaches hosts of the lab, and nothing else. */
export function targetsOf(routes: ReadonlyMap<string, number>): OpenTarget {
  const door = createDoor({ allow: [], route: routeIn(routes), clock, resolve: async () => ({ outcome: 'absent', nxdomain: true, via: [] }) });
  return createOpenTarget({ door, tlsBy: createTlsProbes({ ca: [], clock, random: Math.random }), explainedAt: 'https://scan.example/' });
}

/** A port where a program of Debian answers as it was recorded. */
export function recorded(program: string): PortHabit {
  const { replies } = JSON.parse(readFileSync(new URL(`services/golden/${program}.json`, import.meta.url), 'utf8')) as { replies: Record<string, string> };
  const asked = Object.keys(replies).filter(key => key.startsWith('none|')).toSorted((a, b) => b.length - a.length);
  const before = (key: string) => asked.find(other => other !== key && key.startsWith(other)) ?? 'none|';
  return { kind: 'says', ...(replies['none|'] !== undefined && { greeting: replies['none|'] }), replies: asked.filter(key => key !== 'none|').map(key => [questionIn(key.slice(before(key).length)), replies[key]!] as const) };
}

/** What follows the first line of a request by HTTP differs with the host. */
function questionIn(asked: string): string {
  return /^GET [^\r]+/.exec(asked)?.[0] ?? asked;
}
