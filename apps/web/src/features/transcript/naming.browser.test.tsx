import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { signInOnDesktop } from '#test/screen.ts'
import { openFile, said, SLOTS, stubServer } from '#test/transcript.tsx'

const SCRIPT = [said('Добрый день.', 0), said('Это Москва?', 2, 1), said('Меня зовут Анна.', 5)]
const RECENT = { 'GET /recent-names': { body: { names: ['Пётр Ильич', 'Анна', 'Иван Белов'] } } }

signInOnDesktop(1280, 800)

async function openTalk(change: Parameters<typeof openFile>[0] = {}) {
  const server = stubServer(RECENT)
  const onNameSpeaker = vi.fn<EditingSlots['onNameSpeaker']>()
  const editing = { ...SLOTS, onNameSpeaker }
  const { screen, position } = await openFile({ script: SCRIPT, ...change }, { editing })
  return { screen, position, server, onNameSpeaker }
}

const offers = (screen: Awaited<ReturnType<typeof openTalk>>['screen']) =>
  screen.getByRole('region', { name: 'Имена из разговора' })

async function openName(screen: Awaited<ReturnType<typeof openTalk>>['screen'], name: string) {
  await screen.getByRole('button', { name, exact: true }).first().click()
  return screen.getByRole('dialog', { name: 'Переименовать спикера' })
}

