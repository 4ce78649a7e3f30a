import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { signInOnDesktop } from '#test/screen.ts'
import { openFile, said, SLOTS, stubServer } from '#test/transcript.tsx'

const SCRIPT = [said('Э-э мы мы едем в лес.', 0), said('М-м.', 4, 1), said('Потом домой.', 5)]

signInOnDesktop(1280, 800)

async function openTalk(change: Parameters<typeof openFile>[0] = {}, options: Parameters<typeof openFile>[1] = {}) {
  stubServer({ 'GET /recent-names': { body: { names: [] } } })
  return openFile({ script: SCRIPT, ...change }, options)
}

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-text]')]
    .filter((text) => text.checkVisibility())
    .map(({ textContent }) => textContent)
const names = () =>
  [...document.querySelectorAll<HTMLElement>('[data-paragraph]:not([hidden])')].filter((one) => 'lead' in one.dataset)

describe('the clean view', () => {
  it('hides what is not worth reading, also whole paragraphs and the names that go with them', async () => {
    const { screen } = await openTalk({ canEdit: false })
    const choice = screen.getByRole('button', { name: 'Без мусора' })
    expect(shown()).toHaveLength(3)

    await choice.click()

    await expect.poll(shown).toEqual(['Мы едем в\u00a0лес.', 'Потом домой.'])
    expect(names()).toHaveLength(1)
    await expect.element(choice).toHaveAttribute('aria-pressed', 'true')
    await screen.getByRole('button', { name: 'Показать дословно' }).click()
    await expect.poll(shown).toEqual(SCRIPT.map(({ text }) => text))
  })

  it('is remembered in this browser', async () => {
    const { screen } = await openTalk()
    await screen.getByRole('button', { name: 'Без мусора' }).click()
    await screen.unmount()

    await openTalk()

    await expect.poll(shown).toEqual(['Мы едем в\u00a0лес.', 'Потом домой.'])
  })

  it('seeks to the time of the word that it keeps', async () => {
    const { screen, position } = await openTalk()
    await screen.getByRole('button', { name: 'Без мусора' }).click()

    await screen.getByText('Потом домой.').click({ position: { x: 4, y: 12 } })

    await expect.element(position).toHaveAttribute('aria-valuenow', '5')
  })

  it('opens the same word of the verbatim text on a double click', async () => {
    const onEdit = vi.fn<EditingSlots['onEdit']>()
    const { screen } = await openTalk({}, { editing: { ...SLOTS, onEdit } })
    await screen.getByRole('button', { name: 'Без мусора' }).click()
    await expect.poll(shown).toHaveLength(2)

    await screen.getByText(/^Мы едем/).dblClick({ position: { x: 4, y: 12 } })

    expect(onEdit.mock.calls).toEqual([[0, { from: 7, to: 9 }]])
    await expect.poll(shown).toEqual(SCRIPT.map(({ text }) => text))
  })

  it('gives way to every word while a paragraph is open', async () => {
    localStorage.setItem('textView', 'clean')

    await openTalk({}, { editing: { ...SLOTS, openParagraph: 0, field: <textarea aria-label="field" /> } })

    await expect.poll(shown).toEqual(['М-м.', 'Потом домой.'])
  })

  it('is what is copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen } = await openTalk()
    await screen.getByRole('button', { name: 'Без мусора' }).click()

    await screen.getByRole('button', { name: 'Ещё действия' }).click()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Скопировать текст' }))

    expect(write.mock.calls[0]?.[0].replaceAll('\u00a0', ' ')).toBe('Спикер 1\nМы едем в лес.\n\nПотом домой.')
  })

  it('is not offered in a language without rules', async () => {
    localStorage.setItem('textView', 'clean')
    const { screen } = await openTalk({ language: 'uk' })

    await expect.poll(shown).toEqual(SCRIPT.map(({ text }) => text))
    await expect.element(screen.getByRole('button', { name: 'Без мусора' })).not.toBeInTheDocument()
  })
})
