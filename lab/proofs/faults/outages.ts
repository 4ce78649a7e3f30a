import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { reconcile } from '@doslovno/server/features/retention/index.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import { skipMinutes } from '@doslovno/server/test/job-clock.ts'
import { readMails } from '@doslovno/server/test/mailbox.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import { startProcessing, uploadRecording } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import { storedUnder } from '@doslovno/server/test/recordings/storage.ts'
import { createSmallDisk, type SmallDisk } from '@doslovno/server/test/small-disk.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'
import { launchWorker } from '@doslovno/server/test/worker.ts'

import { PRO } from '#lab/app.ts'
import { isShort } from '#lab/arguments.ts'
import { atEnd } from '#lab/ends.ts'
import { atOnce, inMs } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { signIn, startApi, startWorker, type ApiProcess } from '#lab/processes.ts'
import { clip } from '#lab/recordings.ts'
import { freeze, gateway } from '#lab/servers.ts'
import { startCeph } from '#scripts/services/ceph.ts'
import { stopDaemon } from '#scripts/services/daemons.ts'
import { s3 } from '#scripts/services/s3.ts'
import { mail } from '#scripts/services/simulators.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { dataDir, servers } from '#scripts/settings.ts'

import { callSteadily, describeAnswers, failuresOf } from './load.ts'

const FROZEN_SECONDS = isShort ? 8 : 60
const LOGINS = 30

/** Redis is frozen, as in a long pause of its machine: connections stay open, and nothing is answered. */
export async function frozenRedis(test: TestApp): Promise<void> {
  const { email } = await test.createUser()
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '1' })
  const { accessToken: token } = await signIn(api, email)
  const folder = resolve(dataDir, 'redis')
  const frozen = freeze({ name: 'redis', pidFile: resolve(folder, 'pid'), marker: folder }, FROZEN_SECONDS)
  const [answers, refusals] = await Promise.all([
    callSteadily(() => api.call('GET', '/api/account', { token }), { perSecond: 4, until: frozen }),
    wrongLogins(api),
  ])
  mark(`Redis frozen for ${FROZEN_SECONDS} s: no server error`, describeAnswers(answers), failuresOf(answers) === 0)
  mark('and p99 ≤ 1 s', inMs(answers.p99Ms), answers.p99Ms <= 1000, { isTimed: true })
  const seen = `${refusals} of ${LOGINS} wrong logins refused with 429`
  mark('and rate limits hold in memory', seen, refusals >= LOGINS - 15)
}

async function wrongLogins(api: ApiProcess): Promise<number> {
  let refused = 0
  for (let n = 0; n < LOGINS; n++) {
    const body = { email: `nobody-${n}@example.ru`, password: 'Wrong-pass-1' }
    if ((await api.call('POST', '/api/account/login', { body })).status === 429) refused++
  }
  return refused
}

const MAILS = isShort ? 5 : 50
const OUTAGE_MINUTES = 120
const MAIL_STEP_MINUTES = 5

/** The mail server is away for two hours on a moved clock, while people register. */
export async function mailOutage(test: TestApp): Promise<void> {
  await mail.stop()
  await startWorker(test.config, { WORKER_ROLES: 'mail' })
  const emails = Array.from({ length: MAILS }, (_, n) => `outage-${n}@example.ru`)
  for (const email of emails) {
    const payload = { name: 'Anna', email, password: PASSWORD, privacyApprove: true }
    await test.app.inject({ method: 'POST', url: '/api/account/register', payload })
  }
  for (let minutes = 0; minutes < OUTAGE_MINUTES; minutes += MAIL_STEP_MINUTES) {
    await wait(1000)
    await skipMinutes(test.ctx.db, MAIL_STEP_MINUTES)
  }
  await mail.start()
  await skipMinutes(test.ctx.db, 30)
  const sent = async () => {
    const inboxes = await Promise.all(emails.map((email) => readMails(servers.mail.pagePort, email)))
    return inboxes.filter((messages) => messages.length > 0).length
  }
  await waitUntil('the mails', 120, async () => (await sent()) === MAILS).catch(() => undefined)
  const received = await sent()
  mark('SMTP away for 2 h (moved clock): every mail sent', `${received} of ${MAILS}`, received === MAILS)
}

const FILES = isShort ? 2 : 6
const DELETED = isShort ? 2 : 6

type Outage = { name: string; run(test: TestApp): Promise<void> }

const outages: Outage[] = isShort ? [frozenFor(10), stoppedFor(10)] : [frozenFor(60), stoppedFor(10), stoppedFor(120)]

