import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { type CollectedSpan, startCollector } from '@doslovno/server/test/collector.ts'
import { createTemplate } from '@doslovno/server/test/database.ts'
import { startTestLlm } from '@doslovno/server/test/llm.ts'
import { readMails, startMailServer } from '@doslovno/server/test/mailbox.ts'
import { uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts'
import { speechWithPauses, toWav } from '@doslovno/server/test/recordings/recordings.ts'
import { createTestApp, type TestApp } from '@doslovno/server/test/test-app.ts'
import { until } from '@doslovno/server/test/until.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { developmentEnv, projectRoot } from '#scripts/settings.ts'

import { startApi } from '#lab/api.ts'
import { drawWaterfall } from './trace/waterfall.ts'

const SECONDS = 100
const PICTURE = 'docs/images/trace.svg'
const START = 'POST /api/scripts/:id/process'

/** One recording through an API and two workers gives one trace; draws it for the book. */
export async function main(): Promise<void> {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent' })
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const test = await createTestApp()
  try {
    const trace = await traceRecording(test)
    report(trace)
    writeFileSync(
      resolve(projectRoot, PICTURE),
      drawWaterfall(trace, `${SECONDS} s of speech, from the click to the mail`),
    )
    console.log(`drawn to ${PICTURE}`)
  } finally {
    await test.close()
    await template.drop()
  }
}

async function traceRecording(test: TestApp): Promise<CollectedSpan[]> {
  const [collector, mails, llm] = [await startCollector(), await startMailServer(), await startTestLlm()]
  const { id, email } = await test.createUser()
  const owner = await test.signInAs(id)
  const scriptId = await uploadRecording(owner, toWav(speechWithPauses(SECONDS)))
  const env = {
    ...llm.env,
    SMTP_URL: `smtp://127.0.0.1:${mails.smtpPort}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    SPEECH_MODEL: 'whisper-tiny',
  }
  const speech = { ...env, WORKER_ROLES: 'speech,media' }
  const text = { ...env, WORKER_ROLES: 'text,mail,billing' }
  const started: { kill(signal: NodeJS.Signals): Promise<void> }[] = []
  try {
    for (const worker of [speech, text]) started.push(await startWorker(test.config, worker))
    const api = await startApi(test.config, env)
    started.push(api)
    const token = owner.authorization.replace('Bearer ', '')
    const reply = await api.call('POST', `/api/scripts/${scriptId}/process`, { token, body: { language: 'ru' } })
    assert.equal(reply.status, 200, await reply.text())
    await watchToEnd(owner, scriptId)
    await until(async () => (await readMails(mails.pagePort, email)).length > 0)
  } finally {
    // Each sends its last spans as it stops.
    for (const one of started) await one.kill('SIGTERM')
    for (const server of [collector, mails, llm]) await server.close()
  }
  const traceId = collector.spans.find(({ name }) => name === START)?.traceId
  return collector.spans.filter((span) => span.traceId === traceId)
}

const STEPS = [
  'media decode',
  'speech recognise',
  'speech diarise',
  'process transcription.finish',
  'llm ask',
  'process summaries.compose',
  'mail send',
]

function report(trace: readonly CollectedSpan[]): void {
  const ids = new Set(trace.map(({ spanId }) => spanId))
  const roots = trace.filter(({ parentId }) => !ids.has(parentId))
  const services = new Set(trace.map(({ service }) => service))
  const [first, last] = [Math.min(...trace.map(({ startMs }) => startMs)), Math.max(...trace.map(({ endMs }) => endMs))]
  console.log(`${trace.length} spans of ${services.size} services in ${((last - first) / 1000).toFixed(1)} s`)
  const [task] = trace.filter(({ name, attributes }) => name.startsWith('process') && attributes.kind === 'recognise')
  console.log(`${trace.filter(({ parentId }) => parentId === task?.spanId).length} spans below one task`)
  for (const step of STEPS) {
    const spans = trace.filter(({ name }) => name === step)
    const seconds = spans.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 1000, 0)
    console.log(`${step}: ${spans.length} × ${(seconds / spans.length).toFixed(2)} s`)
    assert.ok(spans.length > 0, `The trace lacks ${step}`)
  }
  assert.deepEqual(
    roots.map(({ name }) => name),
    [START],
    'The trace has one root',
  )
  assert.equal(services.size, 3)
}
