import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'

import { openAt } from './app.tsx'
import { type Answer, stubServer, type Reply } from './server.ts'
import { scriptOf, uploadOf } from './upload-service.ts'
import { userOf } from './user.ts'
import { vocabularyOf } from './vocabulary.ts'

export const SCRIPT_ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'
export const PROCESS_ID = '9d3c0f0e-1c1b-4a53-9a39-1f0d6a1f7a55'

export function account(...change: Parameters<typeof userOf>): Answer {
  return { status: 200, body: { user: userOf(...change), events: [] } }
}

export const paidAccount = account({}, { name: 'PRO', fileSize: 2000, isFree: false })

export const file = (name = 'meeting.mp3', type = 'audio/mpeg', content = 'soundabc') =>
  new File([content], name, { type })

/** The server's answers to a successful upload. */
export function goodUpload(change: Record<string, Answer | Answer[]> = {}): Record<string, Answer | Answer[]> {
  const upload = uploadOf({ id: SCRIPT_ID, fileName: 'meeting.mp3', size: file().size })
  return {
    'GET /api/account': account(),
    'GET /api/uploads': { status: 200, body: { data: [] } },
    'GET /api/tools/settings-templates': {
      status: 200,
      body: { data: [{ id: 7, name: 'Protocol', description: 'Decisions and dates' }] },
    },
    'GET /api/vocabularies': { status: 200, body: { data: [vocabularyOf({ terms: 2, termsOn: 2 })] } },
    'POST /api/uploads': { status: 200, body: { upload } },
    [`GET /api/uploads/${SCRIPT_ID}/parts`]: { status: 200, body: { data: [] } },
    [`POST /api/uploads/${SCRIPT_ID}/parts`]: { status: 200, body: { url: 'https://storage.example/part' } },
    [`POST /api/uploads/${SCRIPT_ID}/complete`]: { status: 200, body: { script: scriptOf({ id: SCRIPT_ID }) } },
    [`DELETE /api/uploads/${SCRIPT_ID}`]: { status: 200 },
    [`GET /api/scripts/${SCRIPT_ID}`]: scriptAnswer({}),
    [`POST /api/scripts/${SCRIPT_ID}/process`]: { status: 200, body: { processId: PROCESS_ID } },
    [`GET /api/scripts/${SCRIPT_ID}/status`]: processAnswer({}),
    [`GET /api/scripts/${SCRIPT_ID}/draft`]: { status: 200, body: { data: [], next: 0 } },
    ...change,
  }
}

export function scriptAnswer(change: Parameters<typeof scriptOf>[0]): Reply {
  return { status: 200, body: scriptOf({ id: SCRIPT_ID, fileName: 'meeting.mp3', ...change }) }
}

export function processAnswer(change: object): Reply {
  const body = { status: 'processing', progress: 42.7, stage: 'recognise', etaSeconds: 200, scriptId: SCRIPT_ID }
  return { status: 200, body: { ...body, ...change } }
}

/** A fake storage: parts arrive at once, or hang until released. */
export function stubStorage(way: 'arrives' | 'hangs' = 'arrives') {
  const puts: { url: string; bytes: number }[] = []
  class FakeRequest {
    readonly upload: { onprogress?: (event: { loaded: number }) => void } = {}
    onload?: () => void
    onabort?: () => void
    onloadend?: () => void
    status = 0
    responseText = ''
    #url = ''

    open(_method: string, url: string) {
      this.#url = url
    }
    send(bytes: ArrayBuffer) {
      puts.push({ url: this.#url, bytes: bytes.byteLength })
      this.upload.onprogress?.({ loaded: Math.floor(bytes.byteLength / 2) })
      if (way === 'arrives') queueMicrotask(() => this.arrive())
    }
    arrive() {
      this.status = 200
      this.onload?.()
      this.onloadend?.()
    }
    abort() {
      this.onabort?.()
      this.onloadend?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return { puts }
}

/** Files as the browser passes them after a choice. */
export function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is nothing to choose a file by')
  chooseIn(input, ...files)
}

export function chooseIn(input: HTMLInputElement, ...files: File[]) {
  input.files = carrying(files).files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

export function carrying(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer()
  for (const each of files) transfer.items.add(each)
  return transfer
}

/** Opens the upload page, or another one, over a server with these answers. */
export async function openUpload(answers: Parameters<typeof goodUpload>[0] = {}, path = '/upload') {
  const server = stubServer(goodUpload(answers))
  const screen = await openAt(path)
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  return { server, screen }
}

export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const heading = (name: string | RegExp) => page.getByRole('heading', { name })
