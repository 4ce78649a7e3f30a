import { templateTexts } from '@doslovno/texts/templates.ts'

import type { Db } from '#platform/db.ts'

export function listTemplates(db: Db) {
  return db.selectFrom('settingsTemplates').selectAll().orderBy('id').execute()
}

/** Puts the first templates into a new database; those that operators changed stay as they are. */
export async function seedTemplates(db: Db): Promise<void> {
  await db
    .insertInto('settingsTemplates')
    .values(templateTexts.map((template, index) => ({ id: index + 1, ...template })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
