import type { Operation } from '@doslovno/domain/editing/operations.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { talk } from '#test/editing-server.ts'
import { openTabs, saves } from '#test/editor-tabs.ts'

import type { Editor } from './editor.ts'

const TALK = talk('Добрый день.', 'Меня зовут Мымрин.', 'Мы говорим о лесе.', 'Мымрину это нравится.')

const edit = (at: number, text: string): Operation => ({ kind: 'editText', at, count: 1, text })
const seen = (editor: Editor) => editor.getState().transcript.segments.map(({ text }) => text)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Edits a paragraph, autosaving after every text. */
async function type(editor: Editor, at: number, ...drafts: string[]) {
  editor.open({ at, count: 1 })
  for (const draft of drafts) {
    editor.write(draft)
    await vi.advanceTimersByTimeAsync(1000)
  }
  editor.close()
  await saves(editor)
}

async function reload({ openTab, closeTab }: ReturnType<typeof openTabs>) {
  closeTab()
  const next = openTab()
  await next.editor.recall()
  return next
}

it('a new tab undoes the steps of the last visit, however often each was saved, and redoes them', async () => {
  const tabs = openTabs(TALK)
  await type(tabs.editor, 0, 'Добрый', 'Добрый вечер.')
  await type(tabs.editor, 2, 'Мы говорим', 'Мы говорим о море.')
  const edited = tabs.server.transcript

  const { editor } = await reload(tabs)
  expect(editor.getState()).toMatchObject({ canUndo: true, canRedo: false })
  expect(editor.undo()).toBe(2)
  expect(seen(editor)[2]).toBe('Мы говорим о лесе.')
  editor.undo()
  await saves(editor)
  expect(tabs.server.transcript).toEqual(TALK)

  editor.redo()
  editor.redo()
  await saves(editor)
  expect(tabs.server.transcript).toEqual(edited)
})

it('what was undone before a reload can be redone after it', async () => {
  const tabs = openTabs(TALK)
  await type(tabs.editor, 0, 'Раз.')
  await type(tabs.editor, 0, 'Два.')
  tabs.editor.undo()
  await saves(tabs.editor)

  const { editor } = await reload(tabs)

  expect(editor.getState()).toMatchObject({ canUndo: true, canRedo: true })
  editor.redo()
  expect(seen(editor)[0]).toBe('Два.')
  editor.undo()
  editor.undo()
  expect(seen(editor)[0]).toBe('Добрый день.')
})

it('steps of this tab are undone first, then those of the last visit', async () => {
  const tabs = openTabs(TALK)
  await type(tabs.editor, 0, 'Раз.')
  tabs.closeTab()
  const { editor } = tabs.openTab()
  await type(editor, 1, 'Два.')

  editor.undo()
  await saves(editor)
  await vi.waitFor(() => expect(editor.getState().canUndo).toBe(true))
  editor.undo()

  await saves(editor)
  expect(tabs.server.transcript).toEqual(TALK)
})

it('undoing what another tab has changed since leaves its text alone', async () => {
  const tabs = openTabs(TALK)
  await type(tabs.editor, 0, 'Раз.')
  const { editor } = await reload(tabs)
  tabs.server.change(edit(0, 'Совсем другое.'), edit(3, 'Три.'))
  editor.catchUp()
  await vi.waitFor(() => expect(seen(editor)[0]).toBe('Совсем другое.'))

  editor.undo()

  await vi.advanceTimersByTimeAsync(1000)
  expect(tabs.server.texts()[0]).toBe('Совсем другое.')
  expect(tabs.server.texts()[3]).toBe('Три.')
})

it('an undo in one tab reaches another one, which can still undo its own', async () => {
  const tabs = openTabs(TALK)
  await type(tabs.editor, 0, 'Раз.')
  const other = tabs.openTab()
  await other.editor.recall()
  await type(tabs.editor, 2, 'Три.')

  other.editor.undo()
  await saves(other.editor)
  tabs.editor.catchUp()
  await vi.waitFor(() => expect(seen(tabs.editor)[0]).toBe('Добрый день.'))
  tabs.editor.undo()

  await saves(tabs.editor)
  expect(tabs.server.transcript).toEqual(TALK)
})

it('is offered until it is known that there is nothing to undo, also after a lost connection', async () => {
  const tabs = openTabs(TALK)
  await type(tabs.editor, 0, 'Раз.')
  tabs.server.isDown = true
  const { editor } = await reload(tabs)
  expect(editor.getState().canUndo).toBe(true)
  expect(editor.undo()).toBeUndefined()

  tabs.server.isDown = false
  await editor.recall()
  editor.undo()

  await saves(editor)
  expect(tabs.server.transcript).toEqual(TALK)
  await vi.waitFor(() => expect(editor.getState()).toMatchObject({ canUndo: false, canRedo: true }))
})

it('returns to the version before the last edit as a step that can be undone', async () => {
  const tabs = openTabs(TALK)
  await type(tabs.editor, 0, 'Раз.')
  const before = tabs.server.transcript
  await type(tabs.editor, 1, 'Два.')
  const edited = tabs.server.transcript
  tabs.editor.returnTo(before)
  await saves(tabs.editor)

  const { editor } = await reload(tabs)
  editor.undo()

  await saves(editor)
  expect(tabs.server.transcript).toEqual(edited)
})

it('returns to a version as one step that can be undone', async () => {
  const tabs = openTabs(TALK)
  await type(tabs.editor, 0, 'Раз.')
  await type(tabs.editor, 1, 'Два.')
  const edited = tabs.server.transcript

  expect(tabs.editor.returnTo(TALK)).toBe(true)
  await saves(tabs.editor)
  expect(tabs.server.transcript).toEqual(TALK)
  expect(tabs.editor.returnTo(TALK)).toBe(false)

  const { editor } = await reload(tabs)
  editor.undo()
  await saves(editor)
  expect(tabs.server.transcript).toEqual(edited)
})
