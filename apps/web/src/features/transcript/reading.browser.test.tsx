import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import { signInOnDesktop } from '#test/screen.ts'
import { openFile, said, SLOTS, word } from '#test/transcript.tsx'

const TEXT = [said('Всем привет, начинаем.', 0), said('Меня слышно?', 7)]
const DIALOGUE = [said('Меня слышно?', 0), said('Да, слышно хорошо.', 2, 1), said('Тогда начинаем.', 5)]
const NAMES = [{ speakerId: 0, name: 'Анна Ковалёва' }]

signInOnDesktop(1280, 800)

const painted = (name: string) => [...(CSS.highlights.get(name) ?? [])].map(textOf)
const spokenWord = () => painted('spoken-word').join()
const activeParagraph = () => document.querySelector('[data-active]')

function textOf({ startContainer, startOffset, endOffset }: AbstractRange): string {
  return startContainer.textContent?.slice(startOffset, endOffset) ?? ''
}

describe('a text with a flaw', () => {
  const status = 'completeWithErrors'

  it('says how much speech has no words, and that its minutes are not charged', async () => {
    const unheard = [
      { start: 2, end: 4 },
      { start: 6, end: 7 },
    ]
    const { screen } = await openFile({ script: TEXT, status, unheard, flaws: ['partUnheard'] })

    await expect
      .element(screen.getByText(/речи/))
      .toHaveTextContent('0:03 речи не разобрали: эти места отмечены в тексте. Минуты за них не списаны.')
  })

  it('does not mention minutes to visitors', async () => {
    const unheard = [{ start: 2, end: 4 }]
    const { screen } = await openFile({ script: TEXT, status, unheard, flaws: ['partUnheard'], canEdit: false })

    await expect
      .element(screen.getByText(/речи/))
      .toHaveTextContent('0:02 речи не разобрали: это место отмечено в тексте.')
  })

  it('shows speech without words where it was said; its owner listens and has it heard again', async () => {
    const asked: unknown[] = []
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      asked.push(JSON.parse(body as string))
      return Response.json({})
    })
    const { screen, position } = await openFile({ script: TEXT, unheard: [{ start: 4.2, end: 6 }] }, { editing: SLOTS })
    const line = screen.getByRole('note')
    await expect.element(line).toHaveTextContent('0:04–0:06 не разобралиПослушатьРазобрать ещё раз')
    expect(line.element().nextElementSibling?.textContent).toContain('Меня слышно?')

    await line.getByRole('button', { name: 'Послушать' }).click()
    await expect.element(position).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0:0[45] из 0:10$/))
    await line.getByRole('button', { name: 'Разобрать ещё раз' }).click()

    await expect.element(line).toHaveTextContent('0:04–0:06 разбираем ещё раз…Послушать')
    await expect.element(line.getByRole('button', { name: 'Разобрать ещё раз' })).not.toBeInTheDocument()
    expect(asked).toEqual([{ start: 4.2 }])
  })

  it('says what another hearing did not understand either; visitors cannot ask for one', async () => {
    const unheard = [{ start: 4.2, end: 6, again: 'nothing' as const }, { start: 9, end: 10 }] // prettier-ignore
    const { screen } = await openFile({ script: TEXT, unheard, canEdit: false })

    await expect
      .element(screen.getByRole('note').first())
      .toHaveTextContent('0:04–0:06 не разобрали и со второго разаПослушать')
    await expect.element(screen.getByRole('button', { name: 'Послушать' }).last()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Разобрать ещё раз' })).not.toBeInTheDocument()
  })

  it('counts as complete when only its speakers are uncertain', async () => {
    const { screen } = await openFile({ script: TEXT, status, flaws: ['speakersFailed'] })

    await expect
      .element(screen.getByText(/распознан/))
      .toHaveTextContent('Текст распознан целиком, но не везде удалось понять, кто говорит.')
  })
})

