import { randomUUID } from 'node:crypto'

import { type Sort, sorts } from '@doslovno/domain/script/sort.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type RecordedPlans, recordPlans, scannedTables, usedIndexes } from '#test/plans.ts'
import { addScript } from '#test/recordings/library.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { countScripts, listScripts } from './repo.ts'
import { searchScripts } from './search-repo.ts'

let test: TestApp
let recorded: RecordedPlans
let userId: string
beforeAll(async () => {
  test = await createTestApp()
  // Small tables are scanned, unless that is forbidden; what is scanned all the same has no index.
  recorded = recordPlans(test.config.databaseUrl, { enable_seqscan: 'off' })
  userId = (await test.createUser()).id
  for (const text of ['В лесу росли берёзы.', 'Планёрка началась.']) await addScript(test, userId, [text])
})
afterAll(async () => {
  await recorded.close()
  await test.close()
})

describe('the list', () => {
  const indexOf: Record<Sort, string> = {
    '-uploadAt': 'scripts_user_uploaded',
    '+uploadAt': 'scripts_user_uploaded',
    '+fileName': 'scripts_user_name',
    '-duration': 'scripts_user_duration',
    '-fileSize': 'scripts_user_size',
    '-status': 'scripts_user_status',
  }

  it.each(sorts)('finds a page in the order %s by the index of that order', async (sort) => {
    const plans = await recorded.of(() => listScripts(recorded.db, userId, { page: 2, pageSize: 1, sort }))

    expect(plans).toHaveLength(1)
    expect(usedIndexes(plans[0] ?? '')).toContain(indexOf[sort])
    expect(plans.flatMap(scannedTables)).toEqual([])
  })

  it.each(sorts)('finds a page of a folder in the order %s by an index of its own', async (sort) => {
    const asked = { page: 2, pageSize: 1, sort, folder: randomUUID() }

    const plans = await recorded.of(() => listScripts(recorded.db, userId, asked))

    expect(usedIndexes(plans[0] ?? '')).toContain(indexOf[sort].replace('user', 'folder'))
    expect(plans.flatMap(scannedTables)).toEqual([])
  })

  it('counts the files of a folder by an index that begins with it', async () => {
    const plans = await recorded.of(() => countScripts(recorded.db, userId, randomUUID()))

    expect(plans.flatMap(usedIndexes)).toEqual([expect.stringMatching(/^scripts_folder_/)])
  })

  it('counts files by an index that begins with the user', async () => {
    const plans = await recorded.of(() => countScripts(recorded.db, userId))

    expect(plans.flatMap(usedIndexes)).toEqual([expect.stringMatching(/^scripts_user_/)])
  })
})

describe('the search', () => {
  const search = (text: string) =>
    recorded.of(() => searchScripts(recorded.db, userId, { search: text, page: 1, pageSize: 10, sort: '-uploadAt' }))

  it.each(['берез', 'росли в лесах', 'над'])('finds «%s» by the index of the words of each user', async (text) => {
    const plans = await search(text)

    expect(usedIndexes(plans[0] ?? '')).toContain('segments_owned_words')
    expect(plans.flatMap(scannedTables)).toEqual([])
  })

  it('finds names among thousands by the index of their words', async () => {
    await sql`
      insert into scripts (id, user_id, file_name, size_bytes, kind, content_type, keep_until)
      select gen_random_uuid(), ${userId}, 'Запись ' || number || '.mp3', 1, 'audio', 'audio/mpeg', now()
      from generate_series(1, 3000) as number`.execute(test.ctx.db)
    await sql`analyze scripts`.execute(test.ctx.db)

    const plans = await search('радугой')

    expect(usedIndexes(plans[0] ?? '')).toContain('scripts_name_words')
    expect(plans.flatMap(scannedTables)).toEqual([])
  })

  it('finds similar words by an index of the dictionary', async () => {
    const plans = (await search('бероза')).filter((plan) => plan.includes('search_words'))

    expect(plans).not.toEqual([])
    expect(plans.flatMap(usedIndexes)).toEqual(plans.map(() => expect.stringMatching(/^search_words_/)))
  })
})
