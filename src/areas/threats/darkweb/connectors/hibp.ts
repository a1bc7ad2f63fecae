import { z } from 'zod';
import { isWithin } from '../../../../core/domain-name.ts';
import { breachesNamed, keepCatalogue, type CatalogueBreach } from '../store/catalogue.ts';
import { dayIn, fieldsIn, inForm, localPartIn, MAX_APPEARANCES, MAX_INCIDENTS, sitesIn, Title, Unanswered, type Appearance, type Asking, type Connector, type Reported } from './connector.ts';

const MINUTE_MS = 60_000;
/** Flags of a subscription change rarely; somebody who verifies a domain waits for it. */
const SUBSCRIPTION_HOLDS_MS = { verified: 60 * MINUTE_MS, unverified: MINUTE_MS };

const Count = z.int().min(0).max(2_147_483_647);
const Subscription = z.object({
  SubscriptionName: Title.catch('unknown'),
  Rpm: Count.min(1).catch(10),
  IncludesStealerLogs: z.boolean().catch(false),
  IncludesAutoSubdomainVerification: z.boolean().catch(false),
});
const Subscribed = z.array(z.object({ DomainName: z.string().max(253) })).max(100_000);
const Verification = z.object({ txtRecordValue: z.string().regex(/^hibp-verify=[\w-]{1,100}$/) });
const Latest = z.object({ Name: z.string().min(1).max(200), AddedDate: z.string().max(40), ModifiedDate: z.string().max(40).catch('') });
const Breach = z.object({
  Name: z.string().min(1).max(200).regex(/^[\w.-]+$/), Title: Title.catch(''), BreachDate: z.string().max(40).catch(''), AddedDate: z.string().max(40).catch(''), DataClasses: z.array(z.string().max(200)).max(200).catch([]),
  IsVerified: z.boolean().catch(true), IsSensitive: z.boolean().catch(false), IsStealerLog: z.boolean().catch(false),
});
const Breaches = z.array(z.unknown()).max(20_000);
/** Aliases, which are local parts, with names of breaches or of websites. */
const ByAlias = z.record(z.string().max(320), z.array(z.string().max(500)).max(5000));
const Addresses = z.array(z.string().max(500)).max(1_000_000);

/** What is known of the subscription, and of the catalogue. */
const Facts = z.object({
  subscription: Subscription.nullable().catch(null), subscribedAt: z.number().catch(0), domains: z.array(z.string()).catch([]), latest: z.string().nullable().catch(null),
}).catch({ subscription: null, subscribedAt: 0, domains: [], latest: null });
type Facts = z.output<typeof Facts>;

/**
 * Have I Been Pwned, version 3 of its API. The subscription says how often it may be asked and what it includes; the newest breach
 * says whether anything is new. A domain that is proven here is verified there, where its plan allows it. Sends the names of domains alone.
 */
export const hibp: Connector = {
  source: 'hibp',
  holdsMs: 0,
  async read(asking) {
    const { domain } = asking;
    const facts = await readCatalogue(asking, await verifyDomain(asking, await readSubscription(asking)));
    const { IncludesStealerLogs: withStealers } = facts.subscription!;
    const revision = `${facts.latest} ${withStealers}`;
    if (asking.revision === revision) return { outcome: 'unchanged' };
    const ask = pacedBy(asking, facts);
    const incidents = await breachesOf(asking, inForm(ByAlias.nullable(), await ask(`breacheddomain/${domain}`)) ?? {});
    if (withStealers) incidents.push(...employeesIn(inForm(ByAlias.nullable(), await ask(`stealerlogsbyemaildomain/${domain}`)) ?? {}), ...customersIn(inForm(Addresses.nullable(), await ask(`stealerlogsbywebsitedomain/${domain}`)) ?? []));
    return { outcome: 'reported', revision, incidents };
  },
};

function pauseOf({ subscription }: Facts): number {
  return Math.ceil(MINUTE_MS / subscription!.Rpm);
}

function pacedBy(asking: Asking, facts: Facts): (path: string) => Promise<unknown> {
  return path => asking.ask({ path }, pauseOf(facts));
}

function isVerified(domain: string, { domains, subscription }: Facts): boolean {
  return domains.some(verified => domain === verified || (subscription?.IncludesAutoSubdomainVerification === true && isWithin(domain, verified)));
}

/** What the subscription allows, and for which domains; read again where the domain was not among them. */
async function readSubscription(asking: Asking): Promise<Facts> {
  const facts = Facts.parse(await asking.facts());
  const { now, domain } = asking;
  if (facts.subscription !== null && now - facts.subscribedAt < SUBSCRIPTION_HOLDS_MS[isVerified(domain, facts) ? 'verified' : 'unverified']) return facts;
  return readDomains(asking, { ...facts, subscription: inForm(Subscription, await asking.ask({ path: 'subscription/status' })) });
}

async function readDomains(asking: Asking, facts: Facts): Promise<Facts> {
  const subscribed = inForm(Subscribed.nullable(), await pacedBy(asking, facts)('subscribeddomains')) ?? [];
  const fresh = { ...facts, subscribedAt: asking.now, domains: subscribed.map(({ DomainName }) => DomainName.toLowerCase()) };
  await asking.keepFacts(fresh);
  return fresh;
}

