import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createLog } from '#platform/log.ts'
import { startTracing } from '#platform/tracing/start.ts'
import { type CollectedSpan, type Collector, startCollector } from '#test/collector.ts'
import { readMails, startMailServer } from '#test/mailbox.ts'
import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '#test/recordings/pipeline.ts'
import { recording } from '#test/recordings/recordings.ts'
import { startTestSpeechServer } from '#test/speech-server.ts'
import { createTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { startWorker } from '#test/worker.ts'

const START = 'POST /api/scripts/:id/process'
const FILE_NAME = 'Совет директоров.wav'

let collector: Collector
let trace: CollectedSpan[]
let spoken: string

/** One recording from the call to the mail, by the app and a worker process; both flush when they stop. */
beforeAll(async () => {
  collector = await startCollector()
  const mails = await startMailServer()
  const smtpUrl = `smtp://127.0.0.1:${mails.smtpPort}`
  const tracing = await startTracing({ endpoint: collector.url, version: '1.2.3', ratio: 1 }, 'api', silent)
  const test = await createTestApp({ mail: { smtpUrl, from: 'no-reply@doslovno.example', isTlsRequired: false } })
  const speech = await startTestSpeechServer()
  const worker = await startWorker(test.config, {
    ...speech.env,
    SPEECH_DIARISERS: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    SMTP_URL: smtpUrl,
  })
  const { id, email } = await test.createUser()
  const owner = await test.signInAs(id)
  const scriptId = await uploadRecording(owner, readFileSync(recording('voxforge_ru/ru_0032.wav')), FILE_NAME)
  await startProcessing(owner, scriptId)
  await watchToEnd(owner, scriptId)
  spoken = textOf(await readScript(owner, scriptId))
  await until(async () => (await readMails(mails.pagePort, email)).length > 0)
  await worker.kill('SIGTERM')
  await speech.close()
  await test.close()
  await tracing.stop()
  await mails.close()
  const { traceId } = collector.spans.find(({ name }) => name === START) ?? {}
  trace = collector.spans.filter((span) => span.traceId === traceId)
})
afterAll(() => collector.close())

const silent = createLog('silent', 'test')

/** The names from the first span of a trace down to this one, without repeated ones. */
function pathOf(span: CollectedSpan): string {
  const parent = trace.find(({ spanId }) => spanId === span.parentId)
  const above = parent ? pathOf(parent) : ''
  return above.includes(span.name) ? above : [above, span.name].filter(Boolean).join(' > ')
}

const TASK = `${START} > insert transcription.task > process transcription.task`
const FINISH = `${TASK} > insert transcription.finish > process transcription.finish`
const MAIL = `${FINISH} > insert notifications.script > process notifications.script > insert notifications.mail`

describe('the trace of a recording', () => {
  it.each([
    `${START} > insert processes`,
    `${TASK} > storage read`,
    `${TASK} > media decode`,
    `${TASK} > storage putFile`,
    `${TASK} > storage readRange`,
    `${TASK} > speech recognise`,
    `${TASK} > speech diarise`,
    `${FINISH} > insert segments`,
    `${FINISH} > insert summaries.compose > process summaries.compose > update summaries`,
    `${MAIL} > process notifications.mail > mail send`,
  ])('has %s', (path) => {
    expect(trace.map(pathOf)).toContain(path)
  })

  it('is one tree whose spans lie in the life of the process, by two services', () => {
    const ids = new Set(trace.map(({ spanId }) => spanId))

    expect(trace.filter(({ parentId }) => !ids.has(parentId)).map(({ name }) => name)).toEqual([START])
    expect(new Set(trace.map(({ service }) => service))).toEqual(new Set(['doslovno-api', 'doslovno-worker']))
    expect(trace.filter(({ hasFailed }) => hasFailed)).toEqual([])
  })

  it('tells ids of jobs and sizes of work', () => {
    const tasks = trace.filter(({ name }) => name === 'process transcription.task')
    const heard = trace.find(({ name }) => name === 'speech recognise')

    expect(new Set(tasks.map(({ attributes }) => attributes.kind))).toEqual(
      new Set(['prepare', 'recognise', 'diarise']),
    )
    expect(new Set(tasks.map(({ attributes }) => attributes.processId)).size).toBe(1)
    expect(heard?.attributes.audioSeconds).toBeCloseTo(9.375, 1)
  })

  it('has no address, no name, no word of a text, and no parameter of a statement', () => {
    const sent = collector.bodies.join('\n')

    expect(spoken).toMatch(/\p{Script=Cyrillic}/u)
    expect(sent).not.toMatch(/\p{Script=Cyrillic}/u)
    expect(sent).not.toContain('@')
    expect(sent).not.toMatch(/\$1|where/i)
  })
})