/** Connections are accepted and nothing is answered. */
function frozenFor(seconds: number): Outage {
  return { name: `S3 frozen for ${seconds} s`, run: () => freeze(gateway, seconds) }
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

export async function storageOutages(test: TestApp): Promise<void> {
  const api = await startApi(test.config)
  await startWorker(test.config, { WORKER_SLOTS: '1' })
  for (const outage of outages) await duringOutage(outage, test, api)
  // As of two days later, when nothing counts as under way any more.
  const now = () => new Date(Date.now() + 2 * 24 * 3600 * 1000)
  const { objects, orphan, unfinished } = await reconcile({ ...test.ctx, now }, { isDryRun: true })
  const seen = `${orphan} of ${objects} objects, ${unfinished} unfinished uploads`
  mark('and nothing is stored without a row', seen, orphan + unfinished === 0)
}

async function duringOutage(outage: Outage, test: TestApp, api: ApiProcess): Promise<void> {
  const { id: ownerId, email } = await test.createUser({ tariffId: PRO })
  const caller = await test.signInAs(ownerId)
  const { accessToken: token } = await signIn(api, email)
  const readable = await addScript(test, ownerId, ['One, two, three.'])
  const upload = async (index: number) => uploadRecording(caller, toWav(clip(index)))
  const [files, doomed] = [await atOnce(FILES, upload), await atOnce(DELETED, upload)]

  const away = outage.run(test)
  const read = () => api.call('GET', `/api/scripts/${readable}`, { token })
  const login = () => api.call('POST', '/api/account/login', { body: { email, password: PASSWORD } })
  const reading = callSteadily(read, { perSecond: 5, until: away })
  const signingIn = callSteadily(login, { perSecond: 1, until: away })
  for (const id of files) await startProcessing(caller, id)
  for (const id of doomed) await caller.call({ method: 'DELETE', url: `/api/scripts/${id}` })
  const [reads, logins] = await Promise.all([reading, signingIn, away])

  // Work that waits for its next attempt gets it now, as within the hour after an outage.
  await skipMinutes(test.ctx.db, 60)
  const complete = await completeOf(test, files)
  const left = async () => {
    const stored = await Promise.all(doomed.map((id) => storedUnder(test.config.storage, `scripts/${id}`)))
    return stored.filter(({ objects, parts }) => objects + parts > 0).length
  }
  await waitUntil('the deletions', 120, async () => (await left()) === 0).catch(() => undefined)
  const kept = await left()
  const isAnswered = reads.statuses[200] === reads.count && logins.statuses[200] === logins.count
  const seen = `reading ${describeAnswers(reads)}; sign-in ${describeAnswers(logins)}`
  mark(`${outage.name}: reading and sign-in keep answering`, seen, isAnswered)
  mark('no good file fails', `${complete} of ${FILES} files complete`, complete === FILES)
  mark('every deletion done afterwards', `${kept} of ${DELETED} deleted files have objects left`, kept === 0)
}

/** Waits for the end of files, and returns how many are complete. */
async function completeOf({ ctx }: TestApp, files: readonly string[]): Promise<number> {
  const scripts = () =>
    ctx.db.selectFrom('scripts').select(['status', 'inspectedAt']).where('id', 'in', files).execute()
  const isSettled = async () =>
    (await scripts()).every(({ status, inspectedAt }) => status !== 'process' && inspectedAt !== null)
  await waitUntil('the files', 600, isSettled).catch(() => undefined)
  return (await scripts()).filter(({ status }) => status === 'complete').length
}

const SPOILT_FILES = isShort ? 1 : 6
/** By the moved clock, in steps: all the attempts of so many minutes. */
const MINUTES = isShort ? 20 : 120
const STEP_MINUTES = 10

type Fault = { name: string; spoil: (disk: SmallDisk) => void; mend: (disk: SmallDisk) => void }

const full: Fault = { name: 'work folder full', spoil: (disk) => disk.fill(), mend: (disk) => disk.empty() }
const readOnly: Fault = {
  name: 'work folder read-only',
  spoil: (disk) => disk.makeReadOnly(),
  mend: (disk) => disk.makeWritable(),
}

/** The work folder is a small volume of its own, as in a container, and fails while files are processed. */
export async function workFolderFaults(test: TestApp): Promise<void> {
  const disk = createSmallDisk()
  atEnd(() => disk.remove())
  const port = await freePort()
  full.spoil(disk)
  const worker = launchWorker(test.config, { WORK_DIR: disk.path, WORKER_SLOTS: '1', OPS_PORT: String(port) })
  atEnd(() => worker.kill('SIGTERM'))
  const line = await worker.line('not ready: ')
  const status = await readyz(port)
  full.mend(disk)
  const seen = `${status}; ${(JSON.parse(line) as { msg: string }).msg.replace(disk.path, 'WORK_DIR')}`
  mark('a worker that starts with a full work folder says so and is not ready', seen, status === 503)
  // The short form starts with a full one, and the tests have both.
  for (const fault of isShort ? [readOnly] : [full, readOnly]) await duringFault(fault, { test, disk, port })
}

type Stage = { test: TestApp; disk: SmallDisk; port: number }

async function duringFault({ name, spoil, mend }: Fault, { test, disk, port }: Stage): Promise<void> {
  await waitUntil('the worker to be ready', 120, async () => (await readyz(port)) === 200)
  const owner = await test.signIn({ tariffId: PRO })
  spoil(disk)
  const files = await atOnce(SPOILT_FILES, (index) => uploadRecording(owner, toWav(clip(index))))
  for (const id of files) await startProcessing(owner, id)
  await waitUntil('the worker to notice', 120, async () => (await readyz(port)) === 503)
  for (let passed = 0; passed < MINUTES; passed += STEP_MINUTES) {
    await wait(500)
    await skipMinutes(test.ctx.db, STEP_MINUTES)
  }
  mend(disk)
  await waitUntil('the worker to be ready again', 120, async () => (await readyz(port)) === 200)
  await skipMinutes(test.ctx.db, STEP_MINUTES)
  const complete = await completeOf(test, files)
  const seen = `not ready meanwhile, ready again; ${complete} of ${SPOILT_FILES} files complete`
  const expected = `${name} for ${MINUTES} min (moved clock) while files are processed: none fails`
  mark(expected, seen, complete === SPOILT_FILES)
}

const readyz = (port: number) => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status, () => 0) // prettier-ignore
