import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { WorkerContext } from '#context.ts'
import { expireScripts } from '#features/retention/index.ts'
import { withWorkFolder } from '#platform/process/work-folder.ts'
import { addScript } from '#test/recordings/library.ts'
import { storedUnder } from '#test/recordings/storage.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { makePlayback } from './inspect.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it.each(['expires', 'is deleted'])('a file that %s while its playback copy is made keeps no copy', async (end) => {
  const owner = await test.signIn()
  const id = await addScript(test, owner.userId ?? '')
  const endScript = async () => {
    if (end === 'is deleted') return void (await owner.call({ method: 'DELETE', url: `/api/scripts/${id}` }))
    await test.ctx.db
      .updateTable('scripts')
      .set({ keepUntil: new Date(0) })
      .where('id', '=', id)
      .execute()
    await expireScripts(test.ctx)
  }
  const toPlayback = async (_original: string, folder: string) => {
    await endScript()
    await writeFile(join(folder, 'copy'), 'sound')
    return join(folder, 'copy')
  }
  const ctx = { ...test.ctx, media: { toPlayback } } as unknown as WorkerContext

  await withWorkFolder(test.config.workDir, (folder) =>
    makePlayback(ctx, id, { original: '', folder, signal: new AbortController().signal }),
  )

  expect(await storedUnder(test.config.storage, `scripts/${id}`)).toEqual({ objects: 0, parts: 0 })
  const row = await test.ctx.db.selectFrom('scripts').select('hasPlayback').where('id', '=', id).executeTakeFirst()
  expect(row?.hasPlayback ?? false).toBe(false)
})
