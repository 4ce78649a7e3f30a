import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { type CollectedSpan, startCollector } from '@doslovno/server/test/collector.ts'
import { startTestLlm } from '@doslovno/server/test/llm.ts'
import { readMails, startMailServer } from '@doslovno/server/test/mailbox.ts'
import { uploadRecording, watchToEnd } from '@doslovno/server/test/recordings/pipeline.ts'
import { speechWithPauses, toWav } from '@doslovno/server/test/recordings/recordings.ts'

import { freshApp } from '#lab/app.ts'
import { atEnd } from '#lab/ends.ts'
import { most, sum } from '#lab/figures.ts'
import { log, mark } from '#lab/marks.ts'
import { startApi, startWorker } from '#lab/processes.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

const SECONDS = 100
const PICTURE = 'docs/images/trace.svg'
const START = 'POST /api/scripts/:id/process'
const STEPS = [
  'media decode',
  'speech recognise',
  'speech diarise',
  'process transcription.finish',
  'llm ask',
  'process summaries.compose',
  'mail send',
]

/** One recording through an API and two workers gives one trace; draws it for the book. */
export async function main(): Promise<void> {
  const trace = await traceRecording()
  judge(trace)
  writeFileSync(
    resolve(projectRoot, PICTURE),
    drawWaterfall(trace, `${SECONDS} s of speech, from the click to the mail`),
  )
  log(`drawn to ${PICTURE}`)
}

