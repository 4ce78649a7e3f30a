import { setTimeout as wait } from 'node:timers/promises'

import { classes } from '@doslovno/domain/process/fair-share.ts'
import { longestPerMedian, simulateOverload } from '@doslovno/domain/test/overload.ts'
import { buildApp } from '@doslovno/server/app.ts'
import { createRateLimits } from '@doslovno/server/platform/limits/rate-limits.ts'
import { createLog } from '@doslovno/server/platform/log.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp } from '#lab/app.ts'
import { chosen, isShort } from '#lab/arguments.ts'
import { atEnd, inPart } from '#lab/ends.ts'
import { atOnce, inMs, inSeconds } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { megabytesOf, signIn, startApi, type ApiProcess, watchMemory } from '#lab/processes.ts'
import { withOwnServers } from '#lab/servers.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'
import { s3 } from '#scripts/services/s3.ts'
import { mail } from '#scripts/services/simulators.ts'
import { waitUntil } from '#scripts/services/wait.ts'

import { callSteadily, describeAnswers, failuresOf, runSenders, runVisitors } from './faults/load.ts'
import { frozenRedis, mailOutage, storageOutages, workFolderFaults } from './faults/outages.ts'

const faults: Record<string, (test: TestApp) => Promise<void>> = {
  overload,
  guesses: passwordGuesses,
  writes: killedApi,
  edits: largeEdits,
  bodies: slowBodies,
  redis: frozenRedis,
  mails: mailOutage,
  storage: storageOutages,
  'work-folder': workFolderFaults,
}
const NEED_S3 = ['storage', 'work-folder']

/** Parts of the product fail or are attacked, one fault after the other. */
export async function main(): Promise<void> {
  const names = chosen(Object.keys(faults))
  const needed = names.some((name) => NEED_S3.includes(name)) ? [s3] : []
  await withOwnServers([postgres, redis, mail, ...needed], async () => {
    const test = await freshApp()
    for (const name of names) await inPart(async () => faults[name]?.(test))
  })
}

const FILES = isShort ? 300 : 2000
const MOST = 3

/** Twice as much work arrives as the workers can do, in files of one minute to three hours. */
async function overload(): Promise<void> {
  const served = simulateOverload({ files: FILES, slots: 8, load: 2, seed: 20_261_116 })
  const title = `twice the capacity, ${FILES} files of mixed lengths (simulated): longest wait`
  for (const name of classes) {
    const ratio = longestPerMedian(served, name)
    mark(`${title} of ${name} ≤ ${MOST} × its median`, `${ratio.toFixed(2)} ×`, ratio <= MOST)
  }
}

const GUESSES = isShort ? 1000 : 10_000
const ADDRESSES = 1000
const MOST_CHECKS = 100

