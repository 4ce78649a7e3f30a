import type { Script } from '@doslovno/contract/scripts.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'

import { saveFile } from '#lib/download/save-file.ts'
import { Kit } from '#ui/kit.tsx'

import { DownloadButton } from './download-button.tsx'

const script = {
  fileName: 'Встреча.mp3',
  speakers: 2,
  speakerNames: [],
  script: [
    { start: 0, end: 2, text: 'Всем привет.', speaker: 0, words: [] },
    { start: 3, end: 5, text: 'Начнём.', speaker: 1, words: [] },
  ],
} as Partial<Script> as Script // the fields a download reads

type Saved = { name: string; url: string; blob: Blob }
let saved: Saved[]
let revoked: string[]

beforeEach(() => {
  saved = []
  revoked = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:test/${blobs.size}`
    blobs.set(url, blob as Blob) // only blobs get an address here
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, url: this.href, blob: blobs.get(this.href) ?? new Blob() })
  })
})

function Around({ children }: { children: ReactNode }) {
  return (
    <Kit>
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </Kit>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByRole('checkbox', { name })
const type = (name: string) => page.getByText(name, { exact: true })

async function open(changes: Partial<Script> = {}) {
  await render(<DownloadButton script={{ ...script, ...changes }} />, { wrapper: Around })
  await button('Скачать').click()
  await expect.element(page.getByText('Скачать расшифровку')).toBeVisible()
}

async function save(format: string): Promise<Saved> {
  const before = saved.length
  await type(format).click()
  await button(`Скачать ${format}`).click()
  // The DOCX writer is loaded on first use.
  await vi.waitFor(() => expect(saved).toHaveLength(before + 1), { timeout: 15_000 })
  return saved[before] ?? { name: '', url: '', blob: new Blob() }
}

describe('the download', () => {
  it('offers speakers, timecodes, the types TXT, VTT, SRT and DOCX, and a button [EXP-1] [EXP-2]', async () => {
    await open()

    await expect.element(box('Имена спикеров')).toBeVisible()
    await expect.element(box('Таймкоды')).toBeEnabled()
    const types = page.getByRole('radiogroup', { name: 'Тип файла' }).getByRole('radio').elements()
    expect(types.map((radio) => radio.getAttribute('value'))).toEqual(['txt', 'vtt', 'srt', 'docx'])
    await expect.element(button('Скачать DOCX')).toBeVisible()
  })

  it('asks about speakers only when there are several [EXP-2]', async () => {
    await open({ speakers: 1 })

    await expect.element(box('Таймкоды')).toBeVisible()
    expect(box('Имена спикеров').elements()).toEqual([])
  })

  it('has no choice of timecodes for subtitles [EXP-2]', async () => {
    await open()

    for (const format of ['SRT', 'VTT']) {
      await type(format).click()
      await expect.element(box('Таймкоды')).toBeDisabled()
      await expect.element(page.getByText('В субтитрах время есть всегда')).toBeVisible()
    }
    await type('TXT').click()
    await expect.element(box('Таймкоды')).toBeEnabled()
  })

  it('asks whether to mark speech without words only where there is some; subtitles never do', async () => {
    await open({ unheard: [{ start: 2.2, end: 2.9 }] })
    const mark = box('Отметить, что не разобрали')
    await type('SRT').click()
    await expect.element(mark).toBeDisabled()

    const marked = await save('TXT')
    await mark.click()
    const plain = await save('TXT')

    expect(await marked.blob.text()).toContain('\n\n[00:00:02–00:00:02 не\u00a0разобрали]\n\n')
    expect(await plain.blob.text()).not.toContain('разобрали')
  })

  it('builds every format in the browser, named after the file [EXP-1]', async () => {
    await open()

    const txt = await save('TXT')
    expect(txt.name).toBe('Встреча.txt')
    expect(await txt.blob.text()).toBe('[00:00:00] Спикер 1\nВсем привет.\n\n[00:00:03] Спикер 2\nНачнём.\n')
    const srt = await save('SRT')
    expect(await srt.blob.text()).toContain('00:00:00,000 --> ')
    const vtt = await save('VTT')
    expect(await vtt.blob.text()).toMatch(/^WEBVTT\n/)
    const docx = await save('DOCX')
    expect(docx.name).toBe('Встреча.docx')
    expect(new TextDecoder().decode((await docx.blob.arrayBuffer()).slice(0, 2))).toBe('PK')
  })

  it('leaves out what is switched off [EXP-2]', async () => {
    await open()
    await box('Имена спикеров').click()
    await box('Таймкоды').click()

    const txt = await save('TXT')

    expect(await txt.blob.text()).toBe('Всем привет.\n\nНачнём.\n')
  })

  it('offers a Russian text without fillers and repeats, and remembers the choice', async () => {
    const words = ['Э-э,', 'я', 'я', 'начну.'].map((text, at) => ({ text, start: at, end: at + 0.9, confidence: null }))
    const said = { start: 0, end: 4, text: 'Э-э, я я начну.', speaker: 0, words }
    await open({ language: 'ru', speakers: 1, script: [said] })
    await box('Таймкоды').click()

    await page.getByRole('radiogroup', { name: 'Какой текст' }).getByText('Без мусора').click()
    const clean = await save('TXT')
    await page.getByText('Дословно').click()
    const verbatim = await save('TXT')

    expect(await clean.blob.text()).toBe('Я начну.\n')
    expect(await verbatim.blob.text()).toBe('Э-э, я я начну.\n')
  })

  it('offers no other view of a text in another language', async () => {
    await open({ language: 'en' })

    await expect.element(box('Таймкоды')).toBeVisible()
    expect(page.getByRole('radiogroup', { name: 'Какой текст' }).elements()).toEqual([])
  })

  it('puts the summary and the chapters before the text by choice, never into subtitles', async () => {
    const statements = [
      { text: 'Все поздоровались.', start: 0, check: 'unsure', reasons: [], who: [], section: 'main', evidence: [] },
    ]
    const answers: Record<string, unknown> = {
      '/api/scripts/s1/summary/summary': { status: 'complete', statements },
      '/api/scripts/s1/chapters': { data: [{ start: 3, title: 'Начало' }], isReady: true },
    }
    vi.stubGlobal('fetch', async (url: string) => new Response(JSON.stringify(answers[url])))
    await open({ id: 's1' })

    await box('Саммари и главы').click()
    const txt = await save('TXT')

    expect(await txt.blob.text()).toContain('Саммари\n• Все поздоровались. (00:00:00) (не подтверждено)\n\nГлавы\n')
    await type('SRT').click()
    await expect.element(box('Саммари и главы')).toBeDisabled()
    await expect.element(box('Саммари и главы')).not.toBeChecked()
  })

  it('keeps the blob address for 40 s [EXP-1]', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    saveFile({ name: 'Встреча.txt', mediaType: 'text/plain', content: 'Всем привет.' })
    const url = saved[0]?.url ?? ''

    vi.advanceTimersByTime(39_999)
    expect(revoked).toEqual([])
    vi.advanceTimersByTime(1)

    expect(revoked).toEqual([url])
  })

  it('remembers the last choice', async () => {
    await open()
    await type('SRT').click()
    await box('Имена спикеров').click()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('Скачать расшифровку')).not.toBeInTheDocument()

    await button('Скачать').click()

    await expect.element(button('Скачать SRT')).toBeVisible()
    await expect.element(box('Имена спикеров')).not.toBeChecked()
  })

  it('keeps 8 px from the edge of a small window [APP-13]', async () => {
    await page.viewport(320, 640)
    await open()

    const dropdown = page.getByRole('dialog').element()
    await vi.waitFor(() => {
      const { left, right } = dropdown.getBoundingClientRect()
      expect(Math.min(left, 320 - right)).toBeCloseTo(8, 0)
    })
  })
})
