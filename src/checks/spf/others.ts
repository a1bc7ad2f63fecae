import type { Lookup, RecordData } from '../../core/lookup.ts';
import { findMailProvider } from '../providers/index.ts';

/** What other checks know and SPF needs. */
export interface Others {
  /** The DMARC policy in force for the domain, null where there is none. */
  dmarcPolicy: 'none' | 'quarantine' | 'reject' | 'unknown' | null;
  /** `null`: the domain says that it accepts no mail (RFC 7505). */
  mx: 'null' | 'absent' | 'found' | 'unknown';
  /** What the mail hosts of the domain ask their customers to include, each once. */
  includes: readonly string[];
}

/** What the MX records say of the domain's mail. */
export function mailOf(lookup: Lookup<readonly RecordData['MX'][]>): Pick<Others, 'mx' | 'includes'> {
  if (lookup.outcome !== 'found') return { mx: lookup.outcome === 'failed' ? 'unknown' : 'absent', includes: [] };
  const names = lookup.value.flatMap(({ exchange }) => findMailProvider(exchange)?.spfIncludes?.find(name => !/[*#]/.test(name)) ?? []);
  return { mx: lookup.value.every(({ exchange }) => exchange === '') ? 'null' : 'found', includes: [...new Set(names)] };
}

/** The record to begin with, by what is known of the domain's mail. */
export function firstRecord({ mx, includes }: Pick<Others, 'mx' | 'includes'>): { text: string; value: string } {
  if (mx === 'null') return { text: 'The domain accepts no mail: publish a record that lets nobody send in its name.', value: 'v=spf1 -all' };
  if (mx === 'absent') return { text: 'If nobody sends mail for this domain, publish this record. Otherwise list every service that does.', value: 'v=spf1 -all' };
  const text = 'Publish this record, with every other service that sends mail for this domain added to it. Once all are listed, end it in -all.';
  return { text, value: ['v=spf1', ...(includes.length > 0 ? includes.map(name => `include:${name}`) : ['mx']), '~all'].join(' ') };
}
