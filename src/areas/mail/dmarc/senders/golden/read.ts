import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../../../../../core/domain-name.ts';
import type { SenderFacts } from '../shapes.ts';

/** One labelled row: what is known of it, and who it was. */
export interface Labelled {
  line: string;
  facts: SenderFacts;
  /** Null where it is left open. */
  sender: string | null;
  /** Those that are right. */
  classes: readonly string[];
}

const POLICY_DOMAIN = 'example.com';

/** The rows of one labelled set; what its columns are stands in the file. */
export function readLabelled(name: string): Labelled[] {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8').split('\n').filter(line => line !== '' && !line.startsWith('#'));
  return lines.map(line => {
    const [said, label] = line.split(' -> ') as [string, string];
    const [sender, classes] = label.split(' ') as [string, string];
    return { line, facts: factsOf(said.split(' | ').map(column => column.trim())), sender: sender === 'any' ? null : sender, classes: classes.split('|') };
  });
}

function factsOf(columns: readonly string[]): SenderFacts {
  const [ip, envelope, spf, dkim, ptr, network, tree, reasons] = columns as [string, string, string, string, string, string, string, string];
  const envelopeFrom = envelope === '-' ? '' : envelope;
  const [result, domain] = spf.split('@') as [string, string?];
  const signatures = dkim === '-' ? [] : dkim.split(' ').map(text => /^(.+):(.+)=(.+)$/.exec(text)!).map(([, domain, selector, result]) => ({ domain: domain!, selector: selector!, result: result! }));
  const spfDomain = domain ?? envelopeFrom;
  return {
    policyDomain: POLICY_DOMAIN, headerFrom: POLICY_DOMAIN, envelopeFrom, ip,
    dkim: signatures,
    spf: { domain: spfDomain === '' ? null : spfDomain, result },
    // As a receiver judges in relaxed mode (RFC 9989 §4.4).
    dkimAligned: signatures.some(({ domain, result }) => result === 'pass' && isWithin(domain, POLICY_DOMAIN)),
    spfAligned: result === 'pass' && isWithin(spfDomain, POLICY_DOMAIN),
    reasons: reasons === '-' ? [] : [{ type: reasons.split(':', 1)[0]!, comment: reasons.includes(':') ? reasons.slice(reasons.indexOf(':') + 1) : null }],
    ptr: ptr === '-' ? null : ptr,
    network: network === '-' ? null : { asn: Number(/^AS(\d+)/.exec(network)![1]), name: network.slice(network.indexOf(' ') + 1), domain: null, country: null },
    spfHolder: tree === '?' ? undefined : tree === '-' ? null : { term: tree, at: POLICY_DOMAIN, include: tree.startsWith('include:') ? tree.slice('include:'.length) : null },
  };
}