/** Has the domain verified by the TXT record that the source wants to see; throws `Unanswered`, with that record, where it does not see it yet. */
async function verifyDomain(asking: Asking, facts: Facts): Promise<Facts> {
  const { domain } = asking;
  if (isVerified(domain, facts)) return facts;
  const command = (path: string) => asking.ask({ path, json: JSON.stringify({ DomainName: domain }) }, pauseOf(facts));
  const unlessRefused = (error: unknown) => {
    if (error instanceof Unanswered && error.state !== 'limited') return null;
    throw error;
  };
  const record = Verification.safeParse(await command('domainverification/generatednstoken').catch(unlessRefused)).data?.txtRecordValue;
  if (record === undefined) throw new Unanswered('notAllowed', `${domain} is not verified at Have I Been Pwned. Add it at https://haveibeenpwned.com/DomainSearch with the account of the key, by its TXT record, then scan again.`);
  await command('domainverification/verifydnstoken').catch(unlessRefused);
  const fresh = await readDomains(asking, facts);
  if (!isVerified(domain, fresh)) throw new Unanswered('notAllowed', `Have I Been Pwned has not verified ${domain} yet. Publish the TXT record ${record} at ${domain}, then scan again.`);
  return fresh;
}

/** The catalogue of breaches, read whole where the newest one is another. */
async function readCatalogue(asking: Asking, facts: Facts): Promise<Facts> {
  const ask = pacedBy(asking, facts);
  const newest = inForm(Latest.nullable(), await ask('latestbreach'));
  const latest = newest === null ? '' : `${newest.Name} ${newest.AddedDate} ${newest.ModifiedDate}`;
  if (latest === facts.latest) return facts;
  const breaches = inForm(Breaches.nullable(), await ask('breaches')) ?? [];
  const fresh = { ...facts, latest };
  await asking.keepFacts(fresh, tx => keepCatalogue(tx, breaches.flatMap(one => breachIn(one) ?? [])));
  return fresh;
}

function breachIn(json: unknown): CatalogueBreach | null {
  const { data } = Breach.safeParse(json);
  if (!data) return null;
  const added = Date.parse(data.AddedDate);
  return {
    name: data.Name, title: data.Title || data.Name, breachedOn: dayIn(data.BreachDate), addedAt: Number.isNaN(added) ? null : added, fields: fieldsIn(data.DataClasses),
    isVerified: data.IsVerified, isSensitive: data.IsSensitive, isStealer: data.IsStealerLog,
  };
}

/** The breaches that the aliases name, each with its addresses. One that the catalogue lacks may be sensitive. */
async function breachesOf({ db }: Asking, byAlias: z.output<typeof ByAlias>): Promise<Reported[]> {
  const inBreach = new Map<string, Appearance[]>();
  for (const { localPart, names } of aliasesIn(byAlias)) {
    for (const name of names) {
      const appearances = inBreach.get(name);
      if (appearances) appearances.push({ localPart, sites: [] });
      else inBreach.set(name, [{ localPart, sites: [] }]);
    }
  }
  const names = [...inBreach.keys()].filter(name => /^[\w.-]{1,200}$/.test(name)).slice(0, MAX_INCIDENTS);
  const known = await breachesNamed(db, names);
  return names.map(name => {
    const breach = known.get(name);
    return {
      kind: 'breach', name, title: breach?.title ?? name, occurredOn: breach?.breachedOn ?? null, fields: breach?.fields ?? [], isSensitive: breach?.isSensitive ?? true, isVerified: breach?.isVerified ?? null,
      appearances: inBreach.get(name)!, count: null, mark: null,
    };
  });
}

function employeesIn(byAlias: z.output<typeof ByAlias>): Reported[] {
  const appearances = aliasesIn(byAlias).map(({ localPart, names }) => ({ localPart, sites: sitesIn(names) }));
  return appearances.length === 0 ? [] : [{
    kind: 'stealerEmployee', name: 'stealerLogs', title: 'Stealer logs', occurredOn: null, fields: ['Email addresses', 'Passwords', 'Websites'], isSensitive: false, isVerified: null, appearances, count: null, mark: null,
  }];
}

/** Addresses of customers are of other domains: they are counted and dropped. */
function customersIn(addresses: z.output<typeof Addresses>): Reported[] {
  return addresses.length === 0 ? [] : [{
    kind: 'stealerCustomer', name: 'stealerLogsOfWebsite', title: 'Stealer logs', occurredOn: null, fields: ['Email addresses', 'Passwords'], isSensitive: false, isVerified: null, appearances: [], count: addresses.length, mark: null,
  }];
}

function aliasesIn(byAlias: z.output<typeof ByAlias>): { localPart: string; names: string[] }[] {
  return Object.entries(byAlias).slice(0, MAX_APPEARANCES).flatMap(([alias, names]) => {
    const localPart = localPartIn(alias);
    return localPart === null ? [] : [{ localPart, names: [...new Set(names)] }];
  });
}
