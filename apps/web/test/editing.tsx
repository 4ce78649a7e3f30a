import type { Script } from '@doslovno/contract/scripts.ts'
import type { Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { fieldTexts } from '@doslovno/texts/editing.ts'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import type { Stamp } from '#features/editing/text/synced-text.ts'
import { useEditing } from '#features/editing/use-editing.tsx'
import { TranscriptView, usePlayback, type ViewHandle } from '#features/transcript/index.ts'
import type { Playback } from '#lib/file-page/playback.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { Kit } from '#ui/kit.tsx'

import { fakeServer, type talk } from './editing-server.ts'
import { silence } from './transcript.tsx'

type Body = Stamp & { version: number; operation: Operation; name: string }
type Call = (url: URL, body: Body) => Promise<unknown>
type Editing = ReturnType<typeof useEditing>
/** Replies to further calls by "METHOD path", in which `:id` is the file; `requests` records their bodies. */
type Replies = Record<string, unknown>

/** Opens a text for its owner over an in-memory server, with a player that records its calls; `earlier` edits are done. */
export async function openText(
  transcript: ReturnType<typeof talk>,
  replies: Replies = {},
  earlier: readonly Operation[] = [],
  change: Partial<Script> = {},
) {
  const { id, server, requests } = serve(transcript, replies)
  server.change(...earlier)
  const { version } = server.start()
  const played: string[] = []
  const latest: { editing?: Editing } = {}
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Notifications />
      <Page
        script={{ ...scriptOf(id, server.transcript), version, ...change }}
        playback={playbackTo(played)}
        onRender={(editing) => {
          latest.editing = editing
        }}
      />
    </QueryClientProvider>,
    { wrapper: Kit },
  )
  await vi.waitFor(() => expect(latest.editing).toBeDefined())
  const paragraphs = () => [...document.querySelectorAll('[data-paragraph]')].map(({ textContent }) => textContent)
  return { screen, server, played, paragraphs, requests, slots: () => latest.editing as Editing }
}

/** Opens the owner's file page: the text as it is read, its player and its editor. */
export async function openOwnFile(transcript: ReturnType<typeof talk>, change: Partial<Script> = {}) {
  const { id, server } = serve(transcript, {})
  const script = { ...scriptOf(id, transcript), fileSrc: silence(60), ...change }
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <OwnFile script={script} /> }),
    history: createMemoryHistory(),
  })
  // The router is typed for the app's own routes.
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Notifications />
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
    { wrapper: Kit },
  )
  await expect.element(screen.container).not.toBeEmptyDOMElement()
  return { screen, server, field: screen.getByRole('textbox', { name: fieldTexts.label }) }
}

function OwnFile({ script: loaded }: { script: Script }) {
  const view = useRef<ViewHandle>(null)
  const { script, overlays, version: _version, ...editing } = useEditing(loaded, usePlayback(view))
  return (
    <>
      <TranscriptView ref={view} script={script} startAt={undefined} editing={editing} />
      {overlays}
    </>
  )
}

/** Answers for one file as the server does, from memory. */
function serve(transcript: ReturnType<typeof talk>, replies: Replies) {
  const id = crypto.randomUUID()
  const server = fakeServer(transcript)
  const calls: Record<string, Call> = {
    [`POST /api/scripts/${id}/edits`]: (_url, { version, operation, ...stamp }) =>
      server.api.edit(version, operation, stamp),
    [`GET /api/scripts/${id}/edits`]: (url) => server.api.listEdits(Number(url.searchParams.get('after'))),
    [`GET /api/scripts/${id}/undo`]: () => server.api.listUndo(),
    [`GET /api/scripts/${id}/history`]: (url) => server.history(Number(url.searchParams.get('before'))),
    [`GET /api/scripts/${id}/original`]: async () => ({ script: await server.api.original() }),
  }
  const requests: { call: string; body: unknown }[] = []
  const web = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, location.origin)
    if (url.pathname.endsWith('.bin')) return web(url)
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}')
    const known = `${init.method ?? 'GET'} ${url.pathname.replace(id, ':id')}`
    if (known in replies) {
      requests.push({ call: known, body })
      return new Response(JSON.stringify(replies[known]))
    }
    const naming = init.method === 'PATCH' && /\/history\/(\d+)$/.exec(url.pathname)
    if (naming) return new Response(JSON.stringify(server.nameVersion(Number(naming[1]), body.name)))
    const call = calls[`${init.method ?? 'GET'} ${url.pathname}`]
    if (!call) return new Response('{}', { status: 404 })
    return call(url, body).then(
      (reply) => new Response(JSON.stringify(reply)),
      (error: unknown) => failed(error),
    )
  })
  return { id, server, requests }
}

type PageProps = { script: Script; playback: Playback; onRender: (editing: Editing) => void }

/** The part of a file page that an editor needs. */
function Page({ script, playback, onRender }: PageProps) {
  const editing = useEditing(script, playback)
  useEffect(() => onRender(editing))
  return (
    <main>
      {/* Of one height: a tool that appears must not move the text from under a double click. */}
      <div style={{ minBlockSize: 160 }}>
        {editing.tools}
        {editing.status}
        <button type="button" onClick={editing.onRestore}>
          restore
        </button>
        <button type="button" onClick={editing.onHistory}>
          history
        </button>
      </div>
      {toParagraphs(editing.script.script).map((paragraph, index) =>
        index === editing.openParagraph ? (
          <div key={index}>{editing.field}</div>
        ) : (
          <button key={index} type="button" data-paragraph={index} onDoubleClick={() => editing.onEdit(index)}>
            {paragraph.text}
          </button>
        ),
      )}
      {editing.overlays}
    </main>
  )
}

function playbackTo(played: string[]): Playback {
  return {
    pause: () => played.push('pause'),
    resume: () => played.push('resume'),
    toggle: () => played.push('toggle'),
    loop: (span) => played.push(span ? `loop ${span.start}–${span.end}` : 'loop nothing'),
    reveal: (paragraph) => played.push(`reveal ${paragraph}`),
    focus: (paragraph) => document.querySelector<HTMLElement>(`[data-paragraph="${paragraph}"]`)?.focus(),
    isHidden: () => false,
  }
}

function failed(error: unknown): Response {
  if (!(error instanceof ApiError) || error.status === 0) throw new TypeError('Failed to fetch')
  return new Response(JSON.stringify(error.body), { status: error.status })
}

function scriptOf(id: string, { segments, speakers }: Transcript): Script {
  return {
    id,
    fileName: 'talk.mp3',
    fileSize: 1000,
    type: 'audio',
    duration: 60,
    uploadAt: '2026-11-15T09:00:00Z',
    status: 'complete',
    isInspected: true,
    public: false,
    canEdit: true,
    isExpired: false,
    fileSrc: null,
    playbackSrc: null,
    srcSeconds: 3600,
    speakerNames: [...speakers],
    language: 'ru',
    speakers: 2,
    peaks: [],
    version: 0,
    flaws: [],
    scriptSummary: [],
    summaryBlocks: [],
    script: structuredClone(segments) as Script['script'], // a copy may be written to
  }
}
