import { createTemplate } from './database.ts'

export async function setup(): Promise<() => Promise<void>> {
  const databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl) throw new Error('DATABASE_URL is not set')
  const template = await createTemplate(databaseUrl)
  return () => template.drop()
}
