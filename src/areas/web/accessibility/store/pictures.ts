import { insertMany, type Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

/** Number of the last picture of the audit; 0 where it has none. */
export async function lastPicture(db: Db, auditId: string): Promise<number> {
  const { last } = await tables(db).selectFrom('accessibility_picture').where('audit_id', '=', auditId).select(({ fn }) => fn.max<number | null>('picture').as('last')).executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Stores PNG files by their numbers. */
export async function addPictures(tx: Db, auditId: string, pictures: readonly { picture: number; png: Uint8Array }[]): Promise<void> {
  await insertMany(tables(tx), { table: 'accessibility_picture', columns: { audit_id: 'text', picture: 'integer', png: 'text' }, rows: pictures.map(({ picture, png }) => [auditId, picture, Buffer.from(png).toString('base64')]) });
}

/** The PNG file of that number; null where the audit has none. */
export async function findPicture(db: Db, auditId: string, picture: number): Promise<Uint8Array | null> {
  const row = await tables(db).selectFrom('accessibility_picture').where('audit_id', '=', auditId).where('picture', '=', picture).select('png').executeTakeFirst();
  return row ? Buffer.from(row.png, 'base64') : null;
}
