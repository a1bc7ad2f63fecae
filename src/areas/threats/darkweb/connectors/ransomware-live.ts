import { createHash } from 'node:crypto';
import { z } from 'zod';
import { registrableDomain } from '../../../../core/domain-name.ts';
import { claimsOn, keepClaims, type Claim } from '../store/claims.ts';
import { inForm, Title, type Asking, type Connector } from './connector.ts';

const HOUR_MS = 3_600_000;
const LIST_HOLDS_MS = HOUR_MS;
const MAX_CLAIMS = 20_000;

const Victims = z.array(z.unknown()).max(MAX_CLAIMS);
const Text = z.string().max(2000).nullish().catch(null);
const Victim = z.object({ victim: Text, group: Title, discovered: Text, attackdate: Text, domain: Text, website: Text });
const Facts = z.object({ readAt: z.number() }).catch({ readAt: 0 });

/** ransomware.live: the list of recent claims is read once for everybody and compared here, so that no name of a domain leaves the house. */
export const ransomwareLive: Connector = {
  source: 'ransomwareLive',
  holdsMs: 0,
  async read(asking) {
    await readClaims(asking);
    const claims = await claimsOn(asking.db, registrableDomain(asking.domain) ?? asking.domain);
    return {
      outcome: 'reported', revision: null,
      incidents: claims.map(({ id, actor, discoveredAt }) => ({
        kind: 'ransomClaim', name: id, title: actor, occurredOn: new Date(discoveredAt).toISOString().slice(0, 10), fields: [], isSensitive: false, isVerified: false, appearances: [], count: null, mark: null,
      })),
    };
  },
};

/** Reads the list where that was not done in the last hour. */
export async function readClaims(asking: Pick<Asking, 'facts' | 'keepFacts' | 'ask' | 'now'>): Promise<void> {
  const { now } = asking;
  if (now - Facts.parse(await asking.facts()).readAt < LIST_HOLDS_MS) return;
  const victims = inForm(Victims.nullable(), await asking.ask({ path: 'recentvictims' })) ?? [];
  const claims = victims.flatMap(victim => claimIn(victim, now) ?? []);
  await asking.keepFacts({ readAt: now, claims: victims.length }, tx => keepClaims(tx, claims, now));
}

/** A claim on a domain; victims that are named without one cannot be compared. */
function claimIn(json: unknown, now: number): Claim | null {
  const { data } = Victim.safeParse(json);
  if (!data) return null;
  const domain = [data.domain, data.website, data.victim].map(text => hostIn(text ?? '')).find(host => host !== null);
  if (!domain) return null;
  const discovered = Date.parse(`${(data.discovered ?? data.attackdate ?? '').slice(0, 10)}T00:00:00Z`);
  const discoveredAt = Number.isNaN(discovered) ? now : Math.min(discovered, now);
  return { id: createHash('sha256').update(`${data.group} ${domain} ${new Date(discoveredAt).toISOString().slice(0, 10)}`).digest('hex').slice(0, 32), domain, actor: data.group, discoveredAt };
}

/** The registrable domain of a name or URL; null for names of companies. */
function hostIn(text: string): string | null {
  const host = (URL.parse(text)?.hostname ?? text.split('/', 1)[0]!).trim().toLowerCase();
  return /^(?=.{4,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) ? registrableDomain(host) : null;
}
