import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '@doslovno/server/test/free-port.ts'
import { skipMinutes } from '@doslovno/server/test/job-clock.ts'
import { startProcessing, uploadRecording } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import { createSmallDisk, type SmallDisk } from '@doslovno/server/test/small-disk.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'
import { launchWorker } from '@doslovno/server/test/worker.ts'

import { clip } from '#lab/proofs/sounds.ts'
import { waitUntil } from '#scripts/services/wait.ts'

import { isShort, type Mark } from '#lab/marks.ts'

const FILES = isShort ? 1 : 6
/** By the moved clock, in steps: all the attempts of so many minutes. */
const MINUTES = isShort ? 20 : 120
const STEP_MINUTES = 10
const PRO = 3

type Fault = { name: string; spoil: (disk: SmallDisk) => void; mend: (disk: SmallDisk) => void }

const faults: Fault[] = [
  { name: 'work folder full', spoil: (disk) => disk.fill(), mend: (disk) => disk.empty() },
  {
    name: 'work folder read-only',
    spoil: (disk) => disk.makeReadOnly(),
    mend: (disk) => disk.makeWritable(),
  },
]

/** The work folder is a small volume of its own, as in a container, and fails while files are processed. */
export async function workFolderFaults(test: TestApp): Promise<Mark[]> {
  const disk = createSmallDisk()
  const port = await freePort()
  const [first] = faults
  first?.spoil(disk)
  const worker = launchWorker(test.config, { WORK_DIR: disk.path, WORKER_SLOTS: '1', OPS_PORT: String(port) })
  try {
    const line = await worker.line('not ready: ')
    const status = await readyz(port)
    first?.mend(disk)
    const atStart: Mark = {
      expected: 'a worker that starts with a full work folder says so and is not ready',
      seen: `${status}; ${(JSON.parse(line) as { msg: string }).msg.replace(disk.path, 'WORK_DIR')}`,
      isMet: status === 503,
    }
    const marks = [atStart]
    // The short form starts with a full one, and the tests have both.
    for (const fault of isShort ? faults.slice(1) : faults) marks.push(await during(fault, { test, disk, port }))
    return marks
  } finally {
    await worker.kill('SIGTERM')
    disk.remove()
  }
}

type Stage = { test: TestApp; disk: SmallDisk; port: number }

async function during({ name, spoil, mend }: Fault, { test, disk, port }: Stage): Promise<Mark> {
  const { db } = test.ctx
  await waitUntil('the worker to be ready', 120, async () => (await readyz(port)) === 200)
  const owner = await test.signIn({ tariffId: PRO })
  spoil(disk)
  const files = await Promise.all(
    Array.from({ length: FILES }, (_, index) => uploadRecording(owner, toWav(clip(index)))),
  )
  for (const id of files) await startProcessing(owner, id)
  await waitUntil('the worker to notice', 120, async () => (await readyz(port)) === 503)
  for (let passed = 0; passed < MINUTES; passed += STEP_MINUTES) {
    await wait(500)
    await skipMinutes(db, STEP_MINUTES)
  }
  mend(disk)
  await waitUntil('the worker to be ready again', 120, async () => (await readyz(port)) === 200)
  await skipMinutes(db, STEP_MINUTES)
  const scripts = () => db.selectFrom('scripts').select(['status', 'inspectedAt']).where('id', 'in', files).execute()
  const isSettled = async () =>
    (await scripts()).every(({ status, inspectedAt }) => status !== 'process' && inspectedAt !== null)
  await waitUntil('the files', 600, isSettled).catch(() => undefined)
  const complete = (await scripts()).filter(({ status }) => status === 'complete').length
  return {
    expected: `${name} for ${MINUTES} min (moved clock) while files are processed: none fails`,
    seen: `not ready meanwhile, ready again; ${complete} of ${FILES} files complete`,
    isMet: complete === FILES,
  }
}

async function readyz(port: number): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status,
    () => 0,
  )
}
