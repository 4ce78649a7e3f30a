import { templateTexts } from '@doslovno/texts/templates.ts'

import type { Db } from '#platform/db.ts'

export function listTemplates(db: Db) {
  return db.selectFrom('settingsTemplates').selectAll().orderBy('id').execute()
}

/** Inserts the built-in templates into a new database; templates that operators changed stay unchanged. */
export async function seedTemplates(db: Db): Promise<void> {
  await db
    .insertInto('settingsTemplates')
    .values(templateTexts.map((template, index) => ({ id: index + 1, ...template })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
