import { randomUUID } from 'node:crypto'

import { insertLot } from '@doslovno/server/features/billing/ledger/repo.ts'
import { versionsOf } from '@doslovno/server/features/live/repo.ts'
import { completeProcess } from '@doslovno/server/features/transcription/process-repo.ts'
import { finishTask } from '@doslovno/server/features/transcription/tasks/repo.ts'
import { addProcess } from '@doslovno/server/test/processes.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { type ApiProcess, signIn } from '#lab/processes.ts'

export type Told = string | number | undefined

/** A kind of change, and the poll that tells of it. */
export type ChangeKind = {
  name: string
  token: string
  path: string
  toldBy(reply: unknown): Told
  /** Makes the next change; returns what replies tell once it is committed. */
  apply(): Promise<Told>
  version(): Promise<number>
}

type Person = { userId: string; token: string; version: () => Promise<number> }

/** Changes made by calls of the API, and rows written by the functions of a worker. */
export async function changeKinds(test: TestApp, api: ApiProcess, most: number): Promise<ChangeKind[]> {
  const reader = await person(test, api)
  // A file that is processed leaves lists without a tag, so another person has it.
  const speaker = await person(test, api)
  return [
    await renamed(test, api, reader),
    called(api, reader),
    await granted(test, api, reader),
    await recognised(test, speaker, most),
    await completed(test, speaker),
  ]
}

async function person(test: TestApp, api: ApiProcess): Promise<Person> {
  const { id: userId, email } = await test.createUser()
  const version = async () => (await versionsOf(test.ctx.db, [userId])).get(userId) ?? 0
  return { userId, token: (await signIn(api, email)).accessToken, version }
}

async function renamed(test: TestApp, api: ApiProcess, { userId, token, version }: Person): Promise<ChangeKind> {
  const id = await addScript(test, userId)
  return {
    name: 'renamed',
    token,
    version,
    path: '/api/scripts',
    toldBy: (reply) => (reply as { data: { id: string; fileName: string }[] }).data.find((file) => file.id === id)?.fileName, // prettier-ignore
    apply: async () => {
      const fileName = randomUUID()
      await change(api, 'PATCH', `/api/scripts/${id}/filename`, { token, body: { fileName } })
      return fileName
    },
  }
}

function called(api: ApiProcess, { token, version }: Person): ChangeKind {
  return {
    name: 'called otherwise',
    token,
    version,
    path: '/api/account',
    toldBy: (reply) => (reply as { user: { name: string } }).user.name,
    apply: async () => {
      const name = randomUUID()
      await change(api, 'POST', '/api/account', { token, body: { name } })
      return name
    },
  }
}

async function change(api: ApiProcess, ...call: Parameters<ApiProcess['call']>): Promise<void> {
  const reply = await api.call(...call)
  if (!reply.ok) throw new Error(`${call[0]} ${call[1]} was answered ${reply.status}`)
}

const DAY_MS = 86_400_000

async function granted({ ctx }: TestApp, api: ApiProcess, { userId, token, version }: Person): Promise<ChangeKind> {
  const minutesIn = (reply: unknown) => (reply as { user: { minutesRemain: number } }).user.minutesRemain
  let minutes = minutesIn(await (await api.call('GET', '/api/account', { token })).json())
  return {
    name: 'granted a minute',
    token,
    version,
    path: '/api/account',
    toldBy: minutesIn,
    apply: async () => {
      const now = new Date()
      const lot = { kind: 'goodwill', seconds: 60, startsAt: now, expiresAt: new Date(now.getTime() + DAY_MS) } as const
      await ctx.db
        .transaction()
        .execute((tx) => insertLot(tx, { ...lot, userId, source: `proof:${randomUUID()}` }, now))
      return ++minutes
    },
  }
}

async function recognised(test: TestApp, { userId, token, version }: Person, most: number): Promise<ChangeKind> {
  const { db } = test.ctx
  const each = { state: 'queued', attempts: 1, begunAt: new Date() } as const
  const { scriptId, tasks } = await addProcess(test, userId, { count: most, each })
  const left = tasks.toSorted((one, other) => one.index - other.index)
  return {
    name: 'a chunk recognised',
    token,
    version,
    path: `/api/scripts/${scriptId}/draft`,
    toldBy: (reply) => (reply as { next: number }).next,
    apply: async () => {
      const task = left.shift()
      if (!task) throw new Error('No chunk is left')
      const done = { state: 'done', result: [], now: new Date() } as const
      await db.transaction().execute((tx) => finishTask(tx, task, done))
      return task.index + 1
    },
  }
}

/** Completed and started again in turns: replies have a tag only while it is complete. */
async function completed(test: TestApp, { userId, token, version }: Person): Promise<ChangeKind> {
  const { db } = test.ctx
  const { id, scriptId } = await addProcess(test, userId, { count: 1, each: { state: 'done' } })
  let isComplete = false
  return {
    name: 'completed or started',
    token,
    version,
    path: `/api/scripts/${scriptId}/status`,
    toldBy: (reply) => (reply as { status: string }).status,
    apply: async () => {
      isComplete = !isComplete
      if (isComplete) await db.transaction().execute((tx) => completeProcess(tx, id, new Date(), null))
      else await db.updateTable('processes').set({ status: 'processing' }).where('id', '=', id).execute()
      return isComplete ? 'complete' : 'processing'
    },
  }
}
