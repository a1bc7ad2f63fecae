import { isPublicSuffix } from '../../core/domain-name.ts';
import { inOne, isListOfUris, isPolicyTag, meantTags, type Tags } from './meant.ts';
import { parseDmarc, type DmarcPolicy, type DmarcRecord } from './parse.ts';
import { asksForNothing, percentIn, policiesIn, weakest } from './policies.ts';

/** `value` as a TXT record at `name` to paste into the zone; undefined where a receiver could not read all of it. */
export function paste(name: string, value: string | undefined): { name: string; type: 'TXT'; value: string } | undefined {
  return value !== undefined && isSound(value) ? { name, type: 'TXT', value } : undefined;
}

/** What the author of a record at `_dmarc.` below `holder` meant, whether receivers read it or not; undefined where that cannot be determined. */
export function repaired(text: string, holder: string): string | undefined {
  const tags = meantTags(text);
  const value = tags && write(tidied(tags, holder));
  return value !== undefined && isSound(value) ? value : undefined;
}

/** One record in place of several: all their addresses, and of each policy the weakest; undefined where one cannot be read, or is on trial with a part of the mail. */
export function merged(texts: readonly string[], holder: string): string | undefined {
  if (texts.length === 1) return repaired(texts[0]!, holder);
  const records = texts.map(text => parseDmarc(repaired(text, holder) ?? ''));
  if (records.some(record => record === null || percentIn(record) < 100)) return undefined;
  const all = records as DmarcRecord[];
  const policy = (read: (record: DmarcRecord) => DmarcPolicy) => weakest(all.map(read));
  const asked = (record: DmarcRecord) => policiesIn(record, 'RFC 9989') ?? { domain: 'none', subdomain: 'none', nonexistent: 'none' } as const;
  const [p, sp, np] = [policy(record => asked(record).domain), policy(record => asked(record).subdomain), policy(record => asked(record).nonexistent)];
  const policyTags: Tags = [['p', p], ...(sp === p ? [] : [['sp', sp] as const]), ...(np === sp ? [] : [['np', np] as const])];
  const others = [...new Set(all.flatMap(({ tags }) => Object.keys(tags)))].filter(tag => tag !== 'v' && !isPolicyTag(tag) && !isObsolete(tag));
  const tags = others.map(tag => [tag, valueInOne(tag, all)] as const);
  if (tags.some(([, value]) => value === undefined)) return undefined;
  return write([...policyTags, ...tags.filter((pair): pair is [string, string] => pair[1] !== null)]);
}

/** Null where the tag does not hold for all: alignment is strict only if every record says so. */
function valueInOne(tag: string, records: readonly DmarcRecord[]): string | null | undefined {
  const values = records.map(({ tags }) => tags[tag]);
  const given = [...new Set(values.filter(value => value !== undefined))];
  if ((tag === 'adkim' || tag === 'aspf') && values.includes(undefined)) return null;
  return given.length === 1 ? given[0] : inOne(tag, given);
}

/** The tags that RFC 9989 removed (Appendix C.5.2). */
export const obsoleteTags = ['pct', 'rf', 'ri'] as const;

function isObsolete(tag: string): boolean {
  return obsoleteTags.some(obsolete => obsolete === tag);
}

/** The record without the tags that RFC 9989 removed; undefined where older receivers would then act on more mail than now. */
export function withoutObsolete(record: DmarcRecord): string | undefined {
  if (isHeldBack(record)) return undefined;
  return write(Object.entries(record.tags).filter(([tag]) => tag !== 'v' && !isObsolete(tag)));
}

/** Whether older receivers act on a part of the mail only, because of pct. */
export function isHeldBack(record: DmarcRecord): boolean {
  return percentIn(record) < 100 && !asksForNothing(record);
}

/** The record with this policy for the domain, and without what holds a policy back. */
export function withPolicy(record: DmarcRecord, p: DmarcPolicy): string {
  return withTag({ ...record, tags: Object.fromEntries(Object.entries(record.tags).filter(([tag]) => tag !== 't' && !isObsolete(tag))) }, 'p', p);
}

/** The record without `tag`. */
export function without({ tags }: Pick<DmarcRecord, 'tags'>, tag: string): string {
  return write(Object.entries(tags).filter(([key]) => key !== tag && key !== 'v'));
}

/** The record with `tag` set to `value`, in its position where it is given. */
export function withTag({ tags }: Pick<DmarcRecord, 'tags'>, tag: string, value: string): string {
  return write(setTag(Object.entries(tags).filter(([key]) => key !== 'v'), tag, value));
}

/** `tags` with `tag` set to `value`, in its position where it is given. */
export function setTag(tags: Tags, tag: string, value: string): Tags {
  const at = tags.findIndex(([key]) => key === tag);
  return at >= 0 ? tags.with(at, [tag, value]) : [...tags, [tag, value]];
}

/** The record of these tags: p follows v, as older receivers want it (RFC 7489 §6.4). */
export function write(tags: Tags): string {
  const [first, others] = [tags.filter(([tag]) => tag === 'p'), tags.filter(([tag]) => tag !== 'p')];
  return [['v', 'DMARC1'], ...first, ...others].map(([tag, value]) => `${tag}=${value}`).join('; ');
}

/** The tags without those that do nothing, and with a policy, which older receivers demand; `holder` has the record at `_dmarc.` below it. */
export function tidied(tags: Tags, holder: string): Tags {
  const has = (tag: string) => tags.some(([key]) => key === tag);
  const whole = has('p') ? tags : setTag(tags, 'p', 'none');
  const read = parseDmarc(write(whole));
  const idle = read !== null && asksForNothing(read);
  const isPartial = read !== null && percentIn(read) < 100;
  const needless = (tag: string, value: string) => tag === 'rf' || tag === 'ri'
    || (tag === 'fo' && !has('ruf'))
    || (tag === 'pct' && (idle || !isPartial))
    || (tag === 't' && (idle || value === 'n'))
    || (tag === 'psd' && value === 'y' && !isPublicSuffix(holder));
  return whole.filter(([tag, value]) => !needless(tag, value)).map(([tag, value]) => [tag, isListOfUris(tag) ? withoutLimits(value) : value] as const);
}

/** RFC 9989 §4.8: receivers pass over a limit of size behind an address. */
function withoutLimits(uris: string): string {
  return uris.split(',').map(uri => uri.replace(/![0-9]+[kmgt]?$/i, '')).join(',');
}

function isSound(value: string): boolean {
  const record = parseDmarc(value);
  return record !== null && record.faults.length === 0 && [...record.rua, ...record.ruf].every(({ isUri }) => isUri);
}
