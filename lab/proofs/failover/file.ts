import type { TestApp } from '@doslovno/server/test/test-app.ts'

import type { ApiProcess } from '#lab/api.ts'

/** Uploads a recording over HTTP and starts its process; returns the script's id. */
export async function sendFile(api: ApiProcess, token: string, content: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)], { type: 'audio/wav' }), 'talk.wav')
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${api.url}/api/scripts/upload`, { method: 'POST', headers, body: form })
  if (!reply.ok) throw new Error(`The upload failed: ${reply.status} ${await reply.text()}`)
  const { script } = (await reply.json()) as { script: { id: string } }
  const started = await api.call('POST', `/api/scripts/${script.id}/process`, { token, body: { language: 'ru' } })
  if (!started.ok) throw new Error(`The process did not start: ${started.status} ${await started.text()}`)
  return script.id
}

export type FileState = { status: string; tasksDone: number; segments: number }

/** Undefined while the database does not answer. */
export function stateOf(test: TestApp, scriptId: string): Promise<FileState | undefined> {
  return readState(test, scriptId).catch(() => undefined)
}

async function readState({ ctx: { db } }: TestApp, scriptId: string): Promise<FileState> {
  const script = await db
    .selectFrom('scripts')
    .select(['status', 'processId'])
    .where('id', '=', scriptId)
    .executeTakeFirstOrThrow()
  const tasks = await db
    .selectFrom('tasks')
    .select('index')
    .where('processId', '=', script.processId)
    .where('state', '=', 'done')
    .execute()
  const segments = await db.selectFrom('segments').select('scriptId').where('scriptId', '=', scriptId).execute()
  return { status: script.status, tasksDone: tasks.length, segments: segments.length }
}

/** Seconds taken from the balance of a user, and seconds still held. */
export async function chargedTo({ ctx }: TestApp, userId: string): Promise<{ spent: number; held: number }> {
  const lots = await ctx.db.selectFrom('lots').selectAll().where('userId', '=', userId).execute()
  return {
    spent: lots.reduce((sum, { consumedSeconds }) => sum + consumedSeconds, 0),
    held: lots.reduce((sum, { heldSeconds }) => sum + heldSeconds, 0),
  }
}
