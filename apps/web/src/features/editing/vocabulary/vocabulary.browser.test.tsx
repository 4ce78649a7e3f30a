import type { Word } from '@doslovno/domain/transcript/words.ts'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import { talk } from '#test/editing-server.ts'
import { openText } from '#test/editing.tsx'
import { signInOnDesktop } from '#test/screen.ts'

const TERM = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b22'
const ANSWERS = 'POST /api/scripts/:id/vocabulary/answers'
const DONE = { [ANSWERS]: { success: true } }

signInOnDesktop()

/** A talk in which some words have marks, by their texts. */
function marked(marks: Record<string, Partial<Word>>, ...sentences: string[]) {
  const { segments, speakers } = talk(...sentences)
  const withMarks = segments.map((segment) => ({
    ...segment,
    words: segment.words.map((word) => ({ ...word, ...marks[word.text] })),
  }))
  return { segments: withMarks, speakers }
}

const replaced = (heard: string) => ({ heard, termId: TERM })
const asked = (text: string, words = 1) => ({ maybe: { text, words, termId: TERM } })
const answersIn = (requests: readonly { call: string; body: unknown }[]) =>
  requests.filter(({ call }) => call === ANSWERS).map(({ body }) => body)

describe('a replacement', () => {
  const TALK = marked(
    { 'Мюллер,': replaced('нюлер,'), Мюллеру: replaced('нюлеру'), 'Волга-Волга.': replaced('волго волго.') },
    'Вот Мюллер, сказал.',
    'Скажи Мюллеру и Мюллеру это.',
    'Фильм Волга-Волга.',
  )

  it('is taken back, and the undo stack puts it in again with its mark', async () => {
    const { server, slots, requests } = await openText(TALK, DONE)

    slots().marks.undo({ paragraph: 0, word: 1 })

    await vi.waitFor(() => expect(server.texts()[0]).toBe('Вот нюлер, сказал.'))
    expect(server.transcript.segments[0]?.words[1]).not.toHaveProperty('termId')
    expect(answersIn(requests)).toEqual([{ answers: [{ heard: 'нюлер,', termId: TERM, answer: 'undone' }] }])
    await userEvent.keyboard('{Control>}z{/Control}')
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
  })

  it('is never made again: every place of it goes back, and the exception is sent', async () => {
    const { screen, server, slots, requests } = await openText(TALK, DONE)

    slots().marks.never({ paragraph: 1, word: 3 })

    await vi.waitFor(() => expect(server.texts()[1]).toBe('Скажи нюлеру и нюлеру это.'))
    expect(server.texts()[0]).toBe('Вот Мюллер, сказал.')
    await expect.element(screen.getByText('Больше не будем менять «нюлеру»')).toBeVisible()
    expect(answersIn(requests)).toEqual([
      {
        answers: [
          { heard: 'нюлеру', termId: TERM, answer: 'never' },
          { heard: 'нюлеру', termId: TERM, answer: 'undone' },
        ],
      },
    ])
  })

  it('takes another form of its term', async () => {
    const { server, slots } = await openText(TALK, {
      'GET /api/vocabularies': { data: [{ id: TERM, terms: 1 }] },
      'GET /api/vocabulary/export': { content: 'Мюллер\n' },
    })
    const forms = await slots().marks.formsOf({ paragraph: 0, word: 1 })
    expect(forms).toEqual(['Мюллера', 'Мюллеру', 'Мюллером', 'Мюллере'])

    slots().marks.reform({ paragraph: 0, word: 1 }, 'Мюллером')

    await vi.waitFor(() => expect(server.texts()[0]).toBe('Вот Мюллером, сказал.'))
    expect(server.transcript.segments[0]?.words[1]).toMatchObject(replaced('нюлер,'))
  })

  it('goes with all others at once', async () => {
    const { screen, server, slots } = await openText(TALK, DONE)

    slots().marks.undoAll()

    await vi.waitFor(() =>
      expect(server.texts()).toEqual(['Вот нюлер, сказал.', 'Скажи нюлеру и нюлеру это.', 'Фильм волго волго.']),
    )
    await expect.element(screen.getByText('Вернули распознанное в 4 местах')).toBeVisible()
  })
})

