import { describe, expect, it, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'

import { signInOnDesktop } from '#test/screen.ts'
import { openFile, said, SLOTS } from '#test/transcript.tsx'

const SCRIPT = [
  said('Ещё раз: мы договорились.', 0),
  said('О чём договорились?', 2, 1),
  said('Еще не о чем, начинаем.', 5),
]

signInOnDesktop(1280, 800)

const painted = (name: string) => [...(CSS.highlights.get(name) ?? [])].map(textOf)

function textOf({ startContainer, startOffset, endOffset }: AbstractRange): string {
  return startContainer.textContent?.slice(startOffset, endOffset) ?? ''
}

/** A key event as the Russian layout sends it. */
const press = (code: string, key: string, change: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true, ...change }),
  )

describe('keys', () => {
  it('control the player in any layout', async () => {
    const { screen, position } = await openFile({ script: SCRIPT })
    await expect.element(position).toBeVisible()

    press('KeyL', 'д')
    await expect.element(position).toHaveAttribute('aria-valuenow', '10')
    press('ArrowLeft', 'ArrowLeft')
    await expect.element(position).toHaveAttribute('aria-valuenow', '5')
    await userEvent.keyboard(' ')

    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
  })

  it('↑ and ↓ step through paragraphs and seek the player', async () => {
    const { screen, position } = await openFile({ script: SCRIPT })
    await expect.element(position).toBeVisible()

    press('ArrowDown', 'ArrowDown')
    await expect.element(screen.getByRole('button', { name: 'Слушать с 0:02' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(position).toHaveAttribute('aria-valuenow', '5')
    await userEvent.keyboard('{ArrowUp}')

    await expect.element(screen.getByRole('button', { name: 'Слушать с 0:02' })).toHaveFocus()
    await expect.element(position).toHaveAttribute('aria-valuenow', '2')
  })

  it('↓ skips hidden paragraphs', async () => {
    const { screen, position } = await openFile({ script: SCRIPT })
    await screen
      .getByRole('button', { name: /Спикер 1/ })
      .first()
      .click()

    press('ArrowDown', 'ArrowDown')

    await expect.element(position).toHaveAttribute('aria-valuenow', '5')
  })

  it('make the text a single tab stop', async () => {
    const { screen } = await openFile({ script: SCRIPT }, { editing: SLOTS })
    await expect.element(screen.getByText('О чём договорились?')).toBeVisible()
    const stops = () =>
      [...document.querySelectorAll('[data-paragraph] button')].map((button) => Number(button.getAttribute('tabindex')))

    expect(stops()).toEqual([0, 0, 0, -1, -1, -1, -1, -1, -1])
    press('ArrowDown', 'ArrowDown')

    await vi.waitFor(() => expect(stops()).toEqual([-1, -1, -1, 0, 0, 0, -1, -1, -1]))
    await screen
      .getByRole('button', { name: /Спикер 1/ })
      .first()
      .click()
    expect(stops()).toEqual([0, 0, 0, -1, -1, -1, -1, -1, -1])
  })

  it('are listed by «?», and single-character ones can be switched off for good', async () => {
    const { screen, position } = await openFile({ script: SCRIPT })
    await expect.element(position).toBeVisible()

    press('Slash', ',', { shiftKey: true })
    await expect.element(screen.getByRole('dialog', { name: 'Горячие клавиши' })).toBeVisible()
    await expect.element(screen.getByText('Предыдущий или следующий абзац')).toBeVisible()
    await screen.getByRole('checkbox', { name: 'Клавиши-буквы' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()

    press('KeyL', 'l')
    press('Slash', '/')
    press('ArrowRight', 'ArrowRight')

    await expect.element(position).toHaveAttribute('aria-valuenow', '5')
    expect(document.activeElement?.tagName).not.toBe('INPUT')
    expect(localStorage.getItem('readerLetterKeys')).toBe('off')
  })

  it('ignore keys typed into a field', async () => {
    const { screen, position } = await openFile({ script: SCRIPT })

    await screen.getByRole('textbox', { name: 'Найти в тексте' }).click()
    await userEvent.keyboard('l ')

    await expect.element(screen.getByRole('textbox', { name: 'Найти в тексте' })).toHaveValue('l ')
    await expect.element(position).toHaveAttribute('aria-valuenow', '0')
    await expect.element(screen.getByRole('button', { name: 'Слушать', exact: true })).toBeVisible()
  })
})

describe('the size of the text', () => {
  const sizeOf = (text: string) => getComputedStyle(page.getByText(text).element()).fontSize

  it('is chosen by keyboard and remembered in this browser', async () => {
    const { screen } = await openFile({ script: SCRIPT })
    await expect.element(screen.getByText('О чём договорились?')).toBeVisible()
    expect(sizeOf('О чём договорились?')).toBe('17px')

    ;(screen.getByRole('button', { name: 'Размер текста' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menuitemradio', { name: 'Обычный' })).toHaveAttribute('aria-checked', 'true')
    await vi.waitFor(() =>
      expect(screen.getByRole('menu').element()).toContainElement(document.activeElement as HTMLElement),
    )
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    await vi.waitFor(() => expect(sizeOf('О чём договорились?')).toBe('22px'))
    await cleanup()
    await openFile({ script: SCRIPT })

    await expect.element(page.getByText('О чём договорились?')).toBeVisible()
    expect(sizeOf('О чём договорились?')).toBe('22px')
  })
})

describe('finding in the text', () => {
  it('opens by «/», highlights every match, and steps by Enter and Shift+Enter', async () => {
    const { screen } = await openFile({ script: SCRIPT })
    await expect.element(screen.getByText('О чём договорились?')).toBeVisible()

    press('Slash', '.')
    await userEvent.keyboard('ДОГОВОР')
    await expect.element(screen.getByText('1/2')).toBeVisible()
    await vi.waitFor(() => expect(painted('found')).toEqual(['договор', 'договор']))
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('2/2')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('1/2')).toBeVisible()
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')

    await expect.element(screen.getByText('2/2')).toBeVisible()
    await expect.element(screen.getByText('Совпадение 2 из 2')).toBeInTheDocument()
  })

  it('treats ё and е as one letter', async () => {
    const { screen } = await openFile({ script: SCRIPT })

    await screen.getByRole('textbox', { name: 'Найти в тексте' }).fill('еще')

    await expect.element(screen.getByText('1/2')).toBeVisible()
    await vi.waitFor(() => expect(painted('found')).toEqual(['Ещё', 'Еще']))
  })

  it('says when there are no matches, and Escape removes the highlights', async () => {
    const { screen } = await openFile({ script: SCRIPT })
    const field = screen.getByRole('textbox', { name: 'Найти в тексте' })

    await field.fill('телефон')
    await expect.element(screen.getByText('Не нашлось').first()).toBeVisible()
    await field.fill('начин')
    await expect.element(screen.getByText('1/1')).toBeVisible()
    await userEvent.keyboard('{Escape}')

    await expect.element(field).toHaveValue('')
    await vi.waitFor(() => expect(painted('found')).toEqual([]))
  })

  it('searches only the selected speaker', async () => {
    const { screen } = await openFile({ script: SCRIPT })

    await screen.getByRole('textbox', { name: 'Найти в тексте' }).fill('договорились')
    await expect.element(screen.getByText('1/2')).toBeVisible()
    await screen
      .getByRole('button', { name: /Спикер 2/ })
      .first()
      .click()

    await expect.element(screen.getByText('1/1')).toBeVisible()
  })
})

describe('selected words', () => {
  /** Selects from a word of the second paragraph to the end of the third. */
  function select(from = 2) {
    const [, second, third] = [...document.querySelectorAll('[data-text]')].map(({ firstChild }) => firstChild)
    if (second && third) getSelection()?.setBaseAndExtent(second, from, third, 9)
  }

  it('are quoted as whole words, with who said them and when', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen } = await openFile({ script: SCRIPT })
    await expect.element(screen.getByText('О чём договорились?')).toBeVisible()

    select(4)
    await screen.getByRole('button', { name: 'Цитата' }).click()

    expect(writeText).toHaveBeenCalledExactlyOnceWith(
      '«чём договорились?»\u00a0— Спикер 2, 0:02\n«Еще не о»\u00a0— Спикер 1, 0:05',
    )
  })

  it('are copied without initials, times and buttons', async () => {
    const { screen } = await openFile({ script: SCRIPT }, { editing: SLOTS })
    await expect.element(screen.getByText('О чём договорились?')).toBeVisible()
    const copied: string[] = []
    const listen = (event: ClipboardEvent) => copied.push(event.clipboardData?.getData('text/plain') ?? '')
    addEventListener('copy', listen)

    select()
    await userEvent.keyboard('{Control>}c{/Control}')
    const [, text] = [...document.querySelectorAll('[data-text]')].map(({ firstChild }) => firstChild)
    if (text) getSelection()?.setBaseAndExtent(text, 2, text, 5)
    await userEvent.keyboard('{Control>}c{/Control}')
    getSelection()?.selectAllChildren(document.body)
    await userEvent.keyboard('{Control>}c{/Control}')
    removeEventListener('copy', listen)

    expect(copied).toEqual([
      'Спикер 2: чём договорились?\n\nСпикер 1: Еще не о',
      'чём',
      'Спикер 1: Ещё раз: мы договорились.\n\nСпикер 2: О чём договорились?\n\nСпикер 1: Еще не о чем, начинаем.',
    ])
  })

  it('give a link to their moment, to a tenth of a second', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen } = await openFile({ script: SCRIPT })
    await expect.element(screen.getByText('О чём договорились?')).toBeVisible()

    select()
    await screen.getByRole('button', { name: 'Ссылка на момент' }).click()

    expect(writeText).toHaveBeenCalledExactlyOnceWith(`${location.origin}${location.pathname}?t=2.5`)
  })

  it('give a link to all of them', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen } = await openFile({ script: SCRIPT })
    await expect.element(screen.getByText('О чём договорились?')).toBeVisible()

    select()
    await screen.getByRole('button', { name: 'Ссылка на фрагмент' }).click()

    expect(writeText).toHaveBeenCalledExactlyOnceWith(`${location.origin}${location.pathname}?t=2.5-6.4`)
  })

  it('are the ones that their link opens, though it is rounded', async () => {
    const script = [said('До завтра.', 0), said('До завтра, Анна.', 2.64, 1)]

    await openFile({ script }, { startAt: 2.6 })

    await vi.waitFor(() => expect(painted('spoken-word')).toEqual(['До']))
    expect(document.querySelector('[data-paragraph][aria-current]')).toHaveAttribute('data-paragraph', '1')
  })

  it('are played from their first word', async () => {
    const { screen, position } = await openFile({ script: SCRIPT })
    await expect.element(screen.getByText('О чём договорились?')).toBeVisible()

    select(6)
    await screen
      .getByRole('group', { name: 'Действия с выделенным текстом' })
      .getByRole('button', { name: 'Слушать' })
      .click()

    await expect.element(screen.getByRole('button', { name: 'Пауза' })).toBeVisible()
    await expect.element(position).toHaveAttribute('aria-valuenow', expect.stringMatching(/[3-9]/))
  })

  it('hide the bar when the selection is cleared', async () => {
    const { screen } = await openFile({ script: SCRIPT })
    await expect.element(screen.getByText('О чём договорились?')).toBeVisible()
    select()
    await expect.element(screen.getByRole('button', { name: 'Цитата' })).toBeVisible()

    getSelection()?.removeAllRanges()

    await expect.element(screen.getByRole('button', { name: 'Цитата' })).not.toBeInTheDocument()
  })
})
