import type { z } from 'zod';
import { english } from '../../core/language.ts';
import type { ReadableField } from '../check.ts';
import { dayOf } from '../moments.ts';
import { okUnless } from '../status.ts';
import { viewOf } from './analyze.ts';
import type { RegistrationFacts } from './collect.ts';
import type { RegistrationShape } from './shape.ts';

const DAY_MS = 86_400_000;

type Shown = z.output<typeof RegistrationShape>;

const STATUS_WITHOUT_REGISTRATION = { absent: 'missing', unknown: 'error', notAsked: 'notTested' } as const;

/** What the registry says of the domain. */
export function presentRegistration(facts: RegistrationFacts, issues: readonly string[]) {
  const view = viewOf(facts);
  const found = view.state === 'found' ? view.registration : null;
  return {
    status: view.state === 'found' ? okUnless(issues) : STATUS_WITHOUT_REGISTRATION[view.state],
    registrar: found?.registrar ?? null,
    createdAt: found?.createdAt ?? null,
    updatedAt: found?.updatedAt ?? null,
    expiresAt: found?.expiresAt ?? null,
    statuses: [...found?.statuses ?? []],
    nameservers: [...found?.nameservers ?? []],
    source: facts.source,
    asOf: facts.asOf ?? null,
  };
}

/** What was found in a few words. */
export function summarizeRegistration({ status, registrar, expiresAt }: Shown, now: number): string {
  const known = [registrar?.name, expiresAt && expiry(expiresAt, now)].filter(Boolean).join(', ');
  // Some registries tell no more than that the domain is there.
  return known === '' && status === 'ok' ? 'registered' : known;
}

function expiry(expiresAt: string, now: number): string {
  const days = Math.floor((Date.parse(expiresAt) - now) / DAY_MS);
  return days < 0 ? `expired ${dayOf(expiresAt)}` : `expires ${dayOf(expiresAt)} (${english.plural(days, { one: 'day', other: 'days' })})`;
}

/** In what a change is reported. */
export function readRegistration({ registrar, expiresAt, statuses, nameservers }: Shown): readonly ReadableField[] {
  return [
    ['Registrar', [registrar?.name]],
    ['End of the registration', [expiresAt && dayOf(expiresAt)]],
    ['Status at the registry', statuses],
    ['Nameserver at the registry', nameservers],
  ];
}
