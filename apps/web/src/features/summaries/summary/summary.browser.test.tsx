import type { Summary } from '@doslovno/contract/summaries.ts'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { signInOnDesktop } from '#test/screen.ts'
import {
  accountOf,
  button,
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
  talk,
} from '#test/summaries.tsx'

signInOnDesktop(1440)

const inPanel = (name: RegExp) => panel().getByRole('button', { name })

const emptyOf = (type: Summary['type'], changes: Partial<Summary>) =>
  summaryOf({ type, engine: 'extract', statements: [], ...changes })

describe('a summary', () => {
  it('is made on demand: missing, then progress that never drops, then complete [SUM-2]', async () => {
    const running = (progress: number, done: number) =>
      ok(missingOf('summary', { id: 's1', status: 'process', progress, canMake: false, reading: { done, total: 8 } }))
    let now = ok(missingOf('summary'))
    const { server } = await openTalk(
      {
        [summaryCall('summary')]: () => now,
        [makeCall('summary')]: () => (now = running(5, 0)),
      },
      'Саммари',
    )

    await button('Сделать саммари').click()
    await expect.element(page.getByText('Читаем запись: 0 из 8')).toBeVisible()
    now = running(40, 3)
    await expect.element(page.getByText('Читаем запись: 3 из 8')).toBeVisible()
    await expect.element(page.getByText('40%')).toBeVisible()
    now = running(30, 4)
    await expect.element(page.getByText('Читаем запись: 4 из 8')).toBeVisible()
    await expect.element(page.getByText('40%')).toBeVisible()
    now = running(90, 8)
    await expect.element(page.getByText(/Пишем/)).toBeVisible()
    now = ok(summaryOf({ type: 'summary' }))

    await expect.element(button(/The budget doubled/)).toBeVisible()
    expect(page.getByRole('progressbar').elements()).toEqual([])
    expect(server.requests).toContainEqual({ call: makeCall('summary'), body: {} })
  })

  it.each([
    ['О чём', 'about', 'Произошла ошибка при генерации саммари'],
    ['Саммари', 'summary', 'Произошла ошибка при генерации саммари'],
    [/Тезисы/, 'theses', 'Не удалось сгенерировать отчет'],
  ] as const)('reports a failure of %s and can be retried [SUM-2]', async (name, type, text) => {
    await openTalk(
      {
        [summaryCall(type)]: ok(missingOf(type, { status: 'error' })),
        [makeCall(type)]: ok(summaryOf({ type })),
      },
      name,
    )
    await expect.element(panel().getByRole('alert')).toHaveTextContent(text)

    await panel().getByRole('button', { name: 'Повторить' }).click()

    await expect.element(button(/The budget doubled/)).toBeVisible()
  })

  it('reports that it could not be started', async () => {
    await openTalk({
      [summaryCall('about')]: ok(missingOf()),
      [makeCall('about')]: [refusal(500, 'unexpected'), refusal(429, 'budgetSpent')],
    })

    await button('Сделать саммари').click()
    await expect.element(page.getByText('Не удалось начать. Попробуй ещё раз.')).toBeVisible()
    await button('Сделать саммари').click()

    await expect
      .element(page.getByText('На сегодня попытки для этой записи закончились. Попробуй завтра.'))
      .toBeVisible()
  })

  it('can be loaded again after a failure', async () => {
    await openTalk({ [summaryCall('about')]: [refusal(404, 'notFound'), ok(summaryOf())] })

    await panel().getByRole('button', { name: 'Повторить' }).click()

    await expect.element(button(/The budget doubled/)).toBeVisible()
  })
})

