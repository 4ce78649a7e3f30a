import type { Vocabulary, VocabularyMember } from '@doslovno/contract/vocabularies.ts'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { freeInfoOf } from '#test/account-info.ts'
import { type Answers, done, openAccount, plainText, refused, textOf } from '#test/account-page.ts'
import type { Answer } from '#test/server.ts'
import { sharedVocabularyOf, SHARED_ID, vocabularyOf } from '#test/vocabulary.ts'

const LIST = 'GET /api/vocabularies'
const CREATE = 'POST /api/vocabularies'
const ONE = `/api/vocabularies/${SHARED_ID}`
const LINK = 'https://doslovno.example/vocabulary/invite#abc'

const sharedOf = (change: Partial<Vocabulary> = {}) => sharedVocabularyOf({ name: 'Редакция', ...change })

const lists = (...shared: Vocabulary[]) => done({ data: [vocabularyOf(), ...shared] })
const members = (...data: VocabularyMember[]) => done({ data })

function memberOf(change: Partial<VocabularyMember> = {}): VocabularyMember {
  return {
    userId: 'u1',
    name: 'Ержан',
    email: 'erzhan@example.kz',
    role: 'use',
    joinedAt: '2031-11-01T09:00:00Z',
    ...change,
  }
}

async function open(list: Answer | Answer[], answers: Answers = {}) {
  const opened = await openAccount(freeInfoOf(), {
    [LIST]: list,
    'GET /api/vocabulary': done({ data: [], total: 0, next: null }),
    ...answers,
  })
  return { ...opened, section: opened.region('Словарь').getByRole('region', { name: 'Общие словари' }) }
}

