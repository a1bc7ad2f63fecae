import { hash } from 'node:crypto';

/** What only sitemaps know comes after everything that links lead to. */
export const SITEMAP_RANK = 1_000_000;

const KEY_CHARACTERS = 22;

/** An address that was found. */
export interface Found {
  /** What stands for it in the database. */
  key: string;
  url: string;
  /** `reference`: pages name it as canonical or as a version in another language. */
  source: 'start' | 'link' | 'sitemap' | 'list' | 'redirect' | 'reference';
  rank: number;
  inSitemap: boolean;
}

/** What stands for the identity of an address in the database. */
export function keyOf(identity: string): string {
  return hash('sha256', identity, 'base64url').slice(0, KEY_CHARACTERS);
}