describe('theses', () => {
  it('are labelled PRO [SUM-3]', async () => {
    await openTalk()

    await expect.element(tab(/Тезисы/)).toHaveTextContent('Тезисы PRO')
  })

  it('tell how many generations are left, and count one at once [SUM-3]', async () => {
    await openTalk(
      {
        'GET /api/account': [accountOf({ thesesGenerations: 3 }), accountOf({ thesesGenerations: 2 })],
        [summaryCall('theses')]: ok(missingOf('theses')),
        [makeCall('theses')]: ok(missingOf('theses', { status: 'error' })),
      },
      /Тезисы/,
    )
    await expect.element(page.getByText('Осталось 3 генерации из 5')).toBeVisible()

    await button('Сделать тезисы').click()

    await expect.element(page.getByText('Осталось 2 генерации из 5')).toBeVisible()
  })

  it('tell no number when the tariff has no limit [SUM-3]', async () => {
    await openTalk({ [summaryCall('theses')]: ok(missingOf('theses')) }, /Тезисы/)

    await expect.element(button('Сделать тезисы')).toBeVisible()
    expect(page.getByText(/Осталось/).elements()).toEqual([])
  })

  it('lead to the tariffs when they are used up [SUM-3]', async () => {
    await openTalk(
      {
        'GET /api/account': accountOf({ thesesGenerations: 0 }),
        [summaryCall('theses')]: ok(missingOf('theses')),
      },
      /Тезисы/,
    )

    await expect.element(page.getByText('Бесплатные тезисы закончились')).toBeVisible()
    await expect.element(page.getByText(/^На\sтарифах PRO и\sBusiness/)).toBeVisible()
    await expect
      .element(panel().getByRole('link', { name: 'Выбрать тариф' }))
      .toHaveAttribute('href', expect.stringMatching(/^\/tariffs\?from=%2Ffiles%2F/))
    expect(button('Сделать тезисы').elements()).toEqual([])
  })

  it('ask a visitor to sign in, and are not requested [SUM-3]', async () => {
    localStorage.clear()
    const { server } = await openTalk({ [`GET /api/scripts/${ID}`]: talk({ canEdit: false }) }, /Тезисы/)

    await expect.element(page.getByText('Войди, чтобы получить тезисы')).toBeVisible()
    await expect
      .element(panel().getByRole('link', { name: 'Войти' }))
      .toHaveAttribute('href', `/auth/login?next=%2Ffiles%2F${ID}`)
    expect(server.calls()).not.toContain(summaryCall('theses'))
    expect(tab('Спросить').elements()).toEqual([])
  })
})

describe('a signed-in reader of a public file', () => {
  const foreign = { [`GET /api/scripts/${ID}`]: talk({ canEdit: false }) }

  it('reads the theses that exist [SUM-3]', async () => {
    await openTalk({ ...foreign, [summaryCall('theses')]: ok(summaryOf({ type: 'theses' })) }, /Тезисы/)

    await expect.element(button(/The budget doubled/)).toBeVisible()
  })

  it('learns that only the owner makes theses where there are none [SUM-3]', async () => {
    await openTalk({ ...foreign, [summaryCall('theses')]: ok(missingOf('theses', { canMake: false })) }, /Тезисы/)

    await expect.element(page.getByText('Тезисов ещё нет')).toBeVisible()
    await expect.element(page.getByText(/Сделать может только владелец файла/)).toBeVisible()
    expect(panel().getByRole('button').elements()).toEqual([])
  })
})

describe('a visitor', () => {
  it('reads what the file is about and its summary, without a button to make one [SUM-3]', async () => {
    localStorage.clear()
    await openTalk(
      {
        [`GET /api/scripts/${ID}`]: talk({ canEdit: false }),
        [summaryCall('summary')]: ok(missingOf('summary', { canMake: false })),
      },
      'Саммари',
    )

    await expect.element(page.getByText('Саммари ещё нет')).toBeVisible()
    expect(button('Сделать саммари').elements()).toEqual([])
    await tab('О чём').click()
    await expect.element(button(/The budget doubled/)).toBeVisible()
  })
})

describe('a template', () => {
  const templates = ok({
    data: [
      { id: 1, name: 'Обычный', description: 'О чём запись, главное и тезисы' },
      { id: 2, name: 'Протокол встречи', description: 'Решения, задачи, ответственные и сроки' },
    ],
  })

  it('is chosen to make a summary anew [SUM-4]', async () => {
    const { server } = await openTalk({
      'GET /api/account': accountOf({ isSuperuser: true }),
      'GET /api/tools/settings-templates': templates,
      [summaryCall('about')]: ok(summaryOf({ canChooseTemplate: true, canMake: true })),
      [makeCall('about')]: ok(summaryOf({ statements: [statementOf('Решили поднять бюджет.', 10)] })),
    })

    await button('Переделать').click()
    await page.getByRole('menuitem', { name: /Протокол встречи/ }).click()

    await expect.element(button(/Решили поднять бюджет/)).toBeVisible()
    expect(server.requests).toContainEqual({ call: makeCall('about'), body: { templateId: 2 } })
  })

  it('is not offered to others [SUM-4]', async () => {
    await openTalk()
    await expect.element(button(/The budget doubled/)).toBeVisible()

    expect(button('Переделать').elements()).toEqual([])
  })
})

