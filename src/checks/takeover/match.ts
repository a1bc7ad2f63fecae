import { isWithin } from '../../core/domain-name.ts';
import { hostedServices, type HostedService } from './services.ts';

/** The service that one of `targets` belongs to: the most exact suffix counts. */
export function serviceOf(targets: readonly string[]): HostedService | null {
  const matches = targets.flatMap(target => patterns.filter(({ suffix }) => matchesSuffix(target, suffix)));
  return matches.toSorted((a, b) => b.suffix.length - a.suffix.length)[0]?.service ?? null;
}

/** The service at one of whose own addresses a name without an alias stands. */
export function serviceAt(addresses: readonly string[]): HostedService | null {
  return hostedServices.find(service => service.addresses?.some(address => addresses.includes(address))) ?? null;
}

/** The service of that name. */
export function serviceNamed(name: string): HostedService | null {
  return hostedServices.find(service => service.name === name) ?? null;
}

/** The words of an unclaimed page of `service` that `html` has; null where it has none. */
export function unclaimedWords({ pages = [] }: HostedService, html: string): string | null {
  const text = plainLetters(html);
  return pages.find(words => text.includes(plainLetters(words))) ?? null;
}

/** Lower case, with every way to write an apostrophe made one. */
function plainLetters(html: string): string {
  return html.toLowerCase().replaceAll(/&#39;|&#x27;|&apos;|&rsquo;|&#8217;|’/g, '\'');
}

const patterns = hostedServices.flatMap(service => service.suffixes.map(suffix => ({ suffix, service })));

/** Whether `target` is the suffix or lies below it; a `*` in the suffix stands for at most one label. */
function matchesSuffix(target: string, suffix: string): boolean {
  if (!suffix.includes('*')) return isWithin(target, suffix);
  const wanted = suffix.split('.');
  const labels = target.split('.').slice(-wanted.length);
  return labels.length === wanted.length && wanted.every((pattern, at) => matchesLabel(labels[at]!, pattern));
}

function matchesLabel(label: string, pattern: string): boolean {
  return pattern.endsWith('*') ? label.startsWith(pattern.slice(0, -1)) : label === pattern;
}
