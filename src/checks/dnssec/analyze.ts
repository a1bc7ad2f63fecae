import type { Finding } from '../../core/finding.ts';
import { complete } from '../complete.ts';
import { inWords } from '../evidence.ts';
import { found } from '../lookups.ts';
import { judgeChildDs, tagsOf } from './child-ds.ts';
import type { DnssecFacts } from './collect.ts';
import { dsRecordOf } from './parse.ts';
import { judgeBogus, judgeRecords } from './record-findings.ts';
import { rules } from './rules.ts';
import { shownZone, dnssecStateOf } from './state.ts';
import {
  entryKeys, judgeAlgorithm, judgeDigest, judgeExpiry, judgeIterations, judgeKeySize, judgeProofs, reasonLine,
} from './zone-findings.ts';

/** What the check of the registration knows and DNSSEC needs. */
export interface Others {
  registeredDomain: string | null;
  /** Whether the registry has DNSSEC data; null where it does not say, or was not asked. */
  registrySigned: boolean | null;
  /** Why the registry could not be asked; null where it could. */
  registryFailed: string | null;
}

/** Judges how the domain is signed. */
export function analyzeDnssec(facts: DnssecFacts, others: Others): Finding[] {
  const state = dnssecStateOf(facts);
  const registry = judgeRegistry(facts, others);
  switch (state.kind) {
    case 'notValidated': return complete(rules, [], rule => rule.notApplicable('DNSSEC is not validated here: no trust anchors are set'));
    case 'unknown': return complete(rules, [], rule => rule.unknown(state.cause));
    case 'above': return complete(rules, [], rule => rule.notApplicable(`The parent zone, ${shownZone(state.zone)}, is not signed`));
    case 'unproven': return complete(rules, [rules.bogus.fail([reasonLine(state.reason)])], rule => rule.notApplicable('The parent zone does not prove whether this one is signed'));
    case 'unsigned': return complete(rules, [rules.unsigned.fail([`${state.link.zone} has no DS record and no keys`]), registry], rule => rule.notApplicable('The zone is not signed'));
    case 'island': return complete(rules, [judgeIsland(state.link.zone, facts), registry], rule => rule.notApplicable('No DS record leads to the keys of the zone'));
    case 'signed': return [
      rules.unsigned.pass(),
      rules.island.pass(state.link.ds.map(({ keyTag }) => `DS ${keyTag}`)),
      judgeBogus(state.link, facts),
      judgeRecords(state.link, facts),
      judgeAlgorithm(state.link),
      judgeDigest(state.link),
      judgeIterations(state.link),
      judgeExpiry(state.link, facts.nowSeconds),
      judgeKeySize(state.link),
      judgeServers(facts),
      judgeProofs(state.link, facts),
      judgeChildDs(state.link, facts),
      registry,
    ];
  }
}

function judgeIsland(zone: string, { keys }: DnssecFacts): Finding {
  const entries = entryKeys(keys ? found(keys) : []);
  const evidence = entries.map(({ keyTag, algorithm }) => `DNSKEY ${keyTag}, algorithm ${algorithm}`);
  return rules.island.fail(evidence, entries[0] ? { fix: { record: dsRecordOf(zone, entries[0]) } } : {});
}

/** What the servers themselves give; one that does not answer is reported by the check of the nameservers. */
function judgeServers({ servers, nowSeconds }: DnssecFacts): Finding {
  const rule = rules['ns.inconsistent'];
  const answered = servers.filter(server => server.outcome === 'answered');
  const wrong = answered.filter(({ signed, expiresAt }) => !signed || (expiresAt !== null && expiresAt < nowSeconds));
  if (wrong.length > 0 && wrong.length === answered.length) return rule.notApplicable('No nameserver gives valid signatures');
  if (wrong.length > 0) {
    const names = inWords(wrong.map(({ name }) => name));
    return rule.fail(wrong.map(({ name, address, signed }) => `${name} (${address}): the SOA has ${signed ? 'a signature that expired' : 'no signature'}`), {
      title: `${names} ${wrong.length === 1 ? 'gives' : 'give'} answers without valid signatures`,
    });
  }
  if (answered.length > 0) return rule.pass(answered.map(({ name }) => name));
  const failed = servers.find(server => server.outcome === 'failed');
  return failed?.outcome === 'failed' ? rule.unknown(`SOA at ${failed.name} (${failed.address}): ${failed.cause}`, { severity: 'info' }) : rule.notApplicable('No nameserver could be asked itself');
}

/** The registry's own word against the DS records in the DNS. */
function judgeRegistry({ chain }: DnssecFacts, { registeredDomain, registrySigned, registryFailed }: Others): Finding {
  const link = chain.find(({ zone }) => zone === registeredDomain);
  if (registryFailed !== null) return rules.registry.unknown(registryFailed, { severity: 'info' });
  if (!link || registrySigned === null) return rules.registry.notApplicable(link ? 'The registry does not say whether the domain is signed' : 'The domain is not known to a registry');
  const signed = link.ds.length > 0;
  const evidence = [`the registry: ${registrySigned ? 'signed' : 'not signed'}`, `the DNS: ${signed ? `DS ${tagsOf(link.ds)}` : 'no DS record'}`];
  return signed === registrySigned ? rules.registry.pass(evidence) : rules.registry.fail(evidence);
}