describe('the text', () => {
  it('seeks to the clicked word and marks it [FILE-7] [FILE-10]', async () => {
    const { screen, position } = await openFile({ script: TEXT })
    await expect.element(position).toBeVisible()

    await userEvent.click(screen.getByText('Меня слышно?'), { position: { x: 80, y: 12 } })

    await expect.element(position).toHaveAttribute('aria-valuetext', '0:07 из 0:10')
    expect(spokenWord()).toBe('слышно?')
  })

  it('marks word after word while the recording plays [FILE-7]', async () => {
    const { screen } = await openFile({ script: TEXT })
    const seen = new Set<string>()

    await screen.getByRole('button', { name: 'Слушать', exact: true }).click()

    await vi.waitFor(
      () => {
        seen.add(spokenWord())
        expect(seen).toContain('начинаем.')
      },
      { timeout: 5000, interval: 20 },
    )
    expect([...seen].filter(Boolean)).toEqual(['Всем', 'привет,', 'начинаем.'])
    expect(activeParagraph()).toHaveAttribute('aria-current', 'true')
  })

  it("plays from a paragraph's time button, also by keyboard [FILE-7]", async () => {
    const { screen, position } = await openFile({ script: TEXT })
    const time = screen.getByRole('button', { name: 'Слушать с 0:07' })
    await expect.element(time).toBeInTheDocument()

    time.element().focus()
    await userEvent.keyboard('{Enter}')

    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
    await expect.element(position).toHaveAttribute('aria-valuetext', expect.stringContaining('0:07'))
    expect(activeParagraph()?.textContent).toContain('Меня слышно?')
  })

  it('opens at the second of a link [FILE-7]', async () => {
    const { position } = await openFile({ script: TEXT }, { startAt: 7 })

    await expect.element(position).toHaveAttribute('aria-valuenow', '7')
    expect(spokenWord()).toBe('Меня')
  })

  it('is split into paragraphs by speaker, long pauses and length [FILE-1] [FILE-8]', async () => {
    const long = { start: 60, end: 91, text: 'Долгая мысль.', speaker: 1, words: [] }
    const { screen } = await openFile({
      script: [...DIALOGUE, said('После паузы.', 40), long, said('Новый абзац.', 91, 1)],
    })
    await expect.element(screen.getByText('Новый абзац.')).toBeVisible()

    expect([...document.querySelectorAll('[data-text]')].map(({ textContent }) => textContent)).toEqual([
      'Меня слышно?',
      'Да, слышно хорошо.',
      'Тогда начинаем.',
      'После паузы.',
      'Долгая мысль.',
      'Новый абзац.',
    ])
  })

  it('marks words of low confidence, and none without confidence', async () => {
    const { screen } = await openFile({
      script: [{ ...said('x', 0), text: 'Ясно слышу не знаю', words: words([0.9, null, 0.3, 0.59]) }],
    })
    await expect.element(screen.getByText('Ясно слышу не знаю')).toBeVisible()

    await vi.waitFor(() => expect(painted('unsure-word')).toEqual(['не', 'знаю']))
  })

  it('says that no speech was found', async () => {
    const { screen } = await openFile({ script: [] })

    await expect.element(screen.getByRole('heading', { name: 'Речи не слышно' })).toBeVisible()
  })

  function words(confidences: (number | null)[]) {
    return ['Ясно', 'слышу', 'не', 'знаю'].map((text, index) => word(text, index, confidences[index]))
  }
})

