import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '@doslovno/server/test/free-port.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { waitUntil } from '#scripts/services/wait.ts'

import { type ApiProcess, signIn, startApi } from '#lab/api.ts'
import { isShort, type Mark } from '#lab/marks.ts'

const WRITES = isShort ? 200 : 1000
const WRITERS = 8
const KILLS = isShort ? 2 : 8

/** The API is killed with SIGKILL again and again while people edit their texts. */
export async function killedApi(test: TestApp): Promise<Mark[]> {
  const owner = await test.createUser()
  const ids = await Promise.all(Array.from({ length: WRITERS }, () => addScript(test, owner.id, ['One.'])))
  const port = await freePort()
  const start = () => startApi(test.config, {}, port)
  const current = { api: await start() }
  const token = await signIn(current.api, owner.email)
  const acknowledged: { id: string; version: number }[] = []
  const write = async (id: string) => {
    for (let version = 1; version <= WRITES / WRITERS; version++) {
      const edit = () => statusOfEdit(current.api, { id, token, version })
      const status = await untilAnswered(edit)
      if (status === 200) acknowledged.push({ id, version })
    }
  }
  const writing = Promise.all(ids.map(write))
  let isWriting = true
  void writing.finally(() => (isWriting = false))
  let kills = 0
  for (; isWriting && kills < KILLS; kills++) {
    await wait(300 + 137 * (kills % 5))
    await current.api.kill('SIGKILL')
    current.api = await start()
  }
  await writing
  await current.api.kill('SIGTERM')
  const rows = await test.ctx.db
    .selectFrom('edits')
    .select(['scriptId', 'version'])
    .where('scriptId', 'in', ids)
    .execute()
  const kept = new Set(rows.map(({ scriptId, version }) => `${scriptId} ${version}`))
  const lost = acknowledged.filter(({ id, version }) => !kept.has(`${id} ${version}`))
  return [
    {
      expected: `API killed during ${WRITES} writes: no acknowledged write lost`,
      seen: `${kills} kills, ${acknowledged.length} acknowledged, ${lost.length} lost`,
      isMet: lost.length === 0 && kills > 0 && acknowledged.length > WRITES / 2,
    },
  ]
}

type Edit = { id: string; token: string; version: number }

/** 409 means that an earlier attempt was committed and its answer lost. */
async function statusOfEdit(api: ApiProcess, { id, token, version }: Edit): Promise<number> {
  const operation = { kind: 'editText', at: 0, count: 1, text: `Edit ${version}.` }
  const body = { version: version - 1, operation }
  const reply = await api.call('POST', `/api/scripts/${id}/edits`, { token, body }).catch(() => undefined)
  // Waits for the body: an answer cut off in the middle acknowledges nothing.
  return (await reply?.text().catch(() => '')) ? (reply?.status ?? 0) : 0
}

async function untilAnswered(edit: () => Promise<number>): Promise<number> {
  let status = 0
  await waitUntil('an edit to be answered', 300, async () => {
    status = await edit()
    return status === 200 || status === 409
  })
  return status
}
