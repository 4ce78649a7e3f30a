import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import { type Calls, type Client, createClient, type Input, type Reply } from '@doslovno/client'
import { QUESTION } from '@doslovno/texts/test/launch-meeting.ts'

import { openSummaries } from '#features/summaries/index.ts'
import { readConfig } from '#platform/config.ts'

import { startTestLlm } from './llm.ts'
import { brokenMedia } from './recordings/media.ts'
import { watchToEnd } from './recordings/pipeline.ts'
import { recording, toWav, wavSamples } from './recordings/recordings.ts'
import { steady } from './steady.ts'
import { addTalk } from './summaries.ts'
import { type Caller, createTestApp, type TestApp } from './test-app.ts'
import { startWorker } from './worker.ts'

export type Examples = Record<string, { request?: unknown; reply?: unknown }>

const PRO = 3
const NAME = 'voxforge_ru/ru_0032.wav'
const speech = readFileSync(recording(NAME))

/** Makes every call of the public API to the real app and its worker; returns what was sent and what came back. */
export async function recordExamples(): Promise<Examples> {
  const outside = await startOutside()
  const llm = await startTestLlm()
  const { download } = readConfig({ ...process.env, MODELS_DIR: '-' })
  const hosts = [outside.host]
  const test = await createTestApp({ llm: llm.config(), download: { ...download, allowedPrivateHosts: hosts } })
  const worker = await startWorker(test.config, { ...llm.env, LINK_ALLOW_PRIVATE: outside.host })
  try {
    const examples = await makeCalls(test, outside)
    const origins = { [test.config.publicUrl]: 'https://doslovno.example', [outside.url]: 'https://example.com' }
    return steady({ ...examples, ...eventsOf(outside.received) }, origins) as Examples
  } finally {
    await worker.kill('SIGTERM')
    await test.close()
    await llm.close()
    outside.close()
  }
}

type Outside = Awaited<ReturnType<typeof startOutside>>

