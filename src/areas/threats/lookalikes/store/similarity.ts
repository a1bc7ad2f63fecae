import type { Db } from '../../../../store/index.ts';
import type { SimilaritySeen } from '../evidence/manifest.ts';
import type { Similarity } from '../score/score.ts';
import { tables } from '../tables.ts';

/** How much the pages of these candidates were like the owner's when evidence was last taken; those of which there is none are left out. */
export async function similaritiesOf(db: Db, domainId: string, names: readonly string[]): Promise<Map<string, Similarity>> {
  if (names.length === 0) return new Map();
  const rows = await tables(db).selectFrom('lookalike_evidence as evidence').select(['name', 'manifest']).where('domain_id', '=', domainId).where('name', 'in', names)
    .where('seq', '=', eb => eb.selectFrom('lookalike_evidence as other').select(of => of.fn.max('other.seq').as('seq'))
      .whereRef('other.domain_id', '=', 'evidence.domain_id').whereRef('other.name', '=', 'evidence.name'))
    .execute();
  return new Map(rows.map(({ name, manifest }) => [name, similarityOf((JSON.parse(manifest) as { similarity: SimilaritySeen }).similarity)]));
}

/** What a candidate is judged by, of the figures that a capture came to. */
export function similarityOf({ tlsh, perceptual }: SimilaritySeen): Similarity {
  return { tlsh: tlsh.figure, image: perceptual.figure, favicon: null };
}
