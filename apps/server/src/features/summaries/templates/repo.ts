import { defaultTemplate } from '@doslovno/domain/summary/making.ts'
import type { TemplateCode } from '@doslovno/domain/summary/types.ts'
import type { MediaType } from '@doslovno/domain/upload/options.ts'
import { templateTexts } from '@doslovno/texts/summaries/summaries.ts'

import type { Db } from '#platform/db.ts'

export function listTemplates(db: Db) {
  return db.selectFrom('settingsTemplates').select(['id', 'name', 'description']).orderBy('id').execute()
}

export async function hasTemplate(db: Db, id: number): Promise<boolean> {
  return (await listTemplates(db)).some((template) => template.id === id)
}

/** `instructions`: an operator's own additions to the prompt. */
export type Template = { code: TemplateCode; instructions: string }

/** The chosen template, or the one for this kind of recording if none was chosen or it is gone. */
export async function templateFor(db: Db, id: number | null, mediaType: MediaType): Promise<Template> {
  const templates = await db.selectFrom('settingsTemplates').select(['id', 'code', 'instructions']).orderBy('id').execute() // prettier-ignore
  const code = defaultTemplate(mediaType)
  const found = templates.find((template) => template.id === id) ?? templates.find((template) => template.code === code)
  return { code: found?.code ?? code, instructions: found?.instructions ?? '' }
}

/** Inserts the built-in templates into a new database; templates that operators changed stay unchanged. */
export async function seedTemplates(db: Db): Promise<void> {
  await db
    .insertInto('settingsTemplates')
    .values(templateTexts.map((template, index) => ({ id: index + 1, ...template })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
