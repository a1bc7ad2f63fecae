import type { EvidenceKindName } from '../../../evidence-source.ts';
import { seenOf, type PlanFacts } from './facts.ts';

/** What an entry can begin with, and where that comes from. */
export interface Draft {
  text: string;
  source: string;
}

type Drafted = (facts: PlanFacts) => Draft | null;

const SHOWN_NAMES = 20;

/** What the account knows, as drafts by `section.field`; entries that it knows nothing of are left out. Pure. */
export function draftsOf(facts: PlanFacts): ReadonlyMap<string, Draft> {
  return new Map(Object.entries(drafted).flatMap(([id, draft]) => {
    const made = draft(facts);
    return made ? [[id, made] as const] : [];
  }));
}

const drafted: Readonly<Record<string, Drafted>> = {
  'objective.firmName': ({ firm }) => ({ text: firm, source: 'Name of the account' }),
  'responsible.qualifiedIndividual': ownerOf('ftc-safeguards:314.4(a)'),
  'responsible.dataSecurityCoordinator': ownerOf('hipaa-security:164.308(a)(2)'),
  'riskAssessment.externalRisks': ({ risks }) => (risks === undefined || risks.length === 0 ? null : { text: ['This service has found:', ...risks.map(risk => `- ${risk}`)].join('\n'), source: 'Evidence that contradicts' }),
  'inventory.assets': ({ domains }) => (domains === undefined || domains.total === 0 ? null : { text: `${count(domains.total, 'domain', 'domains')}: ${named(domains.names, domains.total)}`, source: 'Inventory of domains' }),
  'retention.disposalMethod': saidOf('ftc-safeguards:314.4(c)(6)'),
  'access.roles': ({ people }) => (people === undefined || people.length === 0 ? null : {
    text: `People of this service by role: ${[...Map.groupBy(people, ({ role }) => role)].map(([role, of]) => `${role} ${of.length}`).join(', ')}.`, source: 'People of the account',
  }),
  'access.mfa': ({ people }) => (people === undefined || people.length === 0 ? null : {
    text: `${people.filter(({ hasSecondFactor }) => hasSecondFactor).length} of ${count(people.length, 'person', 'people')} of this service have an authenticator app as second factor.`, source: 'Sign-in of this service',
  }),
  'network.firewall': seenAs('portScan', 'Open ports of our hosts are scanned from outside'),
  'network.patching': seenAs('vulnScan', 'Our hosts are scanned for known vulnerabilities'),
  'transmission.atRest': saidOf('ftc-safeguards:314.4(c)(3)'),
  'transmission.inTransit': seenAs('tlsConfig', 'TLS of our domains is scanned: versions, ciphers and certificates'),
  'transmission.emailRules': seenAs('emailAuth', 'SPF, DKIM and DMARC of our domains are scanned'),
  'training.cadence': saidOf('ftc-safeguards:314.4(e)'),
  'vendors.provider': ({ providers }) => (providers === undefined || providers.length === 0 ? null : { text: named(providers, providers.length), source: 'Services that the account follows' }),
  'vendors.contractClause': saidOf('ftc-safeguards:314.4(f)'),
  'incident.contacts': ({ people }) => {
    const responsible = people?.filter(({ role }) => role === 'owner' || role === 'admin') ?? [];
    return responsible.length === 0 ? null : { text: responsible.map(({ name, email, role }) => `${name} <${email}>, ${role} of this service`).join('\n'), source: 'People of the account' };
  },
  'incident.steps': saidOf('ftc-safeguards:314.4(h)'),
  'incident.ftc30Day': ownerOf('ftc-safeguards:314.4(j)'),
  'testing.scanCadence': ({ domains }) => (domains === undefined || domains.total === 0 ? null : { text: `${domains.monitored} of ${count(domains.total, 'domain', 'domains')} are monitored by this service.`, source: 'Inventory of domains' }),
  'testing.pentest': saidOf('ftc-safeguards:314.4(d)'),
};

function ownerOf(control: string): Drafted {
  return ({ controls }) => {
    const owner = controls.get(control)?.owner;
    return owner ? { text: owner, source: `Owner of ${control}` } : null;
  };
}

/** What people said of a control that asks the same. */
function saidOf(control: string): Drafted {
  return ({ controls }) => {
    const row = controls.get(control);
    const text = row?.justification ?? row?.plan_of_action;
    return text ? { text, source: `Assessment of ${control}` } : null;
  };
}

function seenAs(kind: EvidenceKindName, what: string): Drafted {
  return facts => {
    const { supports, contradicts, stale } = seenOf(facts, kind);
    if (supports + contradicts + stale === 0) return null;
    const results = [[supports, 'without findings'], [contradicts, 'with findings'], [stale, 'too long ago']] as const;
    return { text: `${what}. Now: ${results.filter(([of]) => of > 0).map(([of, says]) => `${of} ${says}`).join(', ')}.`, source: 'Evidence of this service' };
  };
}

function count(of: number, one: string, other: string): string {
  return `${of.toLocaleString('en')} ${of === 1 ? one : other}`;
}

function named(names: readonly string[], total: number): string {
  const shown = names.slice(0, SHOWN_NAMES);
  return `${shown.join(', ')}${total > shown.length ? ` and ${total - shown.length} more` : ''}`;
}