async function traceRecording(): Promise<CollectedSpan[]> {
  const [collector, mails, llm] = [await startCollector(), await startMailServer(), await startTestLlm()]
  for (const server of [collector, mails, llm]) atEnd(() => server.close())
  const test = await freshApp()
  const { id, email } = await test.createUser()
  const owner = await test.signInAs(id)
  const scriptId = await uploadRecording(owner, toWav(speechWithPauses(SECONDS)))
  const env = {
    ...llm.env,
    SMTP_URL: `smtp://127.0.0.1:${mails.smtpPort}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    SPEECH_MODEL: 'whisper-tiny',
  }
  const started = [
    await startWorker(test.config, { ...env, WORKER_ROLES: 'speech,media' }),
    await startWorker(test.config, { ...env, WORKER_ROLES: 'text,mail,billing' }),
  ]
  const api = await startApi(test.config, env)
  const token = owner.authorization.replace('Bearer ', '')
  const reply = await api.call('POST', `/api/scripts/${scriptId}/process`, { token, body: { language: 'ru' } })
  if (reply.status !== 200) throw new Error(await reply.text())
  await watchToEnd(owner, scriptId)
  await waitUntil('the mail', 300, async () => (await readMails(mails.pagePort, email)).length > 0)
  // Each sends its last spans as it stops.
  for (const one of [...started, api]) await one.kill('SIGTERM')
  const traceId = collector.spans.find(({ name }) => name === START)?.traceId
  return collector.spans.filter((span) => span.traceId === traceId)
}

function judge(trace: readonly CollectedSpan[]): void {
  const ids = new Set(trace.map(({ spanId }) => spanId))
  const roots = trace.filter(({ parentId }) => !ids.has(parentId)).map(({ name }) => name)
  const services = new Set(trace.map(({ service }) => service)).size
  const lasted = most(trace.map(({ endMs }) => endMs)) - Math.min(...trace.map(({ startMs }) => startMs))
  log(`${trace.length} spans of ${services} services in ${(lasted / 1000).toFixed(1)} s`)
  const [task] = trace.filter(({ name, attributes }) => name.startsWith('process') && attributes.kind === 'recognise')
  log(`${trace.filter(({ parentId }) => parentId === task?.spanId).length} spans below one task`)
  for (const step of STEPS) {
    const spans = trace.filter(({ name }) => name === step)
    const seconds = sum(spans.map(({ startMs, endMs }) => (endMs - startMs) / 1000))
    mark(`the trace has ${step}`, `${spans.length} × ${(seconds / spans.length).toFixed(2)} s`, spans.length > 0)
  }
  mark('the trace has one root', roots.join(', '), roots.join() === START)
  mark('three services', String(services), services === 3)
}

const WIDTH = 1040
const LABELS = 260
const ROW = 22
const TOP = 84
const MARGIN = 24
/** Shorter ones would be dots. */
const SHORTEST_MS = 15
const SERVICES = ['#2f6fde', '#d9730d', '#2f9e63']

type Row = { span: CollectedSpan; depth: number }

/** A trace as a picture: requests, jobs and calls that leave the process; statements and enqueueing are left out. */
function drawWaterfall(trace: readonly CollectedSpan[], title: string): string {
  const rows = rowsOf(trace)
  const begin = Math.min(...trace.map(({ startMs }) => startMs))
  const end = Math.max(...rows.map(({ span }) => span.endMs))
  const services = [...new Set(rows.map(({ span }) => span.service))]
  const scale = (WIDTH - LABELS - 2 * MARGIN - 50) / (end - begin)
  const xOf = (ms: number) => LABELS + MARGIN + (ms - begin) * scale
  const height = TOP + rows.length * ROW + MARGIN
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}">
<style>${STYLE}</style>
<rect class="paper" width="100%" height="100%" rx="10"/>
<text class="title" x="${MARGIN}" y="34">${title}</text>
${services.map((service, index) => legend(service, index)).join('\n')}
${ticks(end - begin)
  .map((ms) => tick(xOf(begin + ms), ms, height))
  .join('\n')}
${rows.map((row, index) => drawRow(row, TOP + index * ROW, xOf, services.indexOf(row.span.service))).join('\n')}
</svg>
`
}

const STYLE = `
text { font: 12px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #24292f }
.title { font-size: 16px; font-weight: 600 }
.quiet { fill: #57606a }
.paper { fill: #ffffff; stroke: #d0d7de }
.line { stroke: #d8dee4 }
.call { opacity: 0.55 }
${SERVICES.map((colour, index) => `.s${index} { fill: ${colour} }`).join('\n')}
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .quiet { fill: #9198a1 }
  .paper { fill: #0d1117; stroke: #3d444d }
  .line { stroke: #2a313c }
}
`

/** Depth first, in the order of time; the children of a span that is left out move up. */
function rowsOf(trace: readonly CollectedSpan[]): Row[] {
  const ids = new Set(trace.map(({ spanId }) => spanId))
  const below = (parentId: string, depth: number): Row[] =>
    trace
      .filter((span) => span.parentId === parentId || (parentId === '' && !ids.has(span.parentId)))
      .toSorted((a, b) => a.startMs - b.startMs)
      .flatMap((span) =>
        isShown(span) ? [{ span, depth }, ...below(span.spanId, depth + 1)] : below(span.spanId, depth),
      )
  return below('', 0)
}

function isShown({ name, startMs, endMs }: CollectedSpan): boolean {
  if (isJob({ name })) return !name.includes('webhooks.')
  return /^(storage|media|speech|llm|mail) /.test(name) && endMs - startMs >= SHORTEST_MS
}

/** Requests and jobs; the rest are calls that they make. */
function isJob({ name }: Pick<CollectedSpan, 'name'>): boolean {
  return /^(GET|POST|process) /.test(name)
}

function nameOf({ name, attributes }: CollectedSpan): string {
  const { kind, index, purpose } = attributes
  const details = [kind, kind && kind !== 'prepare' ? Number(index) + 1 : undefined, purpose]
  return [name.replace(/^process /, ''), ...details.filter((one) => one !== undefined)].join(' ')
}

function drawRow({ span, depth }: Row, y: number, xOf: (ms: number) => number, colour: number): string {
  const x = xOf(span.startMs)
  const width = Math.max(2, xOf(span.endMs) - x)
  const after = (x + width + 6).toFixed(1)
  return `<text x="${MARGIN + depth * 14}" y="${y + 15}">${nameOf(span)}</text>
<rect class="s${colour}${isJob(span) ? '' : ' call'}" x="${x.toFixed(1)}" y="${y + 4}" width="${width.toFixed(1)}" height="14" rx="3"/>
<text class="quiet" x="${after}" y="${y + 15}">${durationOf(span.endMs - span.startMs)}</text>`
}

function durationOf(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

function legend(service: string, index: number): string {
  const x = WIDTH - MARGIN - (3 - index) * 150
  return `<rect class="s${index}" x="${x}" y="24" width="12" height="12" rx="3"/><text x="${x + 18}" y="34">${service}</text>`
}

/** About eight lines at round seconds. */
function ticks(lengthMs: number): number[] {
  const step = [1, 2, 5, 10, 20, 30, 60].find((seconds) => lengthMs / 1000 / seconds <= 9) ?? 120
  return Array.from({ length: Math.floor(lengthMs / 1000 / step) + 1 }, (_, index) => index * step * 1000)
}

function tick(x: number, ms: number, height: number): string {
  const at = x.toFixed(1)
  return `<line class="line" x1="${at}" x2="${at}" y1="${TOP - 6}" y2="${height - MARGIN}"/><text class="quiet" x="${at}" y="${TOP - 12}" text-anchor="middle">${ms / 1000} s</text>`
}
