import type { Script } from '@doslovno/contract/scripts.ts'
import { playerTexts } from '@doslovno/texts/file-page.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { TranscriptView } from '#features/transcript/transcript-view.tsx'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { scriptQuery } from '#lib/queries/scripts.ts'
import { Kit } from '#ui/kit.tsx'

const ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'

/** A finished recording of ten silent seconds without speakers. */
const FILE: Script = {
  id: ID,
  fileName: 'talk.mp3',
  fileSize: 1_000_000,
  type: 'audio',
  duration: 10,
  uploadAt: '2026-11-15T09:00:00Z',
  status: 'complete',
  isInspected: true,
  public: false,
  canEdit: true,
  isExpired: false,
  fileSrc: silence(10),
  playbackSrc: null,
  srcSeconds: 300,
  speakerNames: [],
  language: 'ru',
  speakers: 1,
  peaks: [10, 90, 40],
  version: 0,
  script: [],
  flaws: [],
  scriptSummary: [],
  summaryBlocks: [],
}

/** Editing controls that do nothing: the text of a user who may edit. */
export const SLOTS: EditingSlots = {
  tools: null,
  status: null,
  onReplace: () => {},
  onReview: () => {},
  onHistory: () => {},
  onRestore: () => {},
  openParagraph: undefined,
  field: null,
  onEdit: () => {},
  onVoice: () => {},
  voicePanel: () => null,
  onNameSpeaker: () => {},
  onMergeSpeakers: () => {},
  onUndo: () => {},
  marks: { undo: () => {}, undoAll: () => {}, never: () => {}, formsOf: async () => [], reform: () => {} },
  onApply: () => {},
  isKnown: undefined,
}

export const word = (text: string, start: number, confidence: number | null = null) => ({
  text,
  start,
  end: start + 0.4,
  confidence,
})

/** A segment from a second on, two words per second. */
export function said(text: string, start: number, speaker = 0) {
  const words = text.split(' ').map((one, index) => word(one, start + index * 0.5))
  return { start, end: words.at(-1)?.end ?? start, text, speaker, words }
}

/** A silent WAV recording: 8 bits, one channel. */
export function silence(seconds: number, samplesPerSecond = 8000): string {
  const bytes = new Uint8Array(44 + seconds * samplesPerSecond).fill(128)
  const header = new DataView(bytes.buffer)
  const write = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, i) => header.setUint8(at + i, byte))
  write(0, 'RIFF')
  header.setUint32(4, bytes.length - 8, true)
  write(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, samplesPerSecond, true)
  header.setUint32(28, samplesPerSecond, true)
  header.setUint16(32, 1, true)
  header.setUint16(34, 8, true)
  write(36, 'data')
  header.setUint32(40, bytes.length - 44, true)
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }))
}

type Options = {
  startAt?: number | undefined
  endAt?: number
  editing?: EditingSlots
  onAgain?: () => void
  onDelete?: () => void
}

/** Opens a file page as the app does, with the server's answers in the cache. */
export async function openFile(change: Partial<Script>, { startAt, ...options }: Options = {}) {
  const queries = new QueryClient()
  queries.setQueryData(scriptQuery(ID).queryKey, { ...FILE, ...change })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <CachedFile startAt={startAt} {...options} /> }),
    history: createMemoryHistory(),
  })
  // The router is typed for the app's own routes.
  const screen = await render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
    { wrapper: Kit },
  )
  await expect.element(screen.container).not.toBeEmptyDOMElement()
  return { screen, position: screen.getByRole('slider', { name: playerTexts.position }) }
}

function CachedFile({ startAt, ...options }: Options) {
  const { data } = useQuery({ ...scriptQuery(ID), enabled: false })
  return data ? <TranscriptView script={data} startAt={startAt} {...options} /> : null
}

type Answer = { status?: number; after?: Promise<void>; body?: unknown } | 'no answer'

/** A fake server: answers by "METHOD path" after the file's own, in turn; the last one repeats. */
export function stubServer(answers: Record<string, Answer | Answer[]>) {
  const requests: { call: string; body: unknown }[] = []
  const left = new Map(Object.entries(answers).map(([call, answer]) => [call, [answer].flat()]))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const call = `${init.method ?? 'GET'} ${url.replace(`/api/scripts/${ID}`, '')}`
    requests.push({ call, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const queue = left.get(call) ?? []
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    if (!answer || answer === 'no answer') return Promise.reject(new TypeError('Failed to fetch'))
    const response = new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 })
    return Promise.resolve(answer.after).then(() => response)
  })
  return { requests, countOf: (call: string) => requests.filter((request) => request.call === call).length }
}
