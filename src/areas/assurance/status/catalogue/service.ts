import type { FeedKind } from '../feeds/kinds.ts';

export const categories = [
  'ai', 'automation', 'certificate', 'cloud', 'communication', 'crm', 'database', 'design', 'developer', 'dnsCdn', 'ecommerce', 'email', 'emailSecurity', 'finance', 'hosting', 'identity', 'marketing', 'observability', 'payments', 'productivity', 'registrar', 'security', 'social', 'storage',
] as const;

/** A third-party service, as the program knows it. */
export interface CatalogueService {
  /** Its id, for good. */
  slug: string;
  name: string;
  category: (typeof categories)[number];
  /** Its status page, for people. */
  page: string;
  /** Null where the page has none that programs can read. */
  feed: { kind: FeedKind; url: string } | null;
}