describe('a question of the vocabulary', () => {
  const TALK = marked(
    { мюле: asked('Мюллером', 2), Мюле: asked('Мюллером.', 2), нюлля: asked('Мюллер') },
    'Встреча была с мюле ром утром.',
    'Снова Мюле ром.',
    'Это нюлля пришёл.',
  )

  async function openReview() {
    const opened = await openText(TALK, DONE)
    await opened.screen.getByRole('button', { name: 'Проверить текст' }).click()
    const card = opened.screen.getByRole('dialog', { name: 'Проверка' })
    await expect.element(card.getByRole('textbox', { name: 'Что слышно' })).toHaveFocus()
    return { ...opened, card }
  }

  it('comes first; Enter accepts it in all places, Backspace keeps what was heard', async () => {
    const { card, server, requests } = await openReview()
    await expect.element(card.getByText('«мюле ром» — это «Мюллером»?')).toBeVisible()
    await expect.element(card.getByText(/^2\sместа, ответ один на\sвсе$/)).toBeVisible()

    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() =>
      expect(server.texts().slice(0, 2)).toEqual(['Встреча была с Мюллером утром.', 'Снова Мюллером.']),
    )
    await expect.element(card.getByText('«нюлля» — это «Мюллер»?')).toBeVisible()
    await userEvent.keyboard('{Backspace}')

    await vi.waitFor(() => expect(server.transcript.segments[2]?.words[1]).not.toHaveProperty('maybe'))
    expect(server.texts()[2]).toBe('Это нюлля пришёл.')
    const accepted = { heard: 'мюле ром', termId: TERM, answer: 'accepted' }
    expect(answersIn(requests)).toEqual([{ answers: [accepted, accepted] }])
    await userEvent.keyboard('{Escape}')
    await expect.element(card).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}zz{/Control}')
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
  })

  it('is answered by buttons, and by typing', async () => {
    const { card, server } = await openReview()

    await card.getByRole('button', { name: 'Оставить как есть' }).click()
    await expect.element(card.getByRole('button', { name: 'Да, «Мюллер»' })).toBeVisible()
    await userEvent.keyboard('Ника{Enter}')

    await vi.waitFor(() => expect(server.texts()[2]).toBe('Это Ника пришёл.'))
    expect(server.texts()[0]).toBe('Встреча была с мюле ром утром.')
  })
})

describe('a word outside the list', () => {
  const TALK = talk('Он взял рыбуха домой.', 'Там был мюллеров дом.')
  const terms = {
    'GET /api/vocabularies': { data: [{ id: TERM, terms: 1 }] },
    'GET /api/vocabulary/export': { content: 'мюллеров\n' },
  }

  it('is to be checked, unless the vocabulary has it, and once only', async () => {
    const { screen } = await openText(TALK, terms)
    await screen.getByRole('button', { name: 'Проверить текст' }).click()
    const card = screen.getByRole('dialog', { name: 'Проверка' })
    await expect.element(card.getByText('нет такого слова')).toBeVisible()
    await expect.element(card.getByRole('button', { name: 'рыбуха' })).toBeVisible()
    await expect.element(card.getByText(/^1 из\s1,/)).toBeVisible()

    await userEvent.keyboard('{Enter}{Escape}')
    localStorage.removeItem(Object.keys(localStorage).find((key) => key.startsWith('reviewed:')) ?? '')
    await expect.element(card).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Проверить текст' }).click()

    await expect.element(card.getByText(/^Проверять нечего/)).toBeVisible()
  })
})

