import type { Db } from '../../../../store/index.ts';
import type { SimilaritySeen } from '../evidence/manifest.ts';
import type { Similarity } from '../score/score.ts';
import { tables } from '../tables.ts';

/** How much the pages of these candidates were like the owner's when evidence was last taken; those of which there is none, or that could not be compared, are left out. */
export async function similaritiesOf(db: Db, domainId: string, names: readonly string[]): Promise<Map<string, Similarity>> {
  if (names.length === 0) return new Map();
  const rows = await tables(db).selectFrom('lookalike_evidence as evidence').select(['name', 'manifest']).where('domain_id', '=', domainId).where('name', 'in', names)
    .where('seq', '=', eb => eb.selectFrom('lookalike_evidence as other').select(of => of.fn.max('other.seq').as('seq'))
      .whereRef('other.domain_id', '=', 'evidence.domain_id').whereRef('other.name', '=', 'evidence.name'))
    .execute();
  return new Map(rows.flatMap(({ name, manifest }) => {
    const similarity = similarityOf((JSON.parse(manifest) as { similarity: SimilaritySeen }).similarity);
    return similarity ? [[name, similarity] as const] : [];
  }));
}

/** What a candidate is judged by, of the figures that a capture came to; null where it came to none, which is no reason to forget earlier ones. */
export function similarityOf({ tlsh, perceptual }: SimilaritySeen): Similarity | null {
  return tlsh.figure === null && perceptual.figure === null ? null : { tlsh: tlsh.figure, image: perceptual.figure, favicon: null };
}