/** A site with a recording, an endless one, and an address for webhooks. */
async function startOutside() {
  const received: { type: string }[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/lecture.wav') return response.setHeader('content-type', 'audio/wav').end(speech)
    if (request.url === '/endless.wav') return response.setHeader('content-length', '100000000').write(speech)
    return void json(request).then((message) => {
      received.push(message as { type: string })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { host, url: `http://${host}`, received, close }
}

function eventsOf(received: readonly { type: string }[]): Examples {
  return Object.fromEntries(received.map((message) => [message.type, { request: message }]))
}

async function makeCalls(test: TestApp, outside: Outside): Promise<Examples> {
  const owner = await test.signIn({ tariffId: PRO })
  const { client, examples, record } = createRecorder(await test.app.listen({ port: 0 }), await keyOf(owner))
  const file = new File([Uint8Array.from(speech)], 'interview.wav', { type: 'audio/wav' })

  const events = ['script.completed', 'script.failed', 'summary.completed'] as const
  const { webhook } = await record('createWebhook', { url: `${outside.url}/hook`, events: [...events] })
  await record('getUsage', {})
  await record('listSettingsTemplates', {})
  await recordVocabulary(record)

  // A recording from its upload to its text.
  // Long enough for several parts: the draft shows the first while the others are recognised.
  const interview = new File(
    [Uint8Array.from(toWav(Buffer.concat(Array.from({ length: 8 }, () => wavSamples(recording(NAME))))))],
    'interview.wav',
    { type: 'audio/wav' },
  )
  const { id } = (await record('uploadScript', { file: interview })).script
  const { processId } = await record('processScript', { id, language: 'ru', speakersCount: 1 })
  await until(async () => (await record('getScriptStatus', { id })).etaSeconds !== null)
  await record('getProcess', { processId })
  await until(async () => (await record('getDraft', { id })).data.length > 0)
  await watchToEnd(owner, id)
  await record('getMedia', { id })
  await record('renameScript', { id, fileName: 'Interview.wav' })
  await record('shareScript', { id, publicFlag: true })
  await record('editSpeakerName', { id, speakerId: 0, name: 'Anna' })
  const { version, script } = await record('getScript', { id })
  const [first] = script
  const text = first ? first.text.charAt(0).toUpperCase() + first.text.slice(1) : ''
  await record('editTranscript', { id, version, operation: { kind: 'editText', at: 0, count: 1, text } })
  await record('listEdits', { id, after: version })
  await record('getOriginal', { id })
  const word = first?.words.find((one) => one.text.length > 4)?.text ?? ''
  await record('searchScripts', { search: word.replaceAll(/\P{L}/gu, '') })

  await recordFolders(record, id)
  await recordMeeting(test, owner, record)
  await record('listScripts', { pageSize: 2 })

  await recordUploads(record)
  await recordLinks(record, outside)
  await record('createTranscription', {
    file,
    model: 'whisper-1',
    language: 'ru',
    response_format: 'verbose_json',
    'timestamp_granularities[]': ['segment', 'word'],
  })

  await recordFailures({ client, record, outside }, file)
  await recordWebhooks(record, webhook.id, outside)
  return examples
}

type Recording = ReturnType<typeof createRecorder>['record']

/** A meeting with tasks. */
async function recordMeeting(test: TestApp, owner: Caller, record: Recording): Promise<void> {
  const talk = await addTalk(test, owner)
  await test.ctx.db
    .transaction()
    .execute((tx) => openSummaries(tx, test.ctx, { scriptId: talk, userId: owner.userId ?? '', templateId: null }))
  await until(async () => (await record('getSummary', { id: talk, type: 'summary' })).status === 'complete')
  await record('makeSummary', { id: talk, type: 'theses', templateId: null })
  await until(async () => (await record('listChapters', { id: talk })).isReady)
  const { data: items } = await until(async () => {
    const list = await record('listActionItems', { id: talk })
    return list.isReady && list.data.length > 0 && list
  })
  await record('tickActionItem', { id: talk, itemId: items[0]?.id ?? '', isDone: true })
  await record('askScript', { id: talk, question: QUESTION })
}

type Failing = { client: Client; record: Recording; outside: Outside }

/** Records failed calls and what the API says about them. */
async function recordFailures({ client, record, outside }: Failing, file: File): Promise<void> {
  const broken = new File([Uint8Array.from(brokenMedia())], 'broken.mp3', { type: 'audio/mpeg' })
  const failed = (await client.uploadScript({ file: broken })).script.id
  await client.processScript({ id: failed })
  await until(() => outside.received.some(({ type }) => type === 'script.failed'))
  const again = (await client.uploadScript({ file })).script.id
  await client.processScript({ id: again })
  await record('cancelProcessing', { id: again })
  await record('deleteScript', { id: again })
  await record('deleteScripts', { scriptIds: [failed] })
}

async function recordWebhooks(record: Recording, id: string, outside: Outside): Promise<void> {
  await record('testWebhook', { id })
  await until(() => outside.received.some(({ type }) => type === 'webhook.test'))
  const { data: deliveries } = await record('listDeliveries', { id, pageSize: 2 })
  await record('replayDelivery', { id, deliveryId: deliveries[0]?.id ?? '' })
  await record('replayFailed', { id, since: '2026-01-01T00:00:00Z' })
  await record('rotateWebhookSecret', { id })
  await record('editWebhook', { id, isEnabled: false })
  await record('listWebhooks', {})
  await record('deleteWebhook', { id })
}

async function recordFolders(record: Recording, scriptId: string): Promise<void> {
  const { folder } = await record('createFolder', { name: 'Интервью' })
  await record('moveScripts', { scriptIds: [scriptId], folderId: folder.id })
  await record('renameFolder', { id: folder.id, name: 'Интервью 2026' })
  await record('listFolders', {})
  await record('deleteFolder', { id: folder.id })
}

async function recordVocabulary(record: Recording): Promise<void> {
  const { data } = await record('addTerms', {
    terms: [{ text: 'Kubernetes', saidAs: ['кубернетес'] }, { text: 'Мюллер' }],
  })
  await record('listTerms', { limit: 1 })
  await record('editTerm', { id: data[0]?.term?.id ?? '', isOn: false })
  await record('importTerms', { text: 'Волга-Волга\nМюллер\nбюджет\n', isPreview: true })
  await record('exportTerms', {})
  await record('deleteTerm', { id: data[1]?.term?.id ?? '' })
  const { vocabulary } = await record('createVocabulary', { name: 'Отдел продаж' })
  await record('renameVocabulary', { id: vocabulary.id, name: 'Продажи' })
  await record('listVocabularies', {})
  await record('deleteVocabulary', { id: vocabulary.id })
}

async function recordUploads(record: Recording): Promise<void> {
  const contentType = 'audio/wav'
  const { upload } = await record('createUpload', { fileName: 'lecture.wav', contentType, size: speech.length })
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(speech))).toString('hex')
  const { url } = await record('signUploadPart', { id: upload.id, number: 1, sha256 })
  await fetch(url, { method: 'PUT', body: Uint8Array.from(speech) })
  await record('listUploads', {})
  await record('listUploadParts', { id: upload.id })
  await record('completeUpload', { id: upload.id })
  const other = await record('createUpload', { fileName: 'lecture.wav', contentType, size: speech.length })
  await record('abortUpload', { id: other.upload.id })
}

async function recordLinks(record: Recording, { url }: Outside): Promise<void> {
  const endless = await record('uploadByLink', { url: `${url}/endless.wav` })
  await record('cancelUploadByLink', { processId: endless.processId })
  await record('uploadByLink', { url: `${url}/lecture.wav` })
}

type Name = keyof Calls

/** A client whose calls are remembered. */
function createRecorder(baseUrl: string, apiKey: string) {
  const examples: Examples = {}
  let request: unknown
  const client = createClient({
    apiKey,
    baseUrl,
    fetch: (url, init) => {
      request = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
      return fetch(url, init)
    },
  })
  const record = async <N extends Name>(name: N, input: Input<N>): Promise<Reply<N>> => {
    const call = client[name] as (input: Input<N>) => Promise<Reply<N>> // one of many overloads
    const reply = await call(input)
    examples[name] = { ...(request ? { request } : {}), reply }
    return reply
  }
  return { client, examples, record }
}

async function keyOf(owner: Caller): Promise<string> {
  const reply = await owner.call({ method: 'POST', url: '/api/account/generate-api-key', payload: {} })
  return reply.json<{ apiKey: string }>().apiKey
}

/** Asks again and again until there is an answer. */
async function until<T>(ask: () => Promise<T> | T): Promise<Exclude<T, false>> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await wait(100)) {
    const answer = await ask()
    if (answer) return answer as Exclude<T, false>
  }
  throw new Error('Nothing happened for two minutes')
}
