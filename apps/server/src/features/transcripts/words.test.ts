import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { expireScripts } from '#features/retention/index.ts'
import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { saveTranscript } from './save.ts'
import { rememberWords } from './words-repo.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const wordsOf = async (userId = '') => {
  const rows = await test.ctx.db.selectFrom('searchWords').select('word').where('userId', '=', userId).execute()
  return rows.map(({ word }) => word).toSorted()
}
const remove = (owner: Caller, id: string) => owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })

const isAnyWaiting = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.ctx.db)
  return rows.length > 0
}

describe('the words of texts', () => {
  it('never deadlock, if two transactions add them in opposite order', async () => {
    const { id: userId } = await test.createUser()
    const scripts = [await addScript(test, userId), await addScript(test, userId)]
    for (let round = 0; round < 10; round++) {
      const words = [`слово${round}альфа`, `слово${round}бета`]
      const hasBegun = [false, false]
      const add = (at: 0 | 1, inOrder: readonly string[]) =>
        test.ctx.db.transaction().execute(async (tx) => {
          const owner = { scriptId: scripts[at] ?? '', userId }
          await rememberWords(tx, owner, inOrder.slice(0, 1))
          hasBegun[at] = true
          // The other one has added its first word, too, or waits for its turn.
          await vi.waitFor(async () => expect(hasBegun[1 - at] || (await isAnyWaiting())).toBe(true))
          await rememberWords(tx, owner, inOrder.slice(1))
        })
      await Promise.all([add(0, words), add(1, words.toReversed())])
    }

    expect(await wordsOf(userId)).toHaveLength(20)
  })

  it('are counted exactly when texts that share them are replaced at the same time', async () => {
    const { id: userId } = await test.createUser()
    const scripts = [await addScript(test, userId), await addScript(test, userId)]
    const save = (scriptId = '', words: readonly string[]) =>
      test.ctx.db.transaction().execute((tx) => saveTranscript(tx, { scriptId, userId }, [sentence(words.join(' '))]))

    for (let round = 0; round < 10; round++) {
      const shared = Array.from({ length: 400 }, (_, n) => `слово${round}я${n}`)
      const own = (name: string) => Array.from({ length: 300 }, (_, n) => `${name}${round}я${n}`)
      await Promise.all([
        save(scripts[0], [...own('первое'), ...shared]),
        save(scripts[1], [...shared.toReversed(), ...own('второе')]),
      ])
    }

    // Only the words of the last round are left: 400 shared and twice 300.
    expect(await wordsOf(userId)).toHaveLength(1000)
  })

  it('leave the dictionary when their file is deleted or expires, unless another text of the user has them', async () => {
    const owner = await test.signIn()
    const other = await test.signIn()
    const [first, second, third] = [
      await addScript(test, owner.userId ?? '', ['Берёза растёт.', 'Берёза шумит.']),
      await addScript(test, owner.userId ?? '', ['Берёза молчит.']),
      await addScript(test, other.userId ?? '', ['Сосна растёт.']),
    ]
    const operation = { kind: 'editText', at: 0, count: 1, text: 'Клён растёт.' }
    const edited = await owner.call({
      method: 'POST',
      url: `/api/scripts/${first}/edits`,
      payload: { version: 0, operation },
    })
    const before = await wordsOf(owner.userId)

    await remove(owner, first)
    const afterDelete = await wordsOf(owner.userId)
    await test.ctx.db
      .updateTable('scripts')
      .set({ keepUntil: new Date(0) })
      .where('id', '=', second)
      .execute()
    await expireScripts(test.ctx)

    expect(edited.statusCode).toBe(200)
    expect(before).toEqual(['береза', 'клен', 'молчит', 'растет', 'шумит'])
    expect(afterDelete).toEqual(['береза', 'молчит'])
    expect(await wordsOf(owner.userId)).toEqual([])
    expect(await wordsOf(other.userId)).toEqual(['растет', 'сосна'])
    await remove(other, third)
    expect(await wordsOf(other.userId)).toEqual([])
  })

  it('are not saved for a file that expired during processing', async () => {
    const { id: userId } = await test.createUser()
    const scriptId = await addScript(test, userId, ['Раз.'])
    await test.ctx.db
      .updateTable('scripts')
      .set({ keepUntil: new Date(0) })
      .where('id', '=', scriptId)
      .execute()
    await expireScripts(test.ctx)

    await test.ctx.db.transaction().execute((tx) => saveTranscript(tx, { scriptId, userId }, [sentence('Два слова.')]))

    const segments = await test.ctx.db.selectFrom('segments').select('text').where('scriptId', '=', scriptId).execute()
    expect(segments).toEqual([])
    expect(await wordsOf(userId)).toEqual([])
  })
})

function sentence(text: string): Segment {
  return { start: 0, end: 9, text, speaker: 0, words: [] }
}