describe('the speakers', () => {
  it('have names, «Спикер 2» by default, and initials beside their colour [FILE-1] [FILE-6]', async () => {
    const { screen } = await openFile({ script: DIALOGUE, speakerNames: NAMES }, { editing: SLOTS })
    await expect.element(screen.getByText('Тогда начинаем.')).toBeVisible()

    const leads = [...document.querySelectorAll('[data-lead]')]
    expect(leads.map((lead) => lead.querySelector('button')?.textContent)).toEqual([
      'Анна Ковалёва',
      'Спикер 2',
      'Анна Ковалёва',
    ])
    expect(leads.map((lead) => lead.firstElementChild?.textContent)).toEqual(['АК', 'С2', 'АК'])
    const colours = leads.map((lead) => getComputedStyle(lead.querySelector('button') ?? lead).color)
    expect(colours[0]).toBe(colours[2])
    expect(colours[0]).not.toBe(colours[1])
  })

  it('are chips with their share of the talk; a pressed chip filters by the speaker and adds a lane to the waveform', async () => {
    const { screen } = await openFile({ script: DIALOGUE, speakers: 2 })
    const chip = screen.getByRole('button', { name: /Спикер 2/ }).first()
    await expect.element(chip).toHaveTextContent('Спикер 2 44%')

    await chip.click()

    await expect.element(screen.getByText('Да, слышно хорошо.')).toBeVisible()
    await expect.element(screen.getByText('Меня слышно?')).not.toBeVisible()
    await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
    expect(document.querySelector('[role="slider"] path[stroke]')).toHaveAttribute('d', 'M200.0 0h140.0')

    await chip.click()
    await expect.element(screen.getByText('Меня слышно?')).toBeVisible()
    expect(document.querySelector('[role="slider"] path[stroke]')).toBeNull()
  })

  it('have no chips when there is only one', async () => {
    const { screen } = await openFile({ script: TEXT })
    await expect.element(screen.getByText('Меня слышно?')).toBeVisible()

    await expect.element(screen.getByRole('group', { name: 'Кто говорит' })).not.toBeInTheDocument()
  })
})

describe('the head', () => {
  it('shows the day, the length, the size, the speakers and the language [FILE-1]', async () => {
    const { screen } = await openFile({ script: DIALOGUE, speakers: 2, fileSize: 177_000_000, duration: 11_052 })
    await expect.element(screen.getByRole('heading', { name: 'talk' })).toBeVisible()

    const facts = screen
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent?.trim())
    expect(facts.slice(1)).toEqual(['3:04:12', '177\u00a0МБ', '2\u00a0спикера', 'Русский'])
  })

  it('tells the owner how long the file is kept', async () => {
    const { screen } = await openFile({ script: TEXT, keepUntil: '2031-11-25T10:00:00Z' })

    await expect.element(screen.getByText('Хранится до\u00a025\u00a0ноября 2031')).toBeVisible()
  })

  it('says when only the beginning was processed', async () => {
    const { screen } = await openFile({ script: TEXT, duration: 2700, processedSeconds: 720 })

    await expect.element(screen.getByText('Обработано только начало: 12:00 из 45:00')).toBeVisible()
  })

  it('copies the whole text by paragraphs, with names if there are several speakers [FILE-8]', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen } = await openFile({ script: DIALOGUE, speakerNames: NAMES })

    await screen.getByRole('button', { name: 'Ещё действия' }).click()
    await screen.getByRole('menuitem', { name: 'Скопировать текст' }).click()

    expect(writeText).toHaveBeenCalledExactlyOnceWith(
      'Анна Ковалёва\nМеня слышно?\n\nСпикер 2\nДа, слышно хорошо.\n\nАнна Ковалёва\nТогда начинаем.',
    )
  })

  it('offers a visitor nothing to change [FILE-3] [FILE-5]', async () => {
    const { screen } = await openFile({ script: TEXT, canEdit: false, public: true })
    await expect.element(screen.getByRole('heading', { name: 'talk' })).toBeVisible()

    expect(document.querySelector('h1 button')).toBeNull()
    expect(document.querySelector('[title="Переименовать спикера"]')).toBeNull()
    await screen.getByRole('button', { name: 'Ещё действия' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Горячие клавиши' })).toBeVisible()
    const items = screen
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
    expect(items).toEqual(['Скопировать текст', 'Горячие клавиши'])
  })
})
