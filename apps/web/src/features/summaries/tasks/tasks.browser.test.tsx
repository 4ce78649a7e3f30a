import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openAt } from '#test/app.tsx'
import { signInOnDesktop } from '#test/screen.ts'
import { type Answer, stubServer } from '#test/server.ts'
import {
  ASK,
  button,
  CHAPTERS,
  ID,
  makeCall,
  missingOf,
  momentOf,
  ok,
  openTalk,
  panel,
  position,
  refusal,
  spyOnCopies,
  statementOf,
  summaryCall,
  summaryOf,
  tab,
  talkPage,
  taskOf,
  TASKS,
} from '#test/summaries.tsx'

signInOnDesktop(1440)

describe('tasks', () => {
  const PATCH = `PATCH /api/scripts/${ID}/tasks/t1`
  const due = { text: 'до пятницы', date: '2026-11-20' }
  const items = [
    taskOf('t1', { due }),
    taskOf('d1', { kind: 'decision', text: 'Бюджет поднимаем', who: [0] }),
    taskOf('c1', { kind: 'candidate', text: 'Надо бы позвонить', start: 40, end: 42 }),
  ]
  const answer = { [TASKS]: ok({ data: items, isReady: true }) }

  it('tell who and when, apart from decisions and from what only sounds like a task', async () => {
    await openTalk(answer, 'Задачи')

    await expect.element(panel().getByText('до пятницы (20 ноября)')).toBeVisible()
    const headings = panel()
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent)
    expect(headings).toEqual(['Задачи', 'Похоже на\u00a0задачи', 'Решения'])
    expect(page.getByRole('checkbox', { name: /Бюджет поднимаем/ }).elements()).toEqual([])
  })

  it('are ticked at once, and the tick is kept', async () => {
    const { server } = await openTalk({ ...answer, [PATCH]: ok({ item: taskOf('t1', { isDone: true }) }) }, 'Задачи')

    await page.getByRole('checkbox', { name: 'Готово: Send the estimate' }).click()

    await expect.element(page.getByRole('checkbox', { name: 'Готово: Send the estimate' })).toBeChecked()
    await vi.waitFor(() => expect(server.requests).toContainEqual({ call: PATCH, body: { isDone: true } }))
  })

  it('lose a tick that the server did not keep', async () => {
    await openTalk({ ...answer, [PATCH]: refusal(500, 'unexpected') }, 'Задачи')

    await page.getByRole('checkbox', { name: 'Готово: Send the estimate' }).click()

    await expect.element(page.getByText('Не удалось отметить. Попробуй ещё раз.')).toBeVisible()
    await expect.element(page.getByRole('checkbox', { name: 'Готово: Send the estimate' })).not.toBeChecked()
  })

  it('are copied as a list', async () => {
    const copied = spyOnCopies()
    await openTalk(answer, 'Задачи')

    await button('Скопировать список').click()

    await vi.waitFor(() =>
      expect(copied).toEqual([
        'Задачи\n☐ Send the estimate (Boris, до пятницы (20 ноября), 0:12)\n\n' +
          'Похоже на\u00a0задачи\n☐ Надо бы позвонить (Boris, 0:40)\n\nРешения\n• Бюджет поднимаем (Anna, 0:12)',
      ]),
    )
  })

  it('come with the summary of a file that had none', async () => {
    let now = missingOf('summary')
    await openTalk(
      {
        [TASKS]: () => ok({ data: now.status === 'complete' ? items : [], isReady: now.status === 'complete' }),
        [summaryCall('summary')]: () => ok(now),
        [makeCall('summary')]: () => {
          now = summaryOf({ type: 'summary' })
          return ok(missingOf('summary', { id: 's1', status: 'process', canMake: false }))
        },
      },
      'Задачи',
    )
    await expect.element(page.getByText('Задачи найдём вместе с саммари')).toBeVisible()

    await button('Сделать саммари').click()

    await expect.element(page.getByRole('checkbox', { name: 'Готово: Send the estimate' })).toBeVisible()
  })

  it('may be missing', async () => {
    await openTalk({}, 'Задачи')

    await expect.element(page.getByText('Задач не слышно')).toBeVisible()
  })
})