describe('a statement', () => {
  const two = statementOf('The budget doubled.', 10, { who: [1], evidence: [momentOf(10), momentOf(40)] })

  it('plays from half a second before its moment, by mouse and by Enter', async () => {
    await openTalk({ [summaryCall('about')]: ok(summaryOf({ statements: [two] })) })

    await inPanel(/Слушать с 0:10/).click()
    await expect.element(position()).toHaveAttribute('aria-valuenow', '9')
    await expect.element(button('Пауза')).toBeVisible()
    await button('Ещё раз в 0:40').click()
    await expect.element(position()).toHaveAttribute('aria-valuenow', '39')
    inPanel(/Слушать с 0:10/)
      .element()
      .focus()
    await userEvent.keyboard('{Enter}')

    const seconds = () => Number(position().element().getAttribute('aria-valuenow'))
    await vi.waitFor(() => expect(seconds()).toBeLessThan(39))
    expect(seconds()).toBeGreaterThanOrEqual(9)
    await expect.element(inPanel(/Слушать с 0:10/)).toHaveAttribute('aria-current', 'true')
  })

  it('marks its words in the text', async () => {
    await openTalk({ [summaryCall('about')]: ok(summaryOf({ statements: [two] })) })

    await inPanel(/Слушать с 0:10/).click()

    await vi.waitFor(() => {
      const [range] = [...(CSS.highlights.get('cited') ?? [])]
      expect(range?.startContainer.textContent).toBe('The budget doubled.')
    })
  })

  it('carries the name of its speaker', async () => {
    await openTalk({ [summaryCall('about')]: ok(summaryOf({ statements: [two] })) })

    await expect.element(panel().getByText('Boris')).toBeVisible()
  })

  it('stands under the heading of its section', async () => {
    const statements = [
      statementOf('Встреча о бюджете.', 0),
      statementOf('Поднять бюджет.', 10, { section: 'decisions' }),
    ]
    await openTalk({ [summaryCall('about')]: ok(summaryOf({ statements })) })

    await expect.element(panel().getByRole('heading', { name: 'Главное' })).toBeVisible()
    await expect.element(panel().getByRole('heading', { name: 'Решения' })).toBeVisible()
  })

  it('says in words that it is not confirmed, and why', async () => {
    const reasons = [{ code: 'predicate' as const, words: ['снизилась'] }]
    const unsure = statementOf('Цена снизилась.', 10, { check: 'unsure', reasons })
    await openTalk({ [summaryCall('about')]: ok(summaryOf({ statements: [two, unsure] })) })

    await expect.element(page.getByText('Подтверждено записью: 1 из 2')).toBeVisible()
    await button('проверь на слух').click()

    await expect.element(page.getByText('в записи нет слова „снизилась“')).toBeVisible()
    await expect.element(page.getByText('В записи: «The budget doubled.»')).toBeVisible()
  })
})

