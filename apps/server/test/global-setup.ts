import { createTemplate, TEMPLATE } from './database.ts'

/** Both server projects share the template of their run. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const { DATABASE_URL: databaseUrl, [TEMPLATE]: isMade } = process.env
  if (isMade) return undefined
  if (!databaseUrl) throw new Error('DATABASE_URL is not set')
  const template = await createTemplate(databaseUrl)
  return () => template.drop()
}
