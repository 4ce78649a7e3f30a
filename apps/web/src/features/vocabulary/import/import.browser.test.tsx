import type { ImportLine } from '@doslovno/contract/vocabulary.ts'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import { freeInfoOf } from '#test/account-info.ts'
import { type Answers, done, openAccount, textOf } from '#test/account-page.ts'
import { fullOf, OWN_ID, plainTermOf } from '#test/vocabulary.ts'

/** Opens the account of somebody whose vocabulary has `counts` terms, one after another. */
async function open(counts: number[], answers: Answers = {}) {
  const opened = await openAccount(freeInfoOf(), {
    'GET /api/vocabularies': counts.map((count) => done({ data: [fullOf(count)] })),
    'GET /api/vocabulary': done({ data: [plainTermOf({ text: 'Мюллер' })], total: 1, next: null }),
    ...answers,
  })
  return { ...opened, section: opened.region('Словарь') }
}

describe('an import', () => {
  const IMPORT = 'POST /api/vocabulary/import'
  const line = (change: Partial<ImportLine>): ImportLine => ({
    line: 1,
    text: 'Мюллер',
    saidAs: [],
    status: 'added',
    reason: null,
    ...change,
  })
  const PREVIEW = done({
    added: 2,
    exists: 1,
    refused: 1,
    lines: [
      line({}),
      line({ line: 2, text: 'Kubernetes', saidAs: ['кубернетес'] }),
      line({ line: 3, text: 'Ержан', status: 'exists' }),
      line({ line: 4, text: 'стол', status: 'refused', reason: 'ordinary' }),
    ],
  })

  async function openImport(answers: Answers = {}) {
    const opened = await open([0, 2], {
      [IMPORT]: PREVIEW,
      ...answers,
    })
    await opened.section.getByRole('button', { name: 'Импорт' }).click()
    const dialog = opened.screen.getByRole('dialog', { name: /Импорт в.словарь/ })
    return { ...opened, dialog, text: dialog.getByLabelText(/Термины, каждый с.новой строки/) }
  }

  it('shows what would be added, is there already or is refused and why, and changes nothing yet', async () => {
    const { dialog, text, server } = await openImport()

    await text.fill('Мюллер\nKubernetes;кубернетес\nЕржан\nстол')
    await dialog.getByRole('button', { name: 'Проверить' }).click()

    await expect.element(dialog.getByText(/^Добавим 2.термина/)).toHaveFocus()
    expect(textOf(dialog)).toContain('Добавим 2 термина · уже в словаре — 1 · не подойдут — 1')
    expect(textOf(dialog.getByRole('region', { name: 'Не подойдут' }))).toBe(
      'Не подойдутстол строка 4: это обычное слово, мы и так его знаем',
    )
    expect(textOf(dialog.getByRole('region', { name: 'Добавим' }))).toBe('ДобавимМюллер Kubernetes кубернетес')
    expect(textOf(dialog.getByRole('region', { name: /Уже в.словаре/ }))).toBe('Уже в словареЕржан ')
    expect(server.requests.filter(({ call }) => call === IMPORT).map(({ body }) => body)).toEqual([
      { vocabularyId: OWN_ID, text: 'Мюллер\nKubernetes;кубернетес\nЕржан\nстол', isPreview: true },
    ])
  })

  it('is done after a look', async () => {
    const { screen, section, dialog, text, server } = await openImport()
    await text.fill('Мюллер')
    await dialog.getByRole('button', { name: 'Проверить' }).click()

    await dialog.getByRole('button', { name: /^Добавить 2.термина$/ }).click()

    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByText(/В.словаре прибавилось: 2.термина/)).toBeVisible()
    await expect.element(section.getByText('Мюллер', { exact: true })).toBeVisible()
    expect(server.requests.at(-1)).toBeDefined()
    expect(server.requests).toContainEqual({ call: IMPORT, body: { vocabularyId: OWN_ID, text: 'Мюллер' } })
  })

  it('goes back to the text', async () => {
    const { dialog, text } = await openImport()
    await text.fill('Мюллер')
    await dialog.getByRole('button', { name: 'Проверить' }).click()

    await dialog.getByRole('button', { name: 'Назад' }).click()

    await expect.element(text).toHaveValue('Мюллер')
  })

  it('offers only the way back if nothing is new', async () => {
    const { dialog, text } = await openImport({
      [IMPORT]: done({ added: 0, exists: 1, refused: 0, lines: [line({ status: 'exists' })] }),
    })
    await text.fill('Мюллер')

    await dialog.getByRole('button', { name: 'Проверить' }).click()

    await expect.element(dialog.getByText(/^Добавлять нечего/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: /^Добавить/ })).not.toBeInTheDocument()
  })

  it('takes several lines that were pasted into the field of one term', async () => {
    const { screen, section } = await open([0])
    const field = section.getByLabelText('Имя, компания, термин')
    await expect.element(field).toBeVisible()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Мюллер\nШтирлиц\n')

    field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))

    const dialog = screen.getByRole('dialog', { name: /Импорт в.словарь/ })
    await expect.element(dialog.getByLabelText(/Термины, каждый с.новой строки/)).toHaveValue('Мюллер\nШтирлиц')
    await expect.element(field).toHaveValue('')
  })

  it('reads a file', async () => {
    const { dialog, text } = await openImport()
    const input = dialog.getByLabelText(/Выбрать файл/)

    await userEvent.upload(input, new File(['Волга-Волга\n'], 'terms.csv', { type: 'text/csv' }))

    await expect.element(text).toHaveValue('Волга-Волга\n')
  })
})

it('exports the terms as a table that spreadsheets read', async () => {
  const saved: { name: string; blob: Blob }[] = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:test/${blobs.push(blob as Blob)}`) // only blobs
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.at(-1)
    if (blob) saved.push({ name: this.download, blob })
  })
  const { section } = await open([1], {
    'GET /api/vocabulary/export': done({ content: 'Мюллер\n' }),
  })

  await section.getByRole('button', { name: 'Экспорт' }).click()

  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['Словарь.csv'])
  const bytes = new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  expect(new TextDecoder().decode(bytes)).toBe('Мюллер\n')
})