describe('remembering a word', () => {
  const TALK = talk('Тут Мюлер.', 'Там Мюлера нет.', 'Вот он.')
  const OFFER = 'GET /api/vocabulary/offer'
  const readings = [
    { text: 'Мюллер', paradigm: 0, forms: ['Мюллер', 'Мюллера', 'Мюллеру', 'Мюллером'] },
    { text: 'Мюллер', paradigm: -1, forms: ['Мюллер'] },
  ]
  const replies = {
    [OFFER]: { data: readings },
    'POST /api/vocabulary': { data: [{ text: 'Мюллер', status: 'added', reason: null, term: null }] },
    'POST /api/vocabulary/declined': { success: true },
  }
  const asks = (requests: readonly { call: string }[]) => requests.filter(({ call }) => call === OFFER)

  async function correct(texts: Record<string, unknown>) {
    const opened = await openText(TALK, texts)
    await userEvent.dblClick(opened.screen.getByText('Тут Мюлер.'))
    await opened.screen.getByRole('textbox', { name: 'Текст абзаца' }).fill('Тут Мюллер.')
    await userEvent.keyboard('{Enter}')
    return { ...opened, bar: opened.screen.getByRole('region', { name: 'Запомнить слово' }) }
  }

  it('is offered beside the other places, with its forms to choose from', async () => {
    const { screen, bar, requests } = await correct(replies)
    await expect.element(bar.getByText('Запомнить «Мюллер»?')).toBeVisible()
    await expect.element(screen.getByText(/Заменить ещё в\s1\sместе\?/)).toBeVisible()
    await expect
      .element(bar.getByRole('combobox', { name: 'Как склонять' }))
      .toHaveDisplayValue('Мюллер, Мюллера, Мюллеру…')

    await bar.getByRole('combobox', { name: 'Как склонять' }).selectOptions('Мюллер — не склоняется')
    await bar.getByRole('button', { name: 'Запомнить' }).click()

    await expect.element(screen.getByText('Запомнили: Мюллер')).toBeVisible()
    expect(requests.at(-1)?.body).toEqual({ source: 'correction', terms: [{ text: 'Мюллер', paradigm: -1 }] })
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('is offered no longer once the correction is undone', async () => {
    const { bar } = await correct(replies)
    await expect.element(bar).toBeVisible()

    await userEvent.keyboard('{Control>}z{/Control}')

    await expect.element(bar).not.toBeInTheDocument()
  })

  it('is not offered for a word that the server has no offer for', async () => {
    const { bar, requests } = await correct({ [OFFER]: { data: [] } })

    await vi.waitFor(() => expect(asks(requests)).toHaveLength(1))
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('is declined for good', async () => {
    const { bar, requests } = await correct(replies)

    await bar.getByRole('button', { name: 'Не надо' }).click()

    await expect.element(bar).not.toBeInTheDocument()
    expect(requests.at(-1)).toMatchObject({ call: 'POST /api/vocabulary/declined', body: { text: 'Мюллер' } })
  })

  it('is offered for a named speaker, three times a session at most', async () => {
    const { screen, slots, requests } = await openText(TALK, replies)
    const bar = screen.getByRole('region', { name: 'Запомнить слово' })

    for (const name of ['Анна', 'Пётр', 'Ия']) {
      slots().onNameSpeaker(0, name)
      await bar.getByRole('button', { name: 'Не надо' }).click()
      await expect.element(bar).not.toBeInTheDocument()
    }
    slots().onNameSpeaker(0, 'Юрий')

    await vi.waitFor(() => expect(slots().script.speakerNames).toEqual([{ speakerId: 0, name: 'Юрий' }]))
    expect(asks(requests).map(({ call }) => call)).toHaveLength(3)
    await expect.element(bar).not.toBeInTheDocument()
  })
})

describe('the vocabulary on a ready file', () => {
  const TALK = talk('Вот нюлер сказал.', 'Это мюле ром.', 'Тут нюлер.')
  const place = (at: number, word: number, rest: object) => ({
    at,
    word,
    words: 1,
    termId: TERM,
    isQuestion: false,
    ...rest,
  })
  const PLACES = 'POST /api/scripts/:id/vocabulary'

  it('shows its places, puts in the chosen ones with marks, and is one undo step', async () => {
    const { screen, server, slots, requests } = await openText(TALK, {
      ...DONE,
      [PLACES]: {
        version: 0,
        places: [
          place(0, 1, { heard: 'нюлер', text: 'Мюллер' }),
          place(1, 1, { words: 2, heard: 'мюле ром.', text: 'Мюллером.', isQuestion: true }),
          place(2, 1, { heard: 'нюлер.', text: 'Мюллер.' }),
          place(2, 0, { heard: 'другое', text: 'Мюллер' }),
        ],
      },
    })

    slots().onApply()
    const dialog = screen.getByRole('dialog', { name: 'Применить словарь' })
    await expect.element(dialog.getByRole('checkbox', { name: 'Все места: 3' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Заменить в 2 местах' }).click()

    await vi.waitFor(() => expect(server.texts()).toEqual(['Вот Мюллер сказал.', 'Это мюле ром.', 'Тут Мюллер.']))
    expect(server.transcript.segments[2]?.words[1]).toMatchObject(replaced('нюлер.'))
    expect(answersIn(requests)).toEqual([
      {
        answers: [
          { heard: 'нюлер', termId: TERM, answer: 'accepted' },
          { heard: 'нюлер.', termId: TERM, answer: 'accepted' },
        ],
      },
    ])
    await userEvent.keyboard('{Control>}z{/Control}')
    await vi.waitFor(() => expect(server.transcript).toEqual(TALK))
  })

  it('says when there is nothing to put right', async () => {
    const { screen, slots } = await openText(TALK, { [PLACES]: { version: 0, places: [] } })

    slots().onApply()

    await expect.element(screen.getByText('Словарю здесь нечего исправить')).toBeVisible()
  })
})
