import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { expect } from 'vitest'
import { page } from 'vitest/browser'

import { openAt } from './app.tsx'
import { libraryOf } from './library.ts'
import { type Answer, stubServer } from './server.ts'

export type Answers = Record<string, Answer | Answer[]>
type Look = { answers?: Answers; path?: string; total?: number }

/** Opens the files page over a server that holds these files. */
export async function openFiles(files: readonly ScriptSummary[], { answers = {}, path = '/', total }: Look = {}) {
  const server = stubServer({ ...libraryOf(files, total), ...answers })
  const screen = await openAt(path)
  await expect.element(screen.getByRole('heading', { name: filesTexts.title })).toBeInTheDocument()
  return { server, screen }
}

export const row = (name: string | RegExp) => page.getByRole('row', { name })
export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const listAsks = (server: { urls: string[] }) => server.urls.filter((url) => url.startsWith('/api/scripts?'))
export const searchAsks = (server: { urls: string[] }) =>
  server.urls.filter((url) => url.startsWith('/api/scripts/search'))
export const shownNames = () =>
  page
    .getByRole('row')
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)
