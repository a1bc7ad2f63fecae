import type { Db } from '../../../../store/index.ts';
import type { Manifest } from '../evidence/manifest.ts';
import type { Similarity } from '../score/score.ts';
import { tables } from '../tables.ts';

/** How much the pages of these candidates were like the owner's when evidence was last taken; those of which there is none are left out. */
export async function similaritiesOf(db: Db, domainId: string, names: readonly string[]): Promise<Map<string, Similarity>> {
  if (names.length === 0) return new Map();
  const rows = await tables(db).selectFrom('lookalike_evidence as evidence').select(['name', 'manifest']).where('domain_id', '=', domainId).where('name', 'in', names)
    .where('seq', '=', eb => eb.selectFrom('lookalike_evidence as other').select(of => of.fn.max('other.seq').as('seq'))
      .whereRef('other.domain_id', '=', 'evidence.domain_id').whereRef('other.name', '=', 'evidence.name'))
    .execute();
  return new Map(rows.map(({ name, manifest }) => {
    const { tlsh, perceptual } = (JSON.parse(manifest) as Manifest).similarity;
    return [name, { tlsh: tlsh.figure, image: perceptual.figure, favicon: null }];
  }));
}