describe('a question', () => {
  async function ask(reply: Answer) {
    const opened = await openTalk({ [ASK]: reply }, 'Спросить')
    await page.getByRole('textbox', { name: 'Спроси запись' }).fill('Что с бюджетом?')
    await userEvent.keyboard('{Enter}')
    return opened
  }

  it('is answered by statements that play their moments', async () => {
    const { server } = await ask(ok({ answer: [statementOf('Он вырос вдвое.', 10)], moments: [], engine: 'llm' }))

    await button(/Он вырос вдвое/).click()

    await expect.element(position()).toHaveAttribute('aria-valuenow', '9')
    expect(server.requests).toContainEqual({ call: ASK, body: { question: 'Что с бюджетом?' } })
  })

  it('gets the nearest moments if it has no answer', async () => {
    await ask(ok({ answer: [], moments: [momentOf(40, 'Thanks and goodbye.')], engine: 'llm' }))

    await expect.element(page.getByText('В записи об этом не нашлось')).toBeVisible()
    await expect.element(panel().getByRole('heading', { name: 'Ближайшие места' })).toBeVisible()
    await button(/Слушать с 0:40 Thanks/).click()
    await expect.element(position()).toHaveAttribute('aria-valuenow', '39')
  })

  it('gets the best moments when there is no model', async () => {
    await ask(ok({ answer: [], moments: [momentOf(10)], engine: 'extract' }))

    await expect.element(panel().getByRole('heading', { name: 'Вот где об этом говорят' })).toBeVisible()
    expect(page.getByText('В записи об этом не нашлось').elements()).toEqual([])
  })

  it('may be one too many for today', async () => {
    await ask(refusal(429, 'tooManyRequests'))

    await expect.element(page.getByText('На сегодня вопросы закончились. Возвращайся завтра.')).toBeVisible()
  })

  it('follows the one before, whose answer stays', async () => {
    const { server } = await ask(ok({ answer: [statementOf('Он вырос вдвое.', 10)], moments: [], engine: 'llm' }))
    await expect.element(button(/Он вырос вдвое/)).toBeVisible()

    const field = page.getByRole('textbox', { name: 'Спроси запись' })
    await expect.element(field).toHaveValue('')
    await field.fill('А когда?')
    await userEvent.keyboard('{Enter}')

    const log = page.getByRole('log', { name: 'Вопросы и ответы' })
    await expect.element(log.getByRole('heading', { name: 'А когда?' })).toBeVisible()
    await vi.waitFor(() => expect(log.getByRole('button', { name: /Он вырос вдвое/ }).elements()).toHaveLength(2))
    expect(server.requests).toContainEqual({ call: ASK, body: { question: 'А когда?', previous: 'Что с бюджетом?' } })
  })

  it('keeps its answer while another tab is read', async () => {
    await ask(ok({ answer: [statementOf('Он вырос вдвое.', 10)], moments: [], engine: 'llm' }))
    await expect.element(button(/Он вырос вдвое/)).toBeVisible()

    await tab('О чём').click()
    await tab('Спросить').click()

    await expect.element(button(/Он вырос вдвое/)).toBeVisible()
  })
})

describe('chapters', () => {
  const data = [
    { start: 0, title: 'Приветствие' },
    { start: 10, title: 'Бюджет' },
    { start: 40, title: 'Планы' },
  ]
  const answer = { [CHAPTERS]: ok({ data, isReady: true }) }

  it('are ticks on the waveform, named by the position', async () => {
    await openTalk(answer)

    await vi.waitFor(() => expect(document.querySelectorAll('[data-chapter]')).toHaveLength(2))
    await expect.element(position()).toHaveAttribute('aria-valuetext', '0:00 из 1:00 · Приветствие')
  })

  it('are a list of links to their seconds, which play in place', async () => {
    await openTalk(answer)
    await page.getByText('3 главы').click()

    const link = page.getByRole('link', { name: /Бюджет/ })
    await expect.element(link).toHaveAttribute('href', `/files/${ID}?t=10`)
    await link.click()

    await expect.element(position()).toHaveAttribute('aria-valuenow', '10')
    await expect.element(button('Пауза')).toBeVisible()
  })
})

describe('on a phone', () => {
  it('the panel is a tab beside the text', async () => {
    await page.viewport(390, 844)
    stubServer(talkPage())
    await openAt(`/files/${ID}`)
    await expect.element(page.getByText('The budget doubled.').first()).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Расшифровка' })).toBeVisible()

    await page.getByRole('radiogroup', { name: 'Что показать' }).getByText('Саммари').click()

    await expect.element(tab('О чём')).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Расшифровка' })).not.toBeInTheDocument()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