describe('a name heard in the talk', () => {
  it('is offered above the text with its quote, and accepted by one press', async () => {
    const { screen, onNameSpeaker } = await openTalk()

    await expect.element(offers(screen).getByText('Меня зовут Анна.')).toBeVisible()
    await offers(screen).getByRole('button', { name: 'Назвать Анной?' }).click()

    expect(onNameSpeaker.mock.calls).toEqual([[0, 'Анна']])
    await expect.element(screen.getByText('Теперь это Анна')).toHaveFocus()
  })

  it('is played from where it is said', async () => {
    const { screen, position } = await openTalk()

    await offers(screen)
      .getByRole('button', { name: /^Послушать/ })
      .click()

    await vi.waitFor(() => expect(Number(position.element().getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(4))
    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
  })

  it('fits a phone', async () => {
    await page.viewport(390, 844)
    const { screen } = await openTalk()

    await expect.element(offers(screen).getByRole('button', { name: 'Назвать Анной?' })).toBeVisible()

    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it('is offered no more once dismissed, nor when the page is opened again', async () => {
    const { screen } = await openTalk()

    await offers(screen).getByRole('button', { name: 'Не нужно' }).click()
    await expect.element(screen.getByText('Больше не предложим')).toHaveFocus()
    await expect.element(offers(screen).getByText('Меня зовут Анна.')).not.toBeInTheDocument()
    await screen.unmount()
    const again = await openTalk()

    await expect.element(again.screen.getByRole('region', { name: 'Расшифровка' })).toBeVisible()
    await expect.element(offers(again.screen)).not.toBeInTheDocument()
  })

  it('is offered in the form of its speaker, and of nobody else', async () => {
    const { screen, onNameSpeaker } = await openTalk()

    const other = await openName(screen, 'Спикер 2')
    await expect.element(other).toBeVisible()
    await expect.element(other.getByRole('button', { name: 'Назвать Анной?' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await (await openName(screen, 'Спикер 1')).getByRole('button', { name: 'Назвать Анной?' }).click()

    expect(onNameSpeaker.mock.calls).toEqual([[0, 'Анна']])
  })

  it('is not offered for a speaker with a name, in another language, or to readers', async () => {
    const named = await openTalk({ speakerNames: [{ speakerId: 0, name: 'Вера' }] })
    await expect.element(named.screen.getByText('Вера').first()).toBeVisible()
    await expect.element(offers(named.screen)).not.toBeInTheDocument()
    await named.screen.unmount()

    const foreign = await openTalk({ language: 'uk' })
    await expect.element(foreign.screen.getByText('Спикер 1').first()).toBeVisible()
    await expect.element(offers(foreign.screen)).not.toBeInTheDocument()
    await foreign.screen.unmount()

    const { screen } = await openFile({ script: SCRIPT, canEdit: false })
    await expect.element(screen.getByText('Спикер 1').first()).toBeVisible()
    await expect.element(offers(screen)).not.toBeInTheDocument()
  })
})

describe('names of recent files', () => {
  const recent = (dialog: Awaited<ReturnType<typeof openName>>) =>
    dialog.getByRole('group', { name: 'Недавние имена' }).getByRole('button')

  it('are offered in the form of a name, and chosen by one press', async () => {
    const { screen, onNameSpeaker } = await openTalk()
    const dialog = await openName(screen, 'Спикер 2')

    await expect
      .poll(() =>
        recent(dialog)
          .all()
          .map((name) => name.element().textContent),
      )
      .toEqual(['Пётр Ильич', 'Анна', 'Иван Белов'])
    await dialog.getByRole('button', { name: 'Иван Белов' }).click()

    expect(onNameSpeaker.mock.calls).toEqual([[1, 'Иван Белов']])
    await expect.element(screen.getByRole('button', { name: 'Спикер 2', exact: true }).first()).toHaveFocus()
  })

  it('are chosen by keyboard', async () => {
    const { screen, onNameSpeaker } = await openTalk()
    const dialog = await openName(screen, 'Спикер 2')
    await expect.element(dialog.getByRole('button', { name: 'Пётр Ильич' })).toBeVisible()

    await userEvent.keyboard('{Tab}{Tab}{Enter}')

    expect(onNameSpeaker.mock.calls).toEqual([[1, 'Анна']])
  })

  it('are narrowed by what is typed, and leave out names that speakers have here', async () => {
    const { screen } = await openTalk({ speakerNames: [{ speakerId: 0, name: 'Анна' }] })
    const dialog = await openName(screen, 'Спикер 2')
    const names = () =>
      recent(dialog)
        .all()
        .map((name) => name.element().textContent)

    await expect.poll(names).toEqual(['Пётр Ильич', 'Иван Белов'])
    await dialog.getByRole('textbox', { name: 'Имя спикера' }).fill('бел')

    await expect.poll(names).toEqual(['Иван Белов'])
  })
})

describe('the form of a name', () => {
  const tall = { ...SLOTS, voicePanel: () => <div style={{ height: 900 }} /> }
  const form = () => page.getByRole('dialog', { name: 'Переименовать спикера' })
  const paragraphs = Array.from({ length: 8 }, (_, index) => said('Меня слышно?', index, index % 2))

  it.each([
    ['a desktop', 1440, 900],
    ['a low window', 1280, 640],
  ])('stays inside %s however much is in it, and scrolls', async (_name, width, height) => {
    await page.viewport(width, height)
    stubServer(RECENT)
    const { screen } = await openFile({ script: paragraphs }, { editing: tall })

    for (const name of [0, 2, 3]) {
      await screen.getByRole('button', { name: 'Спикер 1', exact: true }).nth(name).click()
      await expect.element(form()).toBeVisible()
      await vi.waitFor(() => expect(form().element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0))
      const box = form().element()
      await vi.waitFor(() => expect(box.getBoundingClientRect().bottom).toBeLessThanOrEqual(height))
      expect(box.scrollHeight).toBeGreaterThan(box.clientHeight)
      await userEvent.keyboard('{Escape}')
      await expect.element(form()).not.toBeInTheDocument()
    }
  })

  it.each([
    ['a phone', 390, 844],
    ['a phone on its side', 844, 390],
  ])('is a sheet at the foot of %s, and gives the focus back', async (_name, width, height) => {
    await page.viewport(width, height)
    stubServer(RECENT)
    const { screen } = await openFile({ script: paragraphs }, { editing: tall })
    const name = screen.getByRole('button', { name: 'Спикер 1', exact: true }).first()

    await name.click()
    await expect.element(screen.getByRole('textbox', { name: 'Имя спикера' })).toHaveFocus()
    const box = form().element().getBoundingClientRect()
    expect(box.bottom).toBe(height)
    expect(box.height).toBeLessThanOrEqual(height * 0.85 + 1)
    expect(box.width).toBe(Math.min(width, 480))
    await userEvent.keyboard('{Escape}')

    await expect.element(form()).not.toBeInTheDocument()
    await expect.element(name).toHaveFocus()
  })
})