describe('the check', () => {
  it('explains what was compared', async () => {
    await openTalk()

    await button('Что сравнили с записью').click()

    await expect.element(page.getByText(/слова, числа, даты, имена/)).toBeVisible()
  })

  it('claims only links where the language is not checked', async () => {
    await openTalk({
      [summaryCall('about')]: ok(summaryOf({ statements: [statementOf('The budget grew.', 10, { check: 'linked' })] })),
    })

    await expect.element(page.getByText('Со ссылкой на запись: 1 из 1')).toBeVisible()
  })

  it.each([
    ['О чём', 'about', 'unclear', 'Запись плохо разобрать'],
    ['Саммари', 'summary', 'unclear', 'Запись плохо разобрать'],
    ['Саммари', 'summary', 'tooFew', 'Нечего процитировать'],
    [/Тезисы/, 'theses', 'tooFew', 'Запись коротка для тезисов'],
  ] as const)('says why %s is empty: %s, %s', async (name, type, lack, title) => {
    await openTalk({ [summaryCall(type)]: ok(emptyOf(type, { lack })) }, name)

    await expect.element(page.getByText(title)).toBeVisible()
    expect(inPanel(/Обновить|Сделать/).elements()).toEqual([])
    expect(
      panel()
        .getByText(/дословно|Подтверждено/)
        .elements(),
    ).toEqual([])
  })

  it('says that theses of a short recording cost nothing [SUM-3]', async () => {
    const limited = { 'GET /api/account': accountOf({ thesesGenerations: 3 }) }
    await openTalk({ ...limited, [summaryCall('theses')]: ok(emptyOf('theses', { lack: 'tooFew' })) }, /Тезисы/)

    await expect.element(page.getByText(/Генерацию не\sсписали/)).toBeVisible()
  })

  it('tells length and voices of a recording without quotes', async () => {
    const text = 'Разговор, один голос, 1 минута.'
    await openTalk({ [summaryCall('about')]: ok(emptyOf('about', { lack: 'tooFew', text })) })

    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByText(/не\sнашлось/)).toBeVisible()
  })

  it('can be made again once the text of an unclear recording was corrected', async () => {
    await openTalk({
      [summaryCall('about')]: ok(emptyOf('about', { lack: 'unclear', isStale: true, canMake: true })),
      [makeCall('about')]: ok(summaryOf()),
    })

    await button('Обновить').click()

    await expect.element(button(/The budget doubled/)).toBeVisible()
  })

  it('says that an extract is verbatim, and claims no check', async () => {
    const text = 'Разговор, говорят двое, 3 минуты.\n\nThe budget doubled.'
    await openTalk({ [summaryCall('about')]: ok(summaryOf({ engine: 'extract', text })) })

    await expect.element(page.getByText('Слова и фразы записи, дословно')).toBeVisible()
    await expect.element(page.getByText('Разговор, говорят двое, 3 минуты.', { exact: true })).toBeVisible()
    expect(page.getByText(/Подтверждено записью/).elements()).toEqual([])
  })

  it('shows the owner what was dropped, on demand', async () => {
    const reasons = [{ code: 'number' as const, words: ['15'] }]
    const statements = [
      statementOf('The budget doubled.', 10),
      statementOf('Бюджет 15 млн.', 10, { check: 'dropped', reasons }),
      statementOf('Решил Пётр.', 12, { check: 'dropped' }),
    ]
    await openTalk({ [summaryCall('about')]: ok(summaryOf({ statements })) })

    await page.getByText('Убрали 2 утверждения: в записи другое или фраза пустая').click()

    await expect.element(page.getByText('Бюджет 15 млн.')).toBeVisible()
    await expect.element(page.getByText('в записи нет числа „15“')).toBeVisible()
  })

  it('tells what corrections took away, and makes the summary anew', async () => {
    await openTalk({
      [summaryCall('about')]: ok(summaryOf({ isStale: true, fallen: 2, canMake: true })),
      [makeCall('about')]: ok(summaryOf()),
    })
    await expect.element(page.getByText('Текст исправлен. Больше не подтверждаются: 2')).toBeVisible()

    await button('Обновить').click()

    await expect.element(page.getByText(/Текст исправлен/)).not.toBeInTheDocument()
  })

  it('names the minutes that could not be read', async () => {
    await openTalk({ [summaryCall('about')]: ok(summaryOf({ missing: [{ start: 30, end: 45 }] })) })

    await button(/0:30–0:45/).click()

    await expect.element(position()).toHaveAttribute('aria-valuenow', '29')
  })
})

describe('a copy of a summary', () => {
  it('has headings, names, times and doubts, and nothing that was dropped', async () => {
    const copied = spyOnCopies()
    const statements = [
      statementOf('Встреча о бюджете.', 0, { who: [0] }),
      statementOf('Цена снизилась.', 10, { check: 'unsure', section: 'decisions', who: [1] }),
      statementOf('Бюджет 15 млн.', 10, { check: 'dropped' }),
    ]
    await openTalk({ [summaryCall('about')]: ok(summaryOf({ statements, text: 'Встреча, говорят двое.' })) })

    await button('Скопировать').click()

    await expect.element(page.getByText('Скопировано')).toBeVisible()
    expect(copied).toEqual([
      'Встреча, говорят двое.\n\nГлавное\n• Встреча о бюджете. (Anna, 0:00)\n\nРешения\n• Цена снизилась. (Boris, 0:10) (не подтверждено)',
    ])
  })
})
