import { isWithin } from '../../../../core/domain-name.ts';
import { gather, type Signs } from './gather.ts';
import { judge, type Judgement } from './judge.ts';
import { OWN_NAME, type Approvals, type Confidence, type Evidence, type NamedSender, type SenderClass, type SenderFacts } from './shapes.ts';

const none: Approvals = new Map();
const DOMAIN = 'domain:';

/** Who sent the messages of a row. The same facts always give the same sender; what an owner has decided of that sender goes before. */
export function nameSender(facts: SenderFacts, approvals: Approvals = none): NamedSender {
  const sender = recognize(facts, gather(facts)).describe();
  const approval = approvals.get(sender.id);
  if (!approval) return sender;
  return {
    ...sender,
    name: approval.name ?? sender.name,
    class: approval.class,
    reasons: ['approved', ...sender.reasons],
    evidence: [{ kind: 'approval', value: approval.class, service: null }, ...sender.evidence],
  };
}

/** What distinguishes a sender from others; `describe` is called once for thousands of rows of the same sender. */
export interface Recognized extends Pick<NamedSender, 'id' | 'class'> {
  describe(): NamedSender;
}

/** Who sent the messages of a row with these signs, without what an owner has decided. */
export function recognize(facts: SenderFacts, signs: Signs): Recognized {
  const judgement = judge(facts, signs);
  const identity = judgement.platform ?? withoutService(facts, signs, judgement.class);
  return { id: identity.id, class: judgement.class, describe: () => describe(facts, signs, judgement, identity) };
}

function describe(facts: SenderFacts, signs: Signs, { class: senderClass, reasons, platform, origin }: Judgement, { id, name }: { id: string; name: string }): NamedSender {
  const names = ({ service, value }: Evidence) => (platform ? service === platform.id : id.startsWith(DOMAIN) && isWithin(value, id.slice(DOMAIN.length)));
  const { naming = [], other = [] } = Object.groupBy(signs.evidence, one => (names(one) ? 'naming' : 'other'));
  return {
    id, name, class: senderClass,
    reasons: id === 'unknown' ? [...reasons, 'nothing_known'] : reasons,
    confidence: id === 'own' ? (facts.spfAligned || facts.dkimAligned ? 'high' : 'medium') : confidenceOf(naming),
    evidence: [...naming, ...other],
    origin: origin && origin !== id ? origin : null,
  };
}

/** A name by domain or network where no service of the catalogue fits. */
function withoutService(facts: SenderFacts, signs: Signs, senderClass: SenderClass): { id: string; name: string } {
  if (senderClass === 'own') return { id: 'own', name: OWN_NAME };
  const include = facts.spfHolder?.include;
  const [proven] = signs.provenDomains;
  const domain = include ?? (senderClass === 'forwarder' ? signs.hostDomain ?? proven : proven ?? signs.hostDomain);
  if (domain) return { id: `${DOMAIN}${domain}`, name: domain };
  if (facts.network?.asn) return { id: `network:AS${facts.network.asn}`, name: facts.network.name ?? `AS${facts.network.asn}` };
  return { id: 'unknown', name: 'Unknown sender' };
}

function confidenceOf(naming: readonly Evidence[]): Confidence {
  const kinds = new Set(naming.map(({ kind }) => kind));
  if (kinds.has('dkim') || kinds.has('envelope') || kinds.has('spfTree')) return 'high';
  return kinds.has('ptr') || kinds.has('selector') ? 'medium' : 'low';
}
