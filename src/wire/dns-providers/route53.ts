import { isDnsFault, type DnsAccount, type DnsFault } from '../../core/outside/dns-providers.ts';
import { everyPage, faultAt, faultOf, quoted, TTL_SECONDS, unquoted, unreadable, written, zoneOf, type Ask, type ProviderReply } from './asking.ts';
import { elementsAt, escapeXml, readXml, textAt, type XmlElement } from './xml.ts';

const ZONES_A_PAGE = 100;
const NAMESPACE = 'https://route53.amazonaws.com/doc/2013-04-01/';

/** Codes of errors, as https://docs.aws.amazon.com/Route53/latest/APIReference/CommonErrors.html and the actions name them. */
const faults: Readonly<Record<string, DnsFault['fault']>> = {
  InvalidClientTokenId: 'credentials', UnrecognizedClientException: 'credentials', SignatureDoesNotMatch: 'credentials', IncompleteSignature: 'credentials', MissingAuthenticationToken: 'credentials',
  ExpiredToken: 'credentials', ExpiredTokenException: 'credentials', RequestExpired: 'credentials', AccessDenied: 'notAllowed', AccessDeniedException: 'notAllowed',
  Throttling: 'limited', ThrottlingException: 'limited', PriorRequestNotComplete: 'limited',
};

/** A set of TXT records as it is there. */
interface RecordSet {
  ttl: string | null;
  values: readonly string[];
  /** Answered by weight, region or the like, or an alias of another set: values cannot be added to it in general. */
  isSpecial: boolean;
}

/**
 * API of 2013-04-01: `route53:ListHostedZones`, `route53:ListResourceRecordSets` and `route53:ChangeResourceRecordSets`. A set of records is written as a whole there:
 * what is there is deleted by its exact values and made again with one more, in one change, which fails where somebody else has changed it meanwhile.
 */
export function route53Account(ask: Ask): DnsAccount {
  const read = async (root: string, ...request: Parameters<Ask>): Promise<XmlElement | DnsFault> => rootOf(await ask(...request), root);
  return {
    zones: attempt => everyPage(attempt, `hostedzone?maxitems=${ZONES_A_PAGE}`, async path => {
      const page = await read('ListHostedZonesResponse', 'GET', path);
      if (isDnsFault(page)) return page;
      const zones = elementsAt(page, 'HostedZones', 'HostedZone').map(zone => {
        const isPrivate = textAt(zone, 'Config', 'PrivateZone') === 'true';
        const id = textAt(zone, 'Id')?.replace(/^\/hostedzone\//, '') ?? '';
        return zoneOf(id, textAt(zone, 'Name') ?? '', isPrivate ? 'The hosted zone is private: the Internet does not see it.' : null);
      });
      const marker = textAt(page, 'NextMarker');
      return { zones, next: marker === null ? null : `hostedzone?marker=${encodeURIComponent(marker)}&maxitems=${ZONES_A_PAGE}` };
    }),
    async addTxt({ id }, name, value) {
      const path = `hostedzone/${encodeURIComponent(id)}/rrset`;
      const found = await read('ListResourceRecordSetsResponse', 'GET', `${path}?maxitems=1&name=${encodeURIComponent(name)}&type=TXT`);
      if (isDnsFault(found)) return found;
      const before = recordSetIn(found, name);
      if (before?.values.some(one => unquoted(one) === value)) return 'alreadyThere';
      if (before?.isSpecial) return faultAt('route53', 'conflict', 'There is a TXT record with a routing policy or an alias at this name. Add the value there yourself.');
      const after = { ttl: before?.ttl ?? String(TTL_SECONDS), values: [...before?.values ?? [], quoted(value)] };
      const changes = [...before ? [changeOf('DELETE', name, before)] : [], changeOf('CREATE', name, after)];
      const reply = await read('ChangeResourceRecordSetsResponse', 'POST', path, `<?xml version="1.0" encoding="UTF-8"?>\n<ChangeResourceRecordSetsRequest xmlns="${NAMESPACE}"><ChangeBatch><Changes>${changes.join('')}</Changes></ChangeBatch></ChangeResourceRecordSetsRequest>`);
      return written(reply);
    },
  };
}

/** The root of a successful reply, which is called `expected`; a fault for any other, by its code where it has one. */
function rootOf(reply: ProviderReply | DnsFault, expected: string): XmlElement | DnsFault {
  if (isDnsFault(reply)) return reply;
  const root = readXml(reply.text);
  const code = root && textAt(root, 'Error', 'Code');
  const known = code === null ? undefined : faults[code];
  if (reply.status >= 400 && known) return faultAt('route53', known, undefined, reply.retryAfterMs);
  if (reply.status >= 400 && root?.name === 'InvalidChangeBatch') return faultAt('route53', 'conflict', 'The records at this name have just been changed, or there is a CNAME record, next to which there can be no other. Try again, or publish the record yourself.');
  return faultOf('route53', reply) ?? (root?.name === expected ? root : unreadable('route53'));
}

/** The answer is the sets from a name on: the first may be another's. */
function recordSetIn(root: XmlElement, name: string): RecordSet | null {
  const set = elementsAt(root, 'ResourceRecordSets', 'ResourceRecordSet').find(one => textAt(one, 'Type') === 'TXT' && textAt(one, 'Name')?.toLowerCase() === `${name}.`);
  if (!set) return null;
  const values = elementsAt(set, 'ResourceRecords', 'ResourceRecord', 'Value').map(({ text }) => text);
  const ttl = textAt(set, 'TTL');
  return { ttl, values, isSpecial: ttl === null || values.length === 0 || textAt(set, 'SetIdentifier') !== null };
}

function changeOf(action: 'CREATE' | 'DELETE', name: string, { ttl, values }: Pick<RecordSet, 'ttl' | 'values'>): string {
  const records = values.map(value => `<ResourceRecord><Value>${escapeXml(value)}</Value></ResourceRecord>`).join('');
  return `<Change><Action>${action}</Action><ResourceRecordSet><Name>${escapeXml(name)}.</Name><Type>TXT</Type><TTL>${escapeXml(ttl ?? '')}</TTL><ResourceRecords>${records}</ResourceRecords></ResourceRecordSet></Change>`;
}