/** Somebody guesses the password of one account from a thousand addresses of one network. */
async function passwordGuesses(test: TestApp): Promise<void> {
  const { email } = await test.createUser()
  let checks = 0
  const passwords: typeof test.ctx.passwords = {
    ...test.ctx.passwords,
    isRight: (...args) => {
      checks++
      return test.ctx.passwords.isRight(...args)
    },
  }
  const rateLimits = await createRateLimits({ ...test.config.rateLimits, factor: 1, log: createLog('silent', 'proof') })
  atEnd(() => rateLimits.close())
  const app = await buildApp({ ...test.ctx, passwords, rateLimits })
  atEnd(() => app.close())
  const login = (password: string, remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/account/login', payload: { email, password }, remoteAddress })
  for (let n = 0; n < GUESSES; n++)
    await login(`Wrong-pass-${n}`, `2001:db8:1:2::${((n % ADDRESSES) + 1).toString(16)}`)
  const title = `${GUESSES} guesses from ${ADDRESSES} addresses of one /64: at most ${MOST_CHECKS} password checks`
  mark(title, `${checks} checks`, checks <= MOST_CHECKS)
  const owner = await login(PASSWORD, '203.0.113.7')
  mark('and the owner still gets in', `status ${owner.statusCode}`, owner.statusCode === 200)
}

const WRITES = isShort ? 200 : 1000
const WRITERS = 8
const KILLS = isShort ? 2 : 8

/** The API is killed with SIGKILL again and again while people edit their texts. */
async function killedApi(test: TestApp): Promise<void> {
  const owner = await test.createUser()
  const ids = await atOnce(WRITERS, () => addScript(test, owner.id, ['One.']))
  const current = { api: await startApi(test.config) }
  const { accessToken: token } = await signIn(current.api, owner.email)
  const acknowledged: string[] = []
  const write = async (id: string) => {
    for (let version = 1; version <= WRITES / WRITERS; version++) {
      let status = 0
      await waitUntil('an edit to be answered', 300, async () => {
        status = await statusOfEdit(current.api, { id, token, version })
        return status === 200 || status === 409
      })
      if (status === 200) acknowledged.push(`${id} ${version}`)
    }
  }
  const writing = Promise.all(ids.map(write))
  let isWriting = true
  void writing.finally(() => (isWriting = false))
  let kills = 0
  for (; isWriting && kills < KILLS; kills++) {
    await wait(300 + 137 * (kills % 5))
    await current.api.kill('SIGKILL')
    current.api = await startApi(test.config, {}, current.api)
  }
  await writing
  const edits = test.ctx.db.selectFrom('edits').select(['scriptId', 'version']).where('scriptId', 'in', ids)
  const kept = new Set((await edits.execute()).map(({ scriptId, version }) => `${scriptId} ${version}`))
  const lost = acknowledged.filter((edit) => !kept.has(edit)).length
  const isMet = lost === 0 && kills > 0 && acknowledged.length > WRITES / 2
  const seen = `${kills} kills, ${acknowledged.length} acknowledged, ${lost} lost`
  mark(`API killed during ${WRITES} writes: no acknowledged write lost`, seen, isMet)
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

const EDITS = isShort ? 100 : 1000
const VISITORS = 50
const WORDS = 9000
const WORDS_OF_SEGMENT = 1000

/** The owner of a public file fills it with text; then fifty visitors read it at once. */
async function largeEdits(test: TestApp): Promise<void> {
  const owner = await test.signIn()
  const id = await addScript(test, owner.userId ?? '', ['One.', 'Two.'], { isPublic: true })
  let accepted = 0
  for (let n = 0; n < EDITS; n++) {
    const payload = { version: accepted, operation: { kind: 'restoreSegments', patches: [largePatch(n)] } }
    const reply = await owner.call({ method: 'POST', url: `/api/scripts/${id}/edits`, payload })
    if (reply.statusCode === 200) accepted++
  }
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '100000' })
  const visits = runVisitors({ url: `${api.url}/api/scripts/${id}`, count: VISITORS })
  const others = await callSteadily(() => api.call('GET', '/api/account/tariffs'), { perSecond: 20, until: visits })
  const seen = `${accepted} accepted, ${((await visits) / 1e6).toFixed(1)} MB for a visitor`
  mark(`${EDITS} edits of ${WORDS} words each: refused at the cap`, seen, accepted > 0 && accepted < 10)
  mark(`then ${VISITORS} visitors at once: others are answered`, describeAnswers(others), failuresOf(others) === 0)
  mark('and none waits over 200 ms', inMs(others.slowestMs), others.slowestMs <= 200, { isTimed: true })
}

function largePatch(seed: number) {
  const segments = Array.from({ length: WORDS / WORDS_OF_SEGMENT }, (_, part) => {
    const texts = Array.from({ length: WORDS_OF_SEGMENT }, (_each, n) => `word${seed}${part}${n}`)
    const words = texts.map((text) => ({ text, start: 1, end: 2, confidence: null }))
    return { start: 1, end: 2, speaker: 0, text: texts.join(' '), words }
  })
  return { at: 1, count: 0, segments }
}

const SENDERS = isShort ? 500 : 5000
const CLOSED_WITHIN_SECONDS = 35
const LIMIT_SECONDS = 90

/** Strangers open thousands of connections, announce a body each and never finish it. */
async function slowBodies(test: TestApp): Promise<void> {
  // Without rate limits: the limit per address would refuse nearly all of them at once.
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '100000' })
  const before = megabytesOf(api.pid)
  const peak = watchMemory(api.pid)
  const senders = runSenders({ port: api.port, count: SENDERS, limitSeconds: LIMIT_SECONDS })
  const answers = await callSteadily(() => api.call('GET', '/api/account/tariffs'), { perSecond: 20, until: senders })
  const { open, lastClosedSeconds } = await senders
  const more = peak() - before
  mark(`${SENDERS} slow bodies: every connection closed`, `${open} still open after ${LIMIT_SECONDS} s`, open === 0)
  const isSoon = lastClosedSeconds <= CLOSED_WITHIN_SECONDS
  mark(`within ${CLOSED_WITHIN_SECONDS} s`, `the last after ${inSeconds(lastClosedSeconds)}`, isSoon, { isTimed: true })
  mark('and others answered', describeAnswers(answers), failuresOf(answers) === 0)
  mark('with p99 ≤ 100 ms', inMs(answers.p99Ms), answers.p99Ms <= 100, { isTimed: true })
  mark('and at most 200 MB more memory', `${more.toFixed(0)} MB`, more <= 200)
}
