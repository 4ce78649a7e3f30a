import type { Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeConnection } from '#test/connection.ts'
import { talk } from '#test/editing-server.ts'
import { openTabs, saves } from '#test/editor-tabs.ts'
import { refused } from '#test/refusal.ts'

import type { Editor } from './editor.ts'

const TALK = talk('Добрый день.', 'Меня зовут Мымрин.', 'Мы говорим о лесе.', 'Мымрину это нравится.')

const setUp = (transcript = TALK) => openTabs(transcript)
const textsOf = ({ segments }: Transcript) => segments.map(({ text }) => text)
const seen = (editor: Editor) => textsOf(editor.getState().transcript)
const shown = (editor: Editor) => textsOf(editor.getState().shown)
const edit = (at: number, text: string): Operation => ({ kind: 'editText', at, count: 1, text })

function rewrite(editor: Editor, at: number, text: string) {
  editor.open({ at, count: 1 })
  editor.write(text)
  return editor.close()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('editing a paragraph', () => {
  it('autosaves a second after typing stops, without moving the page', async () => {
    const { editor, server } = setUp()
    editor.open({ at: 0, count: 1 })

    editor.write('Доброе')
    await vi.advanceTimersByTimeAsync(999)
    editor.write('Доброе утро.')
    await vi.advanceTimersByTimeAsync(999)
    expect(server.operations).toEqual([])
    await vi.advanceTimersByTimeAsync(1)

    expect(editor.getState().saving).toBe('saved')
    expect(server.texts()[0]).toBe('Доброе утро.')
    expect(shown(editor)[0]).toBe('Добрый день.')
    editor.close()
    expect(shown(editor)[0]).toBe('Доброе утро.')
  })

  it('saves at once on close, and sends nothing if nothing changed', async () => {
    const { editor, server } = setUp()

    rewrite(editor, 0, ' Добрый  день.')
    rewrite(editor, 2, 'Мы говорим о лесах.')

    await saves(editor)
    expect(server.operations).toEqual([edit(2, 'Мы говорим о лесах.')])
  })

  it('is one undo step however often it was saved, and unchanged words keep their times', async () => {
    const { editor, server } = setUp()
    editor.open({ at: 1, count: 1 })
    for (const text of ['Меня зовут', 'Меня', 'Меня зовут', 'Меня зовут Мымрин']) {
      editor.write(text)
      await vi.advanceTimersByTimeAsync(1000)
    }

    editor.close()

    await saves(editor)
    expect(server.transcript.segments[1]?.words.map(({ start }) => start)).toEqual([10, 11, 12])
    editor.undo()
    await saves(editor)
    expect(server.transcript).toEqual(TALK)
    expect(editor.getState()).toMatchObject({ canUndo: false, canRedo: true })
  })

  it('can be cancelled, including what was autosaved', async () => {
    const { editor, server } = setUp()
    editor.open({ at: 0, count: 1 })
    editor.write('Не то')
    await vi.advanceTimersByTimeAsync(1000)
    editor.write('Совсем не то')

    editor.cancel()

    await saves(editor)
    expect(server.transcript).toEqual(TALK)
    expect(shown(editor)).toEqual(textsOf(TALK))
  })

  it('removes an emptied paragraph on close, not before', async () => {
    const { editor, server } = setUp()
    editor.open({ at: 0, count: 1 })
    editor.write('')
    await vi.advanceTimersByTimeAsync(1000)
    expect(seen(editor)).toHaveLength(4)

    editor.close()

    await saves(editor)
    expect(server.texts()).toHaveLength(3)
    editor.undo()
    await saves(editor)
    expect(server.transcript).toEqual(TALK)
  })

  it('returns the corrected words', () => {
    const { editor } = setUp()

    expect(rewrite(editor, 1, 'Меня зовут Мимрин.')).toEqual([{ from: 'Мымрин', to: 'Мимрин', isSentenceStart: false }])
  })
})

describe('undo and redo', () => {
  it('cover paragraphs and speakers, and redo restores what undo reverted', async () => {
    const { editor, server } = setUp()
    rewrite(editor, 0, 'Доброе утро.')
    editor.perform([{ kind: 'mergeSpeakers', from: 1, into: 0 }])
    editor.perform([
      { kind: 'splitSegment', at: 2, word: 1 },
      { kind: 'addSpeaker', speaker: { speakerId: 2, name: 'Ия' } },
      { kind: 'assignSpeaker', at: 3, count: 1, scope: 'phrase', speaker: 2 },
    ])
    const all = editor.getState().transcript

    for (let steps = 0; steps < 3; steps++) editor.undo()
    expect(editor.getState().transcript).toEqual(TALK)
    for (let steps = 0; steps < 3; steps++) editor.redo()

    await saves(editor)
    expect(editor.getState().transcript).toEqual(all)
    expect(server.transcript).toEqual(all)
  })

  it('return the position of the change', () => {
    const { editor } = setUp()
    rewrite(editor, 2, 'Мы говорим о море.')

    expect(editor.undo()).toBe(2)
    expect(editor.redo()).toBe(2)
    expect(editor.redo()).toBeUndefined()
  })

  it('treat a replacement of many matches as one step and restore the exact text', async () => {
    const long = talk(...Array.from({ length: 400 }, (_, n) => `Тут Мымрин номер ${n} и ещё раз Мымрин.`))
    const { editor, server } = setUp(long)
    const replacements = long.segments.flatMap((_, at) => [{ at, from: 4, to: 10, text: 'Мимрин' }])

    editor.perform([{ kind: 'replaceMany', replacements }])
    editor.undo()

    await saves(editor)
    expect(server.transcript).toEqual(long)
    for (const size of server.sizes) expect(size).toBeLessThan(1_000_000)
  })
})

describe('a bad connection', () => {
  it('is reported; nothing is lost and everything is sent in order afterwards', async () => {
    const { openTab, server } = setUp()
    const connection = fakeConnection()
    const { editor } = openTab(connection)
    server.isDown = true

    rewrite(editor, 0, 'Доброе утро.')
    rewrite(editor, 2, 'Мы говорим о море.')
    await saves(editor, 'offline')
    expect(shown(editor)[2]).toBe('Мы говорим о море.')
    server.isDown = false
    connection.go()

    await saves(editor)
    expect(server.texts()).toEqual([
      'Доброе утро.',
      'Меня зовут Мымрин.',
      'Мы говорим о море.',
      'Мымрину это нравится.',
    ])
  })

  it('applies nothing twice when only the answer is lost', async () => {
    const { editor, server } = setUp()
    server.faults.push('answer lost')

    editor.perform([{ kind: 'splitSegment', at: 1, word: 1 }])
    rewrite(editor, 0, 'Доброе утро.')

    await saves(editor)
    expect(server.operations).toHaveLength(2)
    expect(server.texts()).toEqual(seen(editor))
    expect(editor.getState().conflict).toBeUndefined()
  })

  it('loses nothing with a closed tab: the next visit sends it, the open draft included', async () => {
    const { openTab, server, memory } = setUp()
    const { editor, closeTab } = openTab(fakeConnection())
    server.isDown = true
    rewrite(editor, 0, 'Доброе утро.')
    editor.open({ at: 2, count: 1 })
    editor.write('Мы говорим о мор')
    editor.flush()
    closeTab()
    server.isDown = false

    const next = openTab()

    await saves(next.editor)
    expect(server.texts()).toEqual(['Доброе утро.', 'Меня зовут Мымрин.', 'Мы говорим о мор', 'Мымрину это нравится.'])
    expect(memory.left.size).toBe(0)
    next.editor.undo()
    await saves(next.editor)
    expect(server.transcript).toEqual(TALK)
  })

  it('says that the text is too long if the server refuses it for that', async () => {
    const { editor, server } = setUp()
    server.onEdit = () => {
      throw refused('textTooLong')
    }

    rewrite(editor, 0, 'Доброе утро.')

    await saves(editor, 'tooLong')
    expect(seen(editor)[0]).toBe('Доброе утро.')
  })

  it('keeps rejected operations for a later retry', async () => {
    const { editor, server } = setUp()
    server.isRefusing = true

    rewrite(editor, 0, 'Доброе утро.')
    await saves(editor, 'failed')
    server.isRefusing = false
    editor.retry()

    await saves(editor)
    expect(server.texts()[0]).toBe('Доброе утро.')
  })
})

describe('two tabs', () => {
  it('merge edits of different sentences without asking', async () => {
    const { editor, server, openTab } = setUp()
    const other = openTab()

    rewrite(editor, 1, '')
    await saves(editor)
    rewrite(other.editor, 3, 'Мымрину это не нравится.')
    await saves(other.editor)

    const both = ['Добрый день.', 'Мы говорим о лесе.', 'Мымрину это не нравится.']
    expect(server.texts()).toEqual(both)
    expect(shown(other.editor)).toEqual(both)
    expect(other.editor.getState().conflict).toBeUndefined()
    editor.catchUp()
    await vi.waitFor(() => expect(shown(editor)).toEqual(both))
  })

  it.each([
    ['mine', 'Мы говорим о горах.'],
    ['theirs', 'Мы говорим о море.'],
    ['both', 'Мы говорим о море. Мы говорим о горах.'],
  ] as const)('ask about edits of the same sentence: %s', async (choice, text) => {
    const { editor, server, openTab, memory } = setUp()
    const other = openTab()
    rewrite(editor, 2, 'Мы говорим о море.')
    await saves(editor)

    rewrite(other.editor, 2, 'Мы говорим о горах.')
    rewrite(other.editor, 0, '')
    await vi.waitFor(() => expect(other.editor.getState().conflict).toBeDefined())
    expect(other.editor.getState().conflict).toMatchObject({
      mine: [{ text: 'Мы говорим о горах.' }],
      theirs: [{ text: 'Мы говорим о море.' }],
    })
    expect(memory.left.size).toBe(1)
    other.editor.resolve(choice)

    await saves(other.editor)
    expect(server.texts()).toEqual(['Меня зовут Мымрин.', text, 'Мымрину это нравится.'])
    expect(seen(other.editor)).toEqual(server.texts())
    expect(memory.left.size).toBe(0)
  })

  it('lose no text when one is closed before the choice: it asks again', async () => {
    const { editor, server, openTab } = setUp()
    const other = openTab()
    rewrite(editor, 2, 'Мы говорим о море.')
    await saves(editor)
    rewrite(other.editor, 2, 'Мы говорим о горах.')
    await vi.waitFor(() => expect(other.editor.getState().conflict).toBeDefined())
    other.closeTab()

    const next = openTab()
    await vi.waitFor(() =>
      expect(next.editor.getState().conflict?.mine).toMatchObject([{ text: 'Мы говорим о горах.' }]),
    )
    next.editor.resolve('mine')

    await saves(next.editor)
    expect(server.texts()[2]).toBe('Мы говорим о горах.')
  })

  it('treat the open draft as an edit when the other tab changed that sentence', async () => {
    const { editor, server } = setUp()
    editor.open({ at: 2, count: 1 })
    editor.write('Мы говорим о горах.')
    server.change(edit(2, 'Мы говорим о море.'))

    editor.catchUp()

    await vi.waitFor(() => expect(editor.getState().conflict?.mine).toMatchObject([{ text: 'Мы говорим о горах.' }]))
    expect(editor.getState().opened).toBeUndefined()
  })

  it('do not move the field of a user who edits elsewhere', async () => {
    const { editor, server } = setUp()
    editor.open({ at: 2, count: 1 })
    editor.write('Мы говорим о горах.')
    server.change(edit(0, ''))

    editor.catchUp()
    await vi.waitFor(() => expect(editor.getState().opened).toMatchObject({ at: 1, count: 1 }))
    editor.close()

    await saves(editor)
    expect(server.texts()).toEqual(['Меня зовут Мымрин.', 'Мы говорим о горах.', 'Мымрину это нравится.'])
  })

  it('undo only their own edits', async () => {
    const { editor, server } = setUp()
    rewrite(editor, 3, 'Мымрину это не нравится.')
    await saves(editor)
    server.change(edit(0, ''), { kind: 'splitSegment', at: 1, word: 1 })
    editor.catchUp()
    await vi.waitFor(() => expect(seen(editor)).toHaveLength(4))

    editor.undo()

    await saves(editor)
    expect(server.texts()).toEqual(['Меня зовут Мымрин.', 'Мы', 'говорим о лесе.', 'Мымрину это нравится.'])
  })

  it('cannot undo what the other tab has overwritten', async () => {
    const { editor, server } = setUp()
    rewrite(editor, 3, 'Мымрину это не нравится.')
    await saves(editor)
    server.change(edit(3, 'Совсем другое.'))
    editor.catchUp()
    await vi.waitFor(() => expect(seen(editor)[3]).toBe('Совсем другое.'))

    expect(editor.getState().canUndo).toBe(false)
  })

  it('converge even when both edit constantly', async () => {
    const { editor, server } = setUp()
    let turns = 0
    server.onEdit = () => {
      if ((turns += 1) < 10) server.change(edit(0, `Добрый день ${turns}.`))
    }

    rewrite(editor, 3, 'Мымрину это не нравится.')

    await saves(editor)
    expect(server.texts()).toEqual([
      'Добрый день 9.',
      'Меня зовут Мымрин.',
      'Мы говорим о лесе.',
      'Мымрину это не нравится.',
    ])
  })

  it('leave the old text alone when one of them recognised the file again', async () => {
    const { editor, server, memory } = setUp()
    rewrite(editor, 3, 'Мымрину это не нравится.')
    await saves(editor)
    server.operations.length = 0

    rewrite(editor, 0, 'Доброе утро.')

    await vi.waitFor(() => expect(editor.getState().isOutdated).toBe(true))
    expect(server.operations).toEqual([])
    expect(memory.left.size).toBe(0)
  })
})

describe('the recognised text', () => {
  it('is restored for one paragraph or for the whole text, undoably', async () => {
    const { editor, server } = setUp()
    rewrite(editor, 0, 'Доброе утро.')
    editor.perform([edit(1, ''), { kind: 'mergeSpeakers', from: 1, into: 0 }])
    const corrected = editor.getState().transcript

    expect(await editor.restore({ at: 2, count: 1 })).toBe(false)
    expect(await editor.restore({ at: 0, count: 1 })).toBe(true)
    expect(seen(editor)).toEqual(['Добрый день.', 'Меня зовут Мымрин.', 'Мы говорим о лесе.', 'Мымрину это нравится.'])
    editor.undo()
    await editor.restore()
    expect(editor.getState().transcript.segments).toEqual(TALK.segments)
    editor.undo()

    await saves(editor)
    expect(editor.getState().transcript).toEqual(corrected)
    expect(server.transcript).toEqual(corrected)
  })
})
