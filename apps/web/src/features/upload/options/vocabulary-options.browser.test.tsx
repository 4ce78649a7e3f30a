import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { uploader } from '#features/upload/index.ts'
import { signInOnDesktop } from '#test/screen.ts'
import type { Answer } from '#test/server.ts'
import { button, choose, file, openUpload, SCRIPT_ID, stubStorage } from '#test/upload-page.ts'
import { fullOf, sharedVocabularyOf, SHARED_ID, vocabularyOf } from '#test/vocabulary.ts'

const PROCESS = `POST /api/scripts/${SCRIPT_ID}/process`
const sharedOf = (change: Partial<Vocabulary> = {}) => sharedVocabularyOf({ name: 'Редакция', ...change })

const vocabularies = (...data: Vocabulary[]): Answer => ({ status: 200, body: { data } })

signInOnDesktop()

async function openOptions(list: Answer, answers: Record<string, Answer | Answer[]> = {}) {
  stubStorage()
  const opened = await openUpload({ 'GET /api/vocabularies': list, ...answers })
  choose(file())
  const group = opened.screen.getByRole('group', { name: 'Словарь' })
  await expect.element(group).toBeVisible()
  return { ...opened, group, names: group.getByLabelText('Имена участников') }
}

type Server = Awaited<ReturnType<typeof openOptions>>['server']

async function startedWith({ requests, calls }: Server): Promise<unknown> {
  await button('Начать обработку').click()
  await expect.poll(() => calls()).toContain(PROCESS)
  return requests.findLast(({ call }) => call === PROCESS)?.body
}

async function chooseLanguage(name: string) {
  await page.getByRole('combobox', { name: 'Язык' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

describe('the vocabulary of an upload', () => {
  it('is counted and applies by itself', async () => {
    const { group, server } = await openOptions(vocabularies(fullOf(132)))

    await expect.element(group.getByText('Словарь: 132')).toBeVisible()

    expect(await startedWith(server)).not.toHaveProperty('vocabulary')
  })

  it('is not applied to this file on demand, and applied after all', async () => {
    const { group, names, server } = await openOptions(vocabularies(fullOf(132)))

    await group.getByRole('button', { name: /^Не.применять к.этому файлу$/ }).click()
    await expect.element(group.getByText(/Этот файл останется таким/)).toBeVisible()
    await expect.element(names).not.toBeInTheDocument()
    await group.getByRole('button', { name: 'Применить словарь' }).click()
    await expect.element(names).toBeVisible()
    await group.getByRole('button', { name: /^Не.применять/ }).click()

    expect(await startedWith(server)).toMatchObject({ vocabulary: null })
  })

  it('leads to where it is filled if it is empty', async () => {
    const { group, names } = await openOptions(vocabularies(vocabularyOf()))

    await expect.element(group.getByText(/^Твой словарь пока пуст\./)).toBeVisible()
    await expect
      .element(group.getByRole('link', { name: /Добавить имена и.термины/ }))
      .toHaveAttribute('href', '/account#vocabulary')
    await expect.element(group.getByRole('button', { name: /^Не.применять/ })).not.toBeInTheDocument()
    await expect.element(names).toBeVisible()
  })

  it('takes names of this file, by keyboard alone, and does not start while they are typed', async () => {
    const { names, server } = await openOptions(vocabularies(fullOf(1)))
    await page.getByText('Встреча', { exact: true }).click()

    names.element().focus()
    await userEvent.keyboard('Анна Ковалёва, Ержан')

    await expect.element(names).toHaveValue('Анна Ковалёва, Ержан')
    await expect.element(page.getByText('Начни, когда всё выберешь')).toBeVisible()
    expect(await startedWith(server)).toMatchObject({
      vocabulary: { vocabularyIds: [], names: ['Анна Ковалёва', 'Ержан'] },
    })
  })

  it('is joined by shared ones, which are remembered for the next file', async () => {
    const { group, server } = await openOptions(vocabularies(fullOf(1), sharedOf()))
    const shared = group.getByRole('checkbox', { name: 'Редакция: 40' })
    await expect.element(shared).not.toBeChecked()

    shared.element().focus()
    await userEvent.keyboard(' ')

    await expect.element(shared).toBeChecked()
    expect(await startedWith(server)).toMatchObject({ vocabulary: { vocabularyIds: [SHARED_ID], names: [] } })
    expect(localStorage.getItem('uploadOptions')).toContain(SHARED_ID)
  })

  it('forgets a remembered one that the user has left', async () => {
    uploader.setOptions({ vocabularyIds: ['left', SHARED_ID] })
    const { group, server } = await openOptions(vocabularies(fullOf(1), sharedOf()))

    await expect.element(group.getByRole('checkbox', { name: 'Редакция: 40' })).toBeChecked()
    await expect.poll(() => localStorage.getItem('uploadOptions')).not.toContain('left')

    expect(await startedWith(server)).toMatchObject({ vocabulary: { vocabularyIds: [SHARED_ID] } })
  })

  it('starts without a shared one that disappeared at the last moment', async () => {
    const { group, server } = await openOptions(vocabularies(fullOf(1), sharedOf()), {
      [PROCESS]: [
        { status: 404, body: { error: 'x', code: 'notFound', message: 'x' } },
        { status: 200, body: { processId: '9d3c0f0e-1c1b-4a53-9a39-1f0d6a1f7a55' } },
      ],
    })
    await group.getByText('Редакция: 40').click()

    await button('Начать обработку').click()

    await expect.element(page.getByRole('heading', { name: 'Превращаем речь в текст' })).toBeVisible()
    const bodies = server.requests.filter(({ call }) => call === PROCESS).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).not.toHaveProperty('vocabulary')
  })

  it('is off for a language that it does not know', async () => {
    const { group, names, server } = await openOptions(vocabularies(fullOf(132), sharedOf()))

    await chooseLanguage('Английский')

    await expect.element(group.getByText(/Словарь пока знает только русский/)).toBeVisible()
    await expect.element(group.getByRole('checkbox', { name: 'Редакция: 40' })).toBeDisabled()
    await expect.element(group.getByRole('button')).not.toBeInTheDocument()
    await expect.element(names).not.toBeInTheDocument()
    expect(await startedWith(server)).toMatchObject({ vocabulary: null })
  })

  it('keeps nothing from starting if it cannot be loaded', async () => {
    const { group, names, server } = await openOptions('no answer')

    await expect.element(names).toBeVisible()
    await expect.element(group.getByText(/^Словарь: /)).not.toBeInTheDocument()
    expect(await startedWith(server)).not.toHaveProperty('vocabulary')
  })

  it('fits a narrow screen', async () => {
    await page.viewport(390, 844)
    const { group } = await openOptions(
      vocabularies(fullOf(4999), sharedOf({ name: 'Очень длинное название словаря' })),
    )

    await expect.element(group.getByText(/^Словарь: 4.999$/)).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
