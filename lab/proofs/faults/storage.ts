import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { reconcile } from '@doslovno/server/features/retention/index.ts'
import { skipMinutes } from '@doslovno/server/test/job-clock.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import { startProcessing, uploadRecording } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import { storedUnder } from '@doslovno/server/test/recordings/storage.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { clip } from '#lab/proofs/sounds.ts'
import { startCeph } from '#scripts/services/ceph.ts'
import { pidOf, stopDaemon } from '#scripts/services/daemons.ts'
import { s3 } from '#scripts/services/s3.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { dataDir } from '#scripts/settings.ts'

import { type ApiProcess, signIn, startApi } from '#lab/api.ts'
import { callSteadily, describeAnswers } from './load.ts'
import { isShort, type Mark } from '#lab/marks.ts'

const PRO = 3
const FILES = isShort ? 2 : 6
const DELETED = isShort ? 2 : 6
const gateway = { name: 'radosgw', pidFile: resolve(dataDir, 's3/run/radosgw.pid'), marker: dataDir }

type Outage = { name: string; run(test: TestApp): Promise<void> }

const outages: Outage[] = isShort ? [frozenFor(10), stoppedFor(10)] : [frozenFor(60), stoppedFor(10), stoppedFor(120)]

/** Connections are accepted and nothing is answered. */
function frozenFor(seconds: number): Outage {
  return {
    name: `S3 frozen for ${seconds} s`,
    run: async () => {
      const pid = pidOf(gateway)
      if (!pid) throw new Error('This proof has no S3 of its own')
      process.kill(pid, 'SIGSTOP')
      await wait(seconds * 1000).finally(() => process.kill(pid, 'SIGCONT'))
    },
  }
}

/** Connections are refused, while the clock of the waiting jobs moves on. */
function stoppedFor(minutes: number): Outage {
  return {
    name: `S3 away for ${minutes} min (moved clock)`,
    run: async ({ ctx }) => {
      await stopDaemon(gateway)
      for (let passed = 0; passed < minutes; passed += 2) {
        await wait(1000)
        await skipMinutes(ctx.db, 2)
      }
      await startCeph()
      await waitUntil('the S3 gateway to answer', 180, () => s3.isUp())
    },
  }
}

export async function storageOutages(test: TestApp): Promise<Mark[]> {
  const api = await startApi(test.config)
  const worker = await startWorker(test.config, { WORKER_SLOTS: '1' })
  try {
    const marks: Mark[] = []
    for (const outage of outages) marks.push(...(await during(outage, test, api)))
    return [...marks, await noOrphans(test)]
  } finally {
    await worker.kill('SIGTERM')
    await api.kill('SIGTERM')
  }
}

const DAY_MS = 24 * 3600 * 1000

/** Compares bucket and rows as of two days later, when nothing counts as under way any more. */
async function noOrphans({ ctx }: TestApp): Promise<Mark> {
  const later = new Date(Date.now() + 2 * DAY_MS)
  const { objects, orphan, unfinished } = await reconcile({ ...ctx, now: () => later }, { isDryRun: true })
  return {
    expected: 'and nothing is stored without a row',
    seen: `${orphan} of ${objects} objects, ${unfinished} unfinished uploads`,
    isMet: orphan + unfinished === 0,
  }
}

async function during(outage: Outage, test: TestApp, api: ApiProcess): Promise<Mark[]> {
  const owner = await test.createUser({ tariffId: PRO })
  const caller = await test.signInAs(owner.id)
  const token = await signIn(api, owner.email)
  const readable = await addScript(test, owner.id, ['One, two, three.'])
  const upload = async (_: unknown, index: number) => uploadRecording(caller, toWav(clip(index)))
  const files = await Promise.all(Array.from({ length: FILES }, upload))
  const doomed = await Promise.all(Array.from({ length: DELETED }, upload))

  const away = outage.run(test)
  const reading = callSteadily(() => api.call('GET', `/api/scripts/${readable}`, { token }), {
    perSecond: 5,
    until: away,
  })
  const signingIn = callSteadily(
    () => api.call('POST', '/api/account/login', { body: { email: owner.email, password: PASSWORD } }),
    { perSecond: 1, until: away },
  )
  for (const id of files) await startProcessing(caller, id)
  for (const id of doomed) await caller.call({ method: 'DELETE', url: `/api/scripts/${id}` })
  const [reads, logins] = await Promise.all([reading, signingIn, away])

  // Work that waits for its next attempt gets it now, as within the hour after an outage.
  await skipMinutes(test.ctx.db, 60)
  const statuses = async () => {
    const rows = await test.ctx.db.selectFrom('scripts').select(['status']).where('id', 'in', files).execute()
    return rows.map(({ status }) => status)
  }
  const isSettled = async () => (await statuses()).every((status) => status !== 'process')
  await waitUntil('the files', 600, isSettled).catch(() => undefined)
  const left = async () => {
    const stored = await Promise.all(doomed.map((id) => storedUnder(test.config.storage, `scripts/${id}`)))
    return stored.filter(({ objects, parts }) => objects + parts > 0).length
  }
  await waitUntil('the deletions', 120, async () => (await left()) === 0).catch(() => undefined)
  const complete = (await statuses()).filter((status) => status === 'complete').length
  return [
    {
      expected: `${outage.name}: reading and sign-in keep answering`,
      seen: `reading ${describeAnswers(reads)}; sign-in ${describeAnswers(logins)}`,
      isMet: reads.statuses[200] === reads.count && logins.statuses[200] === logins.count,
    },
    {
      expected: 'no good file fails',
      seen: `${complete} of ${FILES} files complete`,
      isMet: complete === FILES,
    },
    {
      expected: 'every deletion done afterwards',
      seen: `${await left()} of ${DELETED} deleted files have objects left`,
      isMet: (await left()) === 0,
    },
  ]
}
