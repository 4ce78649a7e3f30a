import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'

import { ConfirmDialog } from './confirm-dialog.tsx'
import { Kit } from './kit.tsx'

type Handler = () => Promise<void>
type Texts = { subtitle?: string; text?: string; onCancel?: Handler }

async function open(onConfirm: Handler, texts: Texts = {}) {
  const onClose = vi.fn<() => void>()
  const screen = await render(<ConfirmDialog opened onClose={onClose} onConfirm={onConfirm} {...texts} />, {
    wrapper: Kit,
  })
  const button = (name: string) => screen.getByRole('button', { name })
  await expect.element(button('Сохранить')).toBeVisible()
  return { screen, onClose, button }
}

describe('a confirm dialog', () => {
  it('says «Ты уверен?», «Сохранить» and «Отмена» by default [APP-8]', async () => {
    const { screen, button } = await open(() => Promise.resolve())

    await expect.element(screen.getByRole('dialog', { name: 'Ты уверен?' })).toBeVisible()
    await expect.element(button('Сохранить')).toBeVisible()
    await expect.element(button('Отмена')).toBeVisible()
    expect(screen.getByRole('paragraph').elements()).toEqual([])
  })

  it('may have a subtitle and a text [APP-8]', async () => {
    const { screen } = await open(() => Promise.resolve(), { subtitle: 'Файл «Встреча»', text: 'Вернуть не получится' })

    await expect.element(screen.getByText('Файл «Встреча»')).toBeVisible()
    await expect.element(screen.getByText('Вернуть не получится')).toBeVisible()
  })

  it('is confirmed by Enter and closes after its handler resolves [APP-8]', async () => {
    const work = Promise.withResolvers<void>()
    const onConfirm = vi.fn<Handler>(() => work.promise)
    const { onClose, button } = await open(onConfirm)

    await expect.element(button('Сохранить')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(onConfirm).toHaveBeenCalledOnce())
    expect(onClose).not.toHaveBeenCalled()
    work.resolve()

    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it('is confirmed by Enter after a click on its text, once [APP-8]', async () => {
    const work = Promise.withResolvers<void>()
    const onConfirm = vi.fn<Handler>(() => work.promise)
    const { screen, onClose } = await open(onConfirm, { text: 'Вернуть не получится' })

    await screen.getByText('Вернуть не получится').click()
    await userEvent.keyboard('{Enter}{Enter}')
    work.resolve()

    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('is cancelled by Enter on its cancel button [APP-8]', async () => {
    const onConfirm = vi.fn<Handler>(() => Promise.resolve())
    const { onClose, button } = await open(onConfirm)
    await expect.element(button('Сохранить')).toHaveFocus()

    button('Отмена').element().focus()
    await userEvent.keyboard('{Enter}')

    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('closes on cancel by default [APP-8]', async () => {
    const onConfirm = vi.fn<Handler>(() => Promise.resolve())
    const { onClose, button } = await open(onConfirm)

    await button('Отмена').click()

    expect(onClose).toHaveBeenCalledOnce()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('closes on cancel after its cancel handler, if there is one [APP-8]', async () => {
    const work = Promise.withResolvers<void>()
    const onCancel = vi.fn<Handler>(() => work.promise)
    const onConfirm = vi.fn<Handler>(() => Promise.resolve())
    const { onClose, button } = await open(onConfirm, { onCancel })

    await button('Отмена').click()
    expect(onCancel).toHaveBeenCalledOnce()
    expect(onClose).not.toHaveBeenCalled()
    await expect.element(button('Сохранить')).toBeDisabled()
    work.resolve()

    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('stays open when its cancel handler fails [APP-9]', async () => {
    const { screen, onClose, button } = await open(() => Promise.resolve(), {
      onCancel: () => Promise.reject(new Error()),
    })

    await button('Отмена').click()

    await expect.element(screen.getByRole('alert')).toHaveTextContent('Не получилось. Попробуй ещё раз.')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('disables the confirmation while its handler runs, and stays open when it fails [APP-9]', async () => {
    const work = Promise.withResolvers<void>()
    const { screen, onClose, button } = await open(() => work.promise)

    await button('Сохранить').click()
    await expect.element(button('Сохранить')).toBeDisabled()
    work.reject(new Error('no'))

    await expect.element(screen.getByRole('alert')).toHaveTextContent('Не получилось. Попробуй ещё раз.')
    await expect.element(button('Сохранить')).toBeEnabled()
    expect(onClose).not.toHaveBeenCalled()
  })
})