describe('shared vocabularies', () => {
  it('explain themselves in one sentence while there are none', async () => {
    const { section } = await open(lists())

    await expect.element(section.getByText(/^Один словарь на.команду/)).toBeVisible()
  })

  it('tell terms, members, owner and what one may do', async () => {
    const { section } = await open(
      lists(
        sharedOf({ members: 3 }),
        sharedOf({ id: '2', name: 'Моя команда', terms: 1 }),
        sharedOf({ id: '3', name: 'Клиника', role: 'edit', ownerName: 'Пётр Ким', terms: 5 }),
        sharedOf({ id: '4', name: 'Суд', role: 'use', ownerName: 'Ольга', terms: 22 }),
      ),
    )
    const rows = section.getByRole('listitem')

    await expect
      .poll(() => rows.elements().map(plainText))
      .toEqual([
        'Редакция42 термина · 3 участника',
        'Моя команда1 термин · пока только ты',
        'Клиникаможно применять и менять5 терминов · владелец Пётр Ким',
        'Судможно применять22 термина · владелец Ольга',
      ])
  })

  it('are created with a name and opened', async () => {
    const { screen, section, server } = await open([lists(), lists(sharedOf())], {
      [CREATE]: done({ vocabulary: sharedOf() }),
    })

    await section.getByRole('button', { name: 'Создать общий словарь' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Новый общий словарь' })
    await dialog.getByRole('button', { name: 'Создать' }).click()
    await expect.element(dialog.getByText('Поле должно быть заполнено')).toBeVisible()
    await dialog.getByLabelText('Название').fill(' Редакция ')
    await dialog.getByRole('button', { name: 'Создать' }).click()

    await expect.element(screen.getByRole('combobox', { name: 'Какой словарь' })).toHaveValue('Редакция')
    expect(server.requests).toContainEqual({ call: CREATE, body: { name: 'Редакция' } })
  })

  it('say so if they are too many', async () => {
    const { screen, section } = await open(lists(), { [CREATE]: refused(409, 'tooManyVocabularies') })
    await section.getByRole('button', { name: 'Создать общий словарь' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Название').fill('Редакция')

    await dialog.getByRole('button', { name: 'Создать' }).click()

    await expect.element(dialog.getByText(/Общих словарей уже слишком много/)).toBeVisible()
  })

  it('are renamed', async () => {
    const { screen, section, server } = await open([lists(sharedOf()), lists(sharedOf({ name: 'Отдел' }))], {
      [`PATCH ${ONE}`]: done({ vocabulary: sharedOf({ name: 'Отдел' }) }),
    })

    await section.getByRole('button', { name: 'Переименовать: Редакция' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Переименовать словарь' })
    await expect.element(dialog.getByLabelText('Название')).toHaveValue('Редакция')
    await dialog.getByLabelText('Название').fill('Отдел')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()

    await expect.element(section.getByText('Отдел', { exact: true })).toBeVisible()
    expect(server.requests).toContainEqual({ call: `PATCH ${ONE}`, body: { name: 'Отдел' } })
  })

  it('are deleted after a question', async () => {
    const { screen, section, server } = await open([lists(sharedOf()), lists()], { [`DELETE ${ONE}`]: done() })

    await section.getByRole('button', { name: 'Удалить: Редакция' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Удалить словарь?' })
    await expect.element(dialog.getByText(/исчезнет вместе с.терминами у.всех участников/)).toBeVisible()
    expect(server.calls()).not.toContain(`DELETE ${ONE}`)
    await dialog.getByRole('button', { name: 'Удалить' }).click()

    await expect.element(section.getByText(/^Один словарь на.команду/)).toBeVisible()
  })

  it('are left after a question if others own them, and nothing else can be done with them', async () => {
    const { screen, section, server } = await open([lists(sharedOf({ role: 'use' })), lists()], {
      [`POST ${ONE}/leave`]: done(),
    })
    await expect.element(section.getByRole('button', { name: /^Удалить|^Участники/ })).not.toBeInTheDocument()

    await section.getByRole('button', { name: 'Выйти: Редакция' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Выйти из словаря?' })
    await dialog.getByRole('button', { name: 'Выйти' }).click()

    await expect.element(section.getByText(/^Один словарь на.команду/)).toBeVisible()
    expect(server.calls()).toContain(`POST ${ONE}/leave`)
  })
})

describe('people of a shared vocabulary', () => {
  async function openPeople(list: Answer | Answer[], answers: Answers = {}) {
    const opened = await open(list, { [`GET ${ONE}/members`]: members(memberOf()), ...answers })
    await opened.section.getByRole('button', { name: /^Участники и.ссылка: Редакция$/ }).click()
    return { ...opened, dialog: opened.screen.getByRole('dialog', { name: 'Редакция' }) }
  }

  it('are invited by a link that is shown once and copied', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
    const { screen, dialog, server } = await openPeople([lists(sharedOf()), lists(sharedOf({ inviteRole: 'edit' }))], {
      [`POST ${ONE}/invite`]: done({ url: LINK }),
    })
    await expect.element(dialog.getByText(/войдёт любой, у.кого она есть/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Отозвать' })).not.toBeInTheDocument()

    await dialog.getByText('Применять и\u00a0менять').first().click()
    await dialog.getByRole('button', { name: 'Создать ссылку' }).click()
    await expect.element(dialog.getByRole('textbox', { name: 'Ссылка-приглашение' })).toHaveValue(LINK)
    await expect.element(dialog.getByText(/потом мы не.сможем её показать/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Копировать' }).click()

    await expect.element(screen.getByText('Ссылка скопирована')).toBeVisible()
    expect(copied).toEqual([LINK])
    expect(server.requests).toContainEqual({ call: `POST ${ONE}/invite`, body: { role: 'edit' } })
  })

  it('come no more once the link is revoked', async () => {
    const { dialog, server } = await openPeople([lists(sharedOf({ inviteRole: 'use' })), lists(sharedOf())], {
      [`DELETE ${ONE}/invite`]: done(),
    })
    await expect.element(dialog.getByText(/Ссылка действует: по.ней словарь можно применять\./)).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: 'Ссылка-приглашение' })).not.toBeInTheDocument()

    await dialog.getByRole('button', { name: 'Отозвать' }).click()

    await expect.element(dialog.getByRole('button', { name: 'Создать ссылку' })).toBeVisible()
    expect(server.calls()).toContain(`DELETE ${ONE}/invite`)
  })

  it('are listed with their roles, which the owner changes', async () => {
    const { screen, dialog, server } = await openPeople(lists(sharedOf({ members: 1 })), {
      [`GET ${ONE}/members`]: [members(memberOf()), members(memberOf({ role: 'edit' }))],
      [`PATCH ${ONE}/members/u1`]: done({ member: memberOf({ role: 'edit' }) }),
    })
    await expect.element(dialog.getByText('erzhan@example.kz')).toBeVisible()

    await dialog.getByRole('combobox', { name: 'Что можно участнику Ержан' }).click()
    await screen.getByRole('option', { name: /Применять и.менять/ }).click()

    await expect.element(screen.getByText('Права изменены')).toBeVisible()
    expect(server.requests).toContainEqual({ call: `PATCH ${ONE}/members/u1`, body: { role: 'edit' } })
  })

  it('are removed after a question', async () => {
    const { screen, dialog } = await openPeople(lists(sharedOf({ members: 1 })), {
      [`GET ${ONE}/members`]: [members(memberOf()), members()],
      [`DELETE ${ONE}/members/u1`]: done(),
    })

    await dialog.getByRole('button', { name: 'Исключить: Ержан' }).click()
    const question = screen.getByRole('dialog', { name: 'Исключить участника?' })
    await question.getByRole('button', { name: 'Исключить' }).click()

    await expect.element(dialog.getByText(/^Пока только ты/)).toBeVisible()
  })

  it('are asked for again if they cannot be loaded', async () => {
    const { dialog } = await openPeople(lists(sharedOf()), {
      [`GET ${ONE}/members`]: [refused(400, 'unexpected'), members(memberOf())],
    })
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Не удалось загрузить участников.')

    await dialog.getByRole('button', { name: 'Попробовать снова' }).click()

    await expect.element(dialog.getByText('Ержан', { exact: true })).toBeVisible()
  })

  it('fit a narrow screen', async () => {
    await page.viewport(390, 844)
    const { dialog } = await openPeople(lists(sharedOf({ inviteRole: 'use' })), {
      [`GET ${ONE}/members`]: members(memberOf({ name: 'Константин Константинопольский' })),
    })

    await expect.element(dialog.getByText(/Константинопольский/)).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(textOf(dialog)).toContain('Ссылка действует')
    await page.viewport(1280, 900)
  })
})
