import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pictures of elements that an accessibility audit speaks of. */
export const accessibilityPictures: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('accessibility_picture')
      .addColumn('audit_id', 'text', column => column.notNull().references('accessibility_audit.id').onDelete('cascade'))
      .addColumn('picture', 'integer', column => column.notNull())
      .addColumn('png', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('accessibility_picture_key', ['audit_id', 'picture'] as never[])
      .execute();
  },
};
