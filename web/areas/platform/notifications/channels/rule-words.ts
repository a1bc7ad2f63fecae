import { texts } from '../texts/channels.ts';
import type { Channel, Rule } from './types.ts';

const words = texts.rules;

/** A rule as people say it: what, where to, and how; `named` are the words of patterns of kinds. */
export function sayRule({ kinds, leastSeverity, digest, endings, quietHours, domainIds, groupIds, clientIds, tags }: Rule, channel: string, named: Readonly<Record<string, string>>): { what: string; where: string; how: string } {
  const everything = kinds.includes('*');
  const filters = [
    domainIds.length > 0 && words.filters.domains(domainIds.length), groupIds.length > 0 && words.filters.groups(groupIds.length),
    clientIds.length > 0 && words.filters.clients(clientIds.length), tags.length > 0 && words.filters.tags(tags.join(', ')),
  ].filter(one => one !== false);
  const how = [
    words.digest[digest], filters.length > 0 && words.only(filters.join(' · ')), endings && words.endings,
    quietHours !== null && words.quiet(quietHours.from, quietHours.to, quietHours.timeZone),
  ].filter(one => one !== false);
  const about = everything ? '' : ` ${words.about(kinds.map(kind => named[kind] ?? kind).join(', '))}`;
  return { what: `${words.least[leastSeverity]}${about}`, where: `${words.to} ${channel}`, how: sentence(how.join('; ')) };
}

/** Whether the rule was made with the account: its channel is of the same instant, and nobody has changed it since. */
export function isStandard(rule: Pick<Rule, 'createdAt' | 'version'>, channel: Pick<Channel, 'createdAt'>): boolean {
  return rule.version === 1 && rule.createdAt === channel.createdAt;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
