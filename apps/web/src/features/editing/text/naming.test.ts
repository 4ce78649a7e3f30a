import type { Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { describe, expect, it, vi } from 'vitest'

import { fakeConnection } from '#test/connection.ts'
import { talk } from '#test/editing-server.ts'
import { openTabs, saves } from '#test/editor-tabs.ts'

import type { Editor } from './editor.ts'

const TALK = talk('Добрый день.', 'Меня зовут Мымрин.', 'Мы говорим о лесе.')

const name = (speakerId: number, given: string): Operation => ({
  kind: 'nameSpeaker',
  speaker: { speakerId, name: given },
})
const namesIn = ({ speakers }: Transcript) => Object.fromEntries(speakers.map((one) => [one.speakerId, one.name]))
const names = (editor: Editor) => namesIn(editor.getState().transcript)

describe('the name of a speaker', () => {
  it('is undone and redone', async () => {
    const { editor, server } = openTabs(TALK)
    editor.perform([name(1, 'Мымрин')])
    editor.perform([name(1, 'Пётр Мымрин')])
    expect(names(editor)).toEqual({ 0: 'Anna', 1: 'Пётр Мымрин' })

    editor.undo()
    expect(names(editor)).toEqual({ 0: 'Anna', 1: 'Мымрин' })
    editor.undo()
    expect(editor.getState().transcript).toEqual(TALK)
    editor.redo()

    await saves(editor)
    expect(names(editor)).toEqual({ 0: 'Anna', 1: 'Мымрин' })
    expect(namesIn(server.transcript)).toEqual({ 0: 'Anna', 1: 'Мымрин' })
  })

  it('is kept by the undo of an earlier merge of speakers', async () => {
    const { editor, server } = openTabs(TALK)
    editor.perform([{ kind: 'mergeSpeakers', from: 1, into: 0 }])
    await saves(editor)

    server.change(name(0, 'Анна Петровна'))
    editor.catchUp()
    await vi.waitFor(() => expect(names(editor)).toEqual({ 0: 'Анна Петровна' }))
    editor.undo()

    expect(editor.getState().transcript).toEqual({
      ...TALK,
      speakers: [{ speakerId: 0, name: 'Анна Петровна' }],
    })
  })

  it('is not lost with a closed tab, whatever others changed meanwhile', async () => {
    const { openTab, server } = openTabs(TALK)
    server.change({ kind: 'addSpeaker', speaker: { speakerId: 2, name: 'Пётр' } })
    const { editor, closeTab } = openTab(fakeConnection())
    server.isDown = true
    editor.perform([name(1, 'Ия')])
    closeTab()
    server.isDown = false
    server.change(name(0, 'Анна Петровна'))

    const next = openTab()

    await saves(next.editor)
    expect(namesIn(server.transcript)).toEqual({ 0: 'Анна Петровна', 1: 'Ия', 2: 'Пётр' })
  })

  it('arrives in another tab, which can undo it as long as it has no steps of its own', async () => {
    const { editor, server, openTab } = openTabs(TALK)
    const other = openTab()

    editor.perform([name(1, 'Ия')])
    await saves(editor)
    other.editor.catchUp()

    await vi.waitFor(() => expect(names(other.editor)).toEqual({ 0: 'Anna', 1: 'Ия' }))
    expect(other.editor.getState().shown).toBe(other.editor.getState().transcript)
    await vi.waitFor(() => expect(other.editor.getState().canUndo).toBe(true))
    other.editor.undo()
    await saves(other.editor)
    expect(namesIn(server.transcript)).toEqual({ 0: 'Anna' })
  })

  it('is merged with names and words from another tab', async () => {
    const { editor, server, openTab } = openTabs(TALK)
    const other = openTab()
    editor.perform([name(0, 'Анна Петровна')])
    editor.perform([{ kind: 'editText', at: 0, count: 1, text: 'Доброе утро.' }])
    await saves(editor)

    other.editor.perform([name(1, 'Ия')])

    await saves(other.editor)
    expect(namesIn(server.transcript)).toEqual({ 0: 'Анна Петровна', 1: 'Ия' })
    expect(server.texts()[0]).toBe('Доброе утро.')
    expect(other.editor.getState().transcript).toEqual(server.transcript)
  })

  it.each([0, 1])('is the one saved last if both tabs name speaker %d, without a question', async (speaker) => {
    const { editor, server, openTab } = openTabs(TALK)
    const other = openTab()
    editor.perform([name(speaker, 'Ия')])
    await saves(editor)

    other.editor.perform([name(speaker, 'Пётр')])
    await saves(other.editor)
    editor.catchUp()

    await vi.waitFor(() => expect(names(editor)).toEqual({ 0: 'Anna', [speaker]: 'Пётр' }))
    expect(server.transcript).toEqual(editor.getState().transcript)
    expect(server.transcript.segments).toEqual(TALK.segments)
    expect([editor, other.editor].map((one) => one.getState().conflict)).toEqual([undefined, undefined])
  })
})
