import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import type { TermOutcome, VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'

import { freeInfoOf } from '#test/account-info.ts'
import { type Answers, done, openAccount, plainText, refused, textOf } from '#test/account-page.ts'
import type { Answer } from '#test/server.ts'
import { fullOf, OWN_ID, plainTermOf, sharedVocabularyOf, SHARED_ID, vocabularyOf } from '#test/vocabulary.ts'

const TERMS = 'GET /api/vocabulary'
const ADD = 'POST /api/vocabulary'

function termOf(change: Partial<VocabularyTerm> = {}): VocabularyTerm {
  return plainTermOf({ text: 'Мюллер', forms: ['Мюллер', 'Мюллера', 'Мюллеру', 'Мюллером', 'Мюллере'], ...change })
}

const sharedOf = (change: Partial<Vocabulary> = {}) => sharedVocabularyOf({ name: 'Редакция', ...change })

const vocabularies = (...data: Vocabulary[]) => done({ data })
const terms = (data: VocabularyTerm[], { total = data.length, next = null as string | null } = {}) =>
  done({ data, total, next })
const added = (term = termOf()) => outcome({ text: term.text, status: 'added', reason: null, term })
const outcome = (data: TermOutcome) => done({ data: [data] })

async function open(list: Answer | Answer[], answers: Answers = {}) {
  const opened = await openAccount(freeInfoOf(), {
    'GET /api/vocabularies': list,
    [TERMS]: terms([termOf()]),
    ...answers,
  })
  const section = opened.region('Словарь')
  return { ...opened, section, field: section.getByLabelText('Имя, компания, термин') }
}

describe('the vocabulary', () => {
  it('invites to write the first name, with an example, and asks for no list', async () => {
    const { section, server } = await open(vocabularies(vocabularyOf()))

    await expect.element(section.getByText(/Пока пусто\. Впиши первое имя/)).toBeVisible()
    expect(textOf(section)).toContain('Например, «Мюллер»: тогда вместо «нюлером» в тексте будет «Мюллером».')
    await expect.element(section.getByRole('button', { name: 'Экспорт' })).not.toBeInTheDocument()
    expect(server.calls()).not.toContain(TERMS)
  })

  it('says so and is asked for again if it cannot be loaded', async () => {
    const { section } = await open([refused(400, 'unexpected'), vocabularies(vocabularyOf())])
    await expect.element(section.getByRole('alert')).toHaveTextContent('Не удалось открыть словарь.')

    await section.getByRole('button', { name: 'Попробовать снова' }).click()

    await expect.element(section.getByText(/Пока пусто/)).toBeVisible()
  })

  it('warns that a long one replaces less, from 1,000 terms on', async () => {
    const short = await open(vocabularies(fullOf(999)))
    await expect.element(short.section.getByText('Мюллер', { exact: true })).toBeVisible()
    await expect.element(short.section.getByText(/Чем длиннее словарь/)).not.toBeInTheDocument()
    await short.screen.unmount()

    const { section } = await open(vocabularies(fullOf(1000)))

    await expect.element(section.getByText(/Чем длиннее словарь, тем осторожнее замены/)).toBeVisible()
  })
})

describe('a new term', () => {
  it('is added by Enter, shows its forms and leaves the field free for the next', async () => {
    const { section, server, field } = await open([vocabularies(vocabularyOf()), vocabularies(fullOf(1))], {
      [ADD]: [added(), added(termOf({ id: 't2', text: 'ДонБасс', forms: ['ДонБасс'] }))],
    })

    await field.click()
    await userEvent.keyboard(' Мюллер{Enter}')
    await expect.element(section.getByRole('button', { name: /^Мюллер: как склоняется/ })).toBeVisible()
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveFocus()
    expect(textOf(section)).toContain('«Мюллер» в словаре: Мюллера, Мюллеру, Мюллером, Мюллере')
    await userEvent.keyboard('ДонБасс{Enter}')

    await expect.element(section.getByText(/^«ДонБасс» в.словаре/)).toBeVisible()
    expect(server.requests.filter(({ call }) => call === ADD).map(({ body }) => body)).toEqual([
      { vocabularyId: OWN_ID, terms: [{ text: 'Мюллер' }] },
      { vocabularyId: OWN_ID, terms: [{ text: 'ДонБасс' }] },
    ])
  })

  it('is said to exist if it is there already', async () => {
    const { section, field } = await open(vocabularies(fullOf(1)), {
      [ADD]: outcome({ text: 'мюллер', status: 'exists', reason: null, term: termOf() }),
    })

    await field.fill('мюллер')
    await userEvent.keyboard('{Enter}')

    await expect.element(section.getByText(/^«Мюллер» уже в.словаре$/)).toBeVisible()
  })

  it.each([
    ['tooShort', '«Ы»: слишком коротко, нужно хотя бы две буквы'],
    ['tooLong', '«Ы»: слишком длинно, уложись в 80 знаков'],
    ['tooManyWords', '«Ы»: слишком много слов, можно до четырёх'],
    ['characters', '«Ы»: можно только буквы, цифры, пробел, дефис и апостроф'],
    ['ordinary', '«Ы»: это обычное слово, мы и так его знаем'],
    ['full', '«Ы»: словарь полон, в нём 5 000 терминов'],
  ] as const)('refused as %s says why and can be mended', async (reason, text) => {
    const { section, field } = await open(vocabularies(vocabularyOf()), {
      [ADD]: outcome({ text: 'Ы', status: 'refused', reason, term: null }),
    })

    await field.fill('Ы')
    await userEvent.keyboard('{Enter}')

    await expect.poll(() => textOf(section)).toContain(text)
    await expect.element(field).toHaveValue('Ы')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  })

  it('comes back to the field if it did not arrive', async () => {
    const { section, field } = await open(vocabularies(vocabularyOf()), { [ADD]: refused(400, 'unexpected') })

    await field.fill('Мюллер')
    await section.getByRole('button', { name: 'Добавить' }).click()

    await expect.element(section.getByText('Не получилось. Попробуй ещё раз.')).toBeVisible()
    await expect.element(field).toHaveValue('Мюллер')
  })
})

describe('the list', () => {
  it('tells how often a term helped, how it is said and where it came from', async () => {
    const { section } = await open(vocabularies(fullOf(4)), {
      [TERMS]: terms([
        termOf({ id: '1', used: 14 }),
        termOf({ id: '2', text: 'Kubernetes', saidAs: ['кубернетес', 'кубер'], used: 1 }),
        termOf({ id: '3', text: 'Ержан', source: 'speaker', used: 22 }),
        termOf({ id: '4', text: 'Уренгой', source: 'correction', isOn: false }),
      ]),
    })
    const rows = section.getByRole('list', { name: 'Термины' }).getByRole('listitem')

    await expect
      .poll(() => rows.elements().map(plainText))
      .toEqual([
        'Мюллерпомог 14 раз',
        'Kubernetesпомог 1 раз · звучит как «кубернетес», «кубер»',
        'Ержанпомог 22 раза · имя спикера',
        'Уренгойвыключен · ещё не пригодился · запомнили после правки',
      ])
    expect(textOf(section)).toContain('4 термина')
  })

  it('shows the forms on hover and on focus', async () => {
    const { screen, section, field } = await open(vocabularies(fullOf(1)))
    const term = section.getByRole('button', { name: /^Мюллер: как/ })

    await term.hover()
    await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Мюллер, Мюллера, Мюллеру, Мюллером, Мюллере')
    await section.getByRole('heading', { name: 'Словарь', exact: true }).hover()
    await expect.element(screen.getByRole('tooltip')).not.toBeInTheDocument()

    await field.click()
    await userEvent.keyboard('{Tab}{Tab}')

    await expect.element(term).toHaveFocus()
    await expect.element(screen.getByRole('tooltip')).toBeVisible()
  })

  it('is searched after a pause, and says when nothing is found', async () => {
    const { section, server } = await open(vocabularies(fullOf(30)), {
      [TERMS]: [terms([termOf()], { total: 30 }), terms([termOf({ id: 't2', text: 'Ержан' })]), terms([])],
    })
    const search = section.getByRole('searchbox', { name: 'Найти в словаре' })

    await search.fill('ерж')
    await expect.element(section.getByText(/^Нашёлся 1.термин$/)).toBeVisible()
    await expect.element(section.getByText('Ержан', { exact: true })).toBeVisible()
    expect(server.urls.filter((url) => url.includes('search=')).at(-1)).toContain(`search=${encodeURIComponent('ерж')}`)
    await search.fill('щщщ')

    await expect.element(section.getByText(/^Ничего похожего на.«щщщ» нет\.$/)).toBeVisible()
    await section.getByRole('button', { name: 'Сбросить поиск' }).click()
    await expect.element(search).toHaveValue('')
  })

  it('grows page by page for a long vocabulary', async () => {
    const page = (from: number) =>
      Array.from({ length: 50 }, (_, n) => termOf({ id: `t${from + n}`, text: `Термин${from + n}` }))
    const { section, server } = await open(vocabularies(fullOf(5000)), {
      [TERMS]: [terms(page(0), { total: 5000, next: 'термин49' }), terms(page(50), { total: 5000, next: 'термин99' })],
    })
    const rows = section.getByRole('list', { name: 'Термины' }).getByRole('listitem')
    await expect.poll(() => rows.elements()).toHaveLength(50)
    expect(textOf(section)).toContain('5 000 терминов')

    await section.getByRole('button', { name: 'Показать ещё' }).click()

    await expect.poll(() => rows.elements()).toHaveLength(100)
    expect(server.urls).toContainEqual(expect.stringContaining(`after=${encodeURIComponent('термин49')}`))
  })

  it('is asked for again if it cannot be loaded', async () => {
    const { section } = await open(vocabularies(fullOf(1)), {
      [TERMS]: [refused(400, 'unexpected'), terms([termOf()])],
    })
    await expect.element(section.getByRole('alert')).toBeVisible()

    await section.getByRole('button', { name: 'Попробовать снова' }).click()

    await expect.element(section.getByText('Мюллер', { exact: true })).toBeVisible()
  })
})

describe('a term', () => {
  it('is switched off', async () => {
    const off = termOf({ isOn: false })
    const { section, server } = await open(vocabularies(fullOf(1)), {
      [TERMS]: [terms([termOf()]), terms([off])],
      'PATCH /api/vocabulary/t1': done({ term: off }),
    })
    const knob = section.getByRole('switch', { name: 'Применять: Мюллер' })
    await expect.element(knob).toBeChecked()

    // The track of a switch lies over its input.
    await knob.click({ force: true })

    await expect.element(section.getByText(/^выключен/)).toBeVisible()
    await expect.element(knob).not.toBeChecked()
    expect(server.requests).toContainEqual({ call: 'PATCH /api/vocabulary/t1', body: { isOn: false } })
  })

  it('is deleted and brought back by keyboard alone, though it was the last', async () => {
    const { section, server } = await open(
      [vocabularies(fullOf(1)), vocabularies(vocabularyOf()), vocabularies(fullOf(1))],
      { 'DELETE /api/vocabulary/t1': done(), 'POST /api/vocabulary/t1/restore': done({ term: termOf() }) },
    )
    const remove = section.getByRole('button', { name: 'Удалить: Мюллер' })
    await expect.element(remove).toBeVisible()

    remove.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(section.getByText(/^«Мюллер» больше не.в.словаре$/)).toBeVisible()
    await expect.element(section.getByText(/Пока пусто/)).toBeVisible()
    await expect.element(section.getByRole('button', { name: 'Вернуть: Мюллер' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')

    await expect.element(section.getByRole('button', { name: /^Мюллер: как/ })).toHaveFocus()
    expect(server.calls()).toEqual(
      expect.arrayContaining(['DELETE /api/vocabulary/t1', 'POST /api/vocabulary/t1/restore']),
    )
  })

  it('stays if it was not deleted', async () => {
    const { screen, section } = await open(vocabularies(fullOf(1)), {
      'DELETE /api/vocabulary/t1': refused(400, 'unexpected'),
    })

    await section.getByRole('button', { name: 'Удалить: Мюллер' }).click()

    await expect.element(screen.getByText('Не получилось. Попробуй ещё раз.')).toBeVisible()
    await expect.element(section.getByText('Мюллер', { exact: true })).toBeVisible()
  })
})

describe('the declension of a term', () => {
  const READINGS = done({
    data: [
      { text: 'Шевченко', paradigm: 0, forms: ['Шевченко', 'Шевченки', 'Шевченке'] },
      { text: 'Шевченко', paradigm: 1, forms: ['Шевченко', 'Шевченка', 'Шевченку'] },
      { text: 'Шевченко', paradigm: -1, forms: ['Шевченко'] },
    ],
  })
  const name = termOf({ text: 'Шевченко', forms: ['Шевченко'] })

  async function openDialog(answers: Answers = {}) {
    const opened = await open(vocabularies(fullOf(1)), {
      [TERMS]: terms([name]),
      'GET /api/vocabulary/readings': READINGS,
      'PATCH /api/vocabulary/t1': done({ term: name }),
      ...answers,
    })
    await opened.section.getByRole('button', { name: /^Шевченко: как/ }).click()
    return { ...opened, dialog: opened.screen.getByRole('dialog', { name: 'Как склоняется «Шевченко»?' }) }
  }

  it('is chosen among its readings, with «does not decline» among them', async () => {
    const { dialog, server } = await openDialog()
    await expect.element(dialog.getByRole('radio', { name: /Подойдёт любая/ })).toBeChecked()
    await expect.element(dialog.getByRole('radio', { name: 'Шевченко, Шевченка, Шевченку' })).toBeVisible()

    await dialog.getByRole('radio', { name: 'Не склоняется' }).click()
    await dialog.getByLabelText('Звучит как').fill('шевчэнко, шывченко')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()

    await expect.element(dialog).not.toBeInTheDocument()
    expect(server.requests).toContainEqual({
      call: 'PATCH /api/vocabulary/t1',
      body: { paradigm: -1, saidAs: ['шевчэнко', 'шывченко'] },
    })
  })

  it('has at most five ways to say it', async () => {
    const { dialog, server } = await openDialog()

    await dialog.getByLabelText('Звучит как').fill('а, б, в, г, д, е')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()

    await expect.element(dialog.getByText(/Можно до.пяти вариантов/)).toBeVisible()
    expect(server.calls()).not.toContain('PATCH /api/vocabulary/t1')
  })

  it('follows another spelling, which starts with every reading', async () => {
    const { dialog, server } = await openDialog({
      'GET /api/vocabulary/readings': [
        READINGS,
        done({ data: [{ text: 'Шевчук', paradigm: 0, forms: ['Шевчук', 'Шевчука'] }] }),
      ],
    })
    await dialog.getByRole('radio', { name: 'Не склоняется' }).click()

    await dialog.getByLabelText('Пишется').fill('Шевчук')
    await expect.element(dialog.getByRole('radio', { name: 'Шевчук, Шевчука' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Сохранить' }).click()

    await expect.element(dialog).not.toBeInTheDocument()
    const body = { text: 'Шевчук', paradigm: null, saidAs: [] }
    expect(server.requests).toContainEqual({ call: 'PATCH /api/vocabulary/t1', body })
  })

  it('says so if the spelling is there already', async () => {
    const { dialog } = await openDialog({ 'PATCH /api/vocabulary/t1': refused(409, 'termExists') })

    await dialog.getByLabelText('Пишется').fill('Мюллер')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()

    await expect.poll(() => textOf(dialog.getByRole('alert'))).toBe('Такой термин уже есть в словаре.')
  })

  it('says why and stays open if it is refused', async () => {
    const { dialog } = await openDialog({ 'PATCH /api/vocabulary/t1': refused(400, 'invalidRequest') })

    await dialog.getByLabelText('Звучит как').fill('c++')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()

    await expect.poll(() => textOf(dialog.getByRole('alert'))).toContain('можно только буквы, цифры')
  })
})

describe('another vocabulary', () => {
  it('is chosen, and its terms are added there', async () => {
    const shared = sharedOf()
    const { screen, section, server, field } = await open(vocabularies(fullOf(1), shared), { [ADD]: added() })

    await section.getByRole('combobox', { name: 'Какой словарь' }).click()
    await screen.getByRole('option', { name: 'Редакция' }).click()
    await field.fill('Ким')
    await userEvent.keyboard('{Enter}')

    await expect.poll(() => server.calls()).toContain(ADD)
    expect(server.requests.find(({ call }) => call === ADD)?.body).toMatchObject({ vocabularyId: SHARED_ID })
    expect(server.urls.some((url) => url.includes(`vocabularyId=${SHARED_ID}`))).toBe(true)
  })

  it('is read without switches if one may only use it', async () => {
    const { section } = await open(vocabularies(fullOf(1), sharedOf({ role: 'use', ownerName: 'Пётр' })))

    await section.getByRole('button', { name: 'Термины словаря «Редакция»' }).click()

    await expect.element(section.getByText(/Термины здесь меняет Пётр/)).toBeVisible()
    await expect.element(section.getByText('Мюллер', { exact: true })).toBeVisible()
    await expect.element(section.getByRole('switch')).not.toBeInTheDocument()
    await expect.element(section.getByLabelText('Имя, компания, термин')).not.toBeInTheDocument()
    await expect.element(section.getByRole('button', { name: 'Импорт' })).not.toBeInTheDocument()
  })
})
