import { hostWords } from '../data/combo-words.ts';
import { freeHosts } from '../data/free-hosts.ts';
import type { Brand } from '../brand.ts';
import { ofNames } from './class.ts';

const likelySuffixes = 8;

/** The whole name, or the brand, as a subdomain of a foreign name: `example.org.login.com`, `example.org-login.com`, `example.org.net`. */
export const subdomain = ofNames('subdomain', function* ({ label, suffix }, { suffixes }) {
  for (const under of suffixes.slice(0, likelySuffixes)) {
    for (const word of hostWords) {
      yield `${label}.${suffix}-${word}.${under}`;
      yield `${label}.${suffix}.${word}.${under}`;
      yield `${label}.${word}.${under}`;
    }
  }
  for (const under of suffixes) yield `${label}.${suffix}.${under}`;
});

/** The brand at a host where anybody gets a name: `example-login.github.io`. */
export const freeHost = ofNames('free-host', function* (brand: Brand) {
  for (const text of [brand.label, `${brand.label}-${brand.suffix.replaceAll('.', '-')}`, `${brand.label}-login`, `login-${brand.label}`]) {
    for (const host of freeHosts) yield `${text}.${host}`;
  }
});
