import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { pressAsSafari } from '#test/safari.ts'
import { signInOnDesktop } from '#test/screen.ts'
import { openFile, said, SLOTS, stubServer } from '#test/transcript.tsx'

/** The first speaks longest and says a name. */
const SCRIPT = [said('Меня зовут Анна, я веду эту встречу.', 0), said('Это Москва?', 5, 1), said('Да.', 8, 2)]

signInOnDesktop(1280, 800)

async function openTalk(change: Parameters<typeof openFile>[0] = {}) {
  stubServer({ 'GET /recent-names': { body: { names: ['Пётр Ильич', 'Иван Белов'] } } })
  const onNameSpeaker = vi.fn<EditingSlots['onNameSpeaker']>()
  const onMergeSpeakers = vi.fn<EditingSlots['onMergeSpeakers']>()
  const { screen } = await openFile(
    { script: SCRIPT, speakers: 3, ...change },
    { editing: { ...SLOTS, onNameSpeaker, onMergeSpeakers } },
  )
  const panel = screen.getByRole('dialog', { name: 'Назови голоса' })
  const offer = screen.getByRole('region', { name: 'Голоса без имён' })
  return { screen, panel, offer, onNameSpeaker, onMergeSpeakers }
}

describe('the panel of voices', () => {
  it('suggests the name heard in the talk, then goes on to the next card', async () => {
    const { screen, panel, onNameSpeaker } = await openTalk()
    await userEvent.keyboard('n')
    await expect.element(panel.getByRole('textbox', { name: 'Имя голоса: Спикер 1' })).toHaveFocus()

    await panel.getByRole('button', { name: 'Назвать Анной?' }).click()

    expect(onNameSpeaker.mock.calls).toEqual([[0, 'Анна']])
    await expect.element(panel.getByRole('textbox', { name: 'Имя голоса: Спикер 2' })).toHaveFocus()
    await panel.getByRole('button', { name: 'Иван Белов' }).click()
    expect(onNameSpeaker.mock.calls.at(-1)).toEqual([1, 'Иван Белов'])
    await screen.getByRole('button', { name: 'Готово' }).click()
    await expect.element(screen.getByRole('button', { name: 'Назвать голоса' })).toHaveFocus()
  })

  it('begins at the first voice without a name, and keeps what is typed when the focus leaves', async () => {
    const { panel, onNameSpeaker } = await openTalk({ speakerNames: [{ speakerId: 0, name: 'Анна' }] })
    await userEvent.keyboard('n')
    await expect.element(panel.getByRole('textbox', { name: 'Имя голоса: Спикер 2' })).toHaveFocus()

    await userEvent.keyboard('Вера')
    await panel.getByRole('textbox', { name: 'Имя голоса: Спикер 3' }).click()

    expect(onNameSpeaker.mock.calls).toEqual([[1, 'Вера']])
  })

  it('takes a suggestion in Safari, where the pressed button takes the focus away: what was typed is no name', async () => {
    const { panel, onNameSpeaker } = await openTalk()
    pressAsSafari()
    await userEvent.keyboard('n')
    await expect.element(panel.getByRole('textbox', { name: 'Имя голоса: Спикер 1' })).toHaveFocus()
    await userEvent.keyboard('И')

    await panel.getByRole('button', { name: 'Иван Белов' }).click()

    expect(onNameSpeaker.mock.calls).toEqual([[0, 'Иван Белов']])
  })

  it('says that a voice is the same as another', async () => {
    const { screen, panel, onMergeSpeakers } = await openTalk()
    await userEvent.keyboard('n')

    await panel.getByRole('button', { name: 'Это тот же, что… Спикер 3' }).click()
    await screen.getByRole('menuitem', { name: 'Спикер 2' }).click()

    expect(onMergeSpeakers.mock.calls).toEqual([[2, 1]])
    await expect.element(panel.getByRole('textbox', { name: 'Имя голоса: Спикер 2' })).toHaveFocus()
  })
})

describe('the offer to name voices', () => {
  it('is made once', async () => {
    const first = await openTalk()
    await expect.element(first.offer.getByText(/^3.голоса без.имён/)).toBeVisible()
    await first.offer.getByRole('button', { name: 'Не нужно' }).click()
    await expect.element(first.offer).not.toBeInTheDocument()
    await first.screen.unmount()

    const again = await openTalk()

    await expect.element(again.screen.getByRole('button', { name: 'Назвать голоса' })).toBeVisible()
    await expect.element(again.offer).not.toBeInTheDocument()
  })

  it('is not made for fewer than two voices without a name, nor to readers', async () => {
    const named = [0, 1].map((speakerId) => ({ speakerId, name: `Имя ${speakerId}` }))
    const one = await openTalk({ speakerNames: named })
    await expect.element(one.screen.getByRole('button', { name: 'Назвать голоса' })).toBeVisible()
    await expect.element(one.offer).not.toBeInTheDocument()
    await one.screen.unmount()

    const { screen } = await openFile({ script: SCRIPT, canEdit: false })
    await expect.element(screen.getByText('Спикер 1').first()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Назвать голоса' })).not.toBeInTheDocument()
  })
})
