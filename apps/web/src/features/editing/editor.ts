import { operationsBetween, patchesBetween } from '@doslovno/domain/editing/difference.ts'
import { editText } from '@doslovno/domain/editing/edit-text.ts'
import { correctionsOf } from '@doslovno/domain/editing/find-forms.ts'
import type { Conflict } from '@doslovno/domain/editing/merge.ts'
import { narrowEdit, type Range } from '@doslovno/domain/editing/narrow-edit.ts'
import type { Operation } from '@doslovno/domain/editing/operations.ts'
import { recognisedIn } from '@doslovno/domain/editing/recognised.ts'
import { wordsOf } from '@doslovno/domain/editing/spread-words.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import { observed } from '#lib/session/observed.ts'

import { type NameChange, namedIn } from './names.ts'
import { type Choice, resolutionOf } from './resolution.ts'
import { type History, movedHistory, noHistory, placeOf, run, type Step, withStep } from './steps.ts'
import { type Saving, SyncedText, type SyncDeps } from './synced-text.ts'

export type EditorState = {
  /** What of the text the server has. */
  version: number
  /** The text with everything that was done to it. */
  transcript: Transcript
  /** The text as the page shows it: it stands still while somebody writes in it. */
  shown: Transcript
  /** The segments of the paragraph that is being written in; the key tells one opening from the next. */
  opened: (Range & { key: string }) | undefined
  saving: Saving
  canUndo: boolean
  canRedo: boolean
  conflict: Conflict | undefined
  isOutdated: boolean
}

type Opened = { key: string; range: Range; before: readonly Segment[]; draft: string | undefined; isSaved: boolean }

/** How long somebody must stop typing for it to be saved. */
const AUTOSAVE_MS = 1000

/** Everything that is done to one text in this tab. It lives outside React, so that it is sent also after its page is left. */
export class Editor {
  readonly #deps: SyncDeps
  readonly #text: SyncedText
  readonly #state
  #history: History = noHistory
  #opened: Opened | undefined
  #shown: Transcript
  #openings = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #original: Promise<readonly Segment[]> | undefined

  constructor(deps: SyncDeps, start: { version: number; transcript: Transcript }) {
    this.#deps = deps
    this.#shown = start.transcript
    this.#text = new SyncedText(
      deps,
      {
        onBeforeTheirs: () => this.#saveDraft(),
        onTheirs: (from, to) => this.#followTheirs(from, to),
        perform: (operations) => void this.perform(operations),
      },
      start,
    )
    this.#state = observed(this.#read())
    this.#text.subscribe(() => this.#tell())
    void this.#text.takeOver()
  }

  readonly getState = (): EditorState => this.#state.get()

  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener)

  /** Does something to the text as one step; false if it does not fit. */
  perform(operations: readonly Operation[], key?: string): boolean {
    const done = run(this.#transcript, operations)
    if (!done) return false
    if (done.made.length === 0) return true
    this.#history = withStep(this.#history, { operations: done.back, key })
    this.#text.push(done.made)
    return true
  }

  /** Writes other words into a range; returns those that were put right. */
  rewrite(range: Range, text: string): readonly Correction[] {
    const before = this.#transcript.segments.slice(range.at, range.at + range.count)
    const isDone = this.perform(this.#edit(range, text))
    return isDone ? correctionsOf(before.flatMap(wordsOf), text) : []
  }

  /** Takes the last step back; returns the first segment that it has changed. */
  readonly undo = () => {
    this.close()
    return this.#travel('undo', 'redo')
  }

  readonly redo = () => {
    this.close()
    return this.#travel('redo', 'undo')
  }

  /** Begins to write in a paragraph. */
  open(range: Range) {
    this.close()
    this.#openings += 1
    const before = this.#transcript.segments.slice(range.at, range.at + range.count)
    this.#opened = { key: `paragraph ${this.#openings}`, range, before, draft: undefined, isSaved: false }
    this.#tell()
  }

  /** What the paragraph reads by now; it is saved as soon as the typing stops. */
  write(text: string) {
    if (!this.#opened) return
    this.#opened = { ...this.#opened, draft: text }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#saveDraft(), AUTOSAVE_MS)
  }

  /** Saves what was written, leaves the paragraph and does something else to it; returns the words that were put right. */
  close(next?: (transcript: Transcript, range: Range) => readonly Operation[]): readonly Correction[] {
    const opened = this.#opened
    if (!opened) return []
    this.#saveDraft(true)
    const { range } = this.#opened ?? opened
    this.#leave()
    if (next && range.count > 0) this.perform(next(this.#transcript, range))
    return opened.draft === undefined ? [] : correctionsOf(opened.before.flatMap(wordsOf), opened.draft)
  }

  /** Leaves the paragraph as it was before; returns where it stands. */
  cancel(): Range | undefined {
    const opened = this.#opened
    clearTimeout(this.#timer)
    if (opened?.isSaved && this.#history.undo.at(-1)?.key === opened.key) this.#travel('undo', 'redo')
    this.#leave()
    return opened && { at: opened.range.at, count: opened.before.length }
  }

  /** Saves what is being written at once: the tab may be about to close. */
  readonly flush = () => this.#saveDraft()

  /** Ends the present conflict. */
  resolve(choice: Choice) {
    const { conflict } = this.getState()
    const done = conflict && run(this.#transcript, resolutionOf(conflict, choice))
    if (!done) return
    if (done.made.length > 0) this.#history = withStep(this.#history, { operations: done.back })
    this.#text.settle(done.made)
  }

  /** Brings back what was recognised in a range, or in the whole text, speakers included; false where it stands already. */
  async restore(range?: Range): Promise<boolean> {
    const first = range && this.#transcript.segments[range.at]
    const original = await this.original()
    // The text may have moved while the old one was asked for.
    const at = first ? this.#transcript.segments.indexOf(first) : 0
    if (at < 0) return false
    const operations = range
      ? this.#recognising({ at, count: range.count }, original)
      : operationsBetween(this.#transcript, { ...this.#transcript, segments: original })
    return operations.length > 0 && this.perform(operations)
  }

  /** The text as it was recognised; asked for once. */
  original(): Promise<readonly Segment[]> {
    this.#original ??= this.#deps.api.original().catch((error: unknown) => {
      this.#original = undefined
      throw error
    })
    return this.#original
  }

  /** Takes over names that were changed by another call. */
  takeNames(changes: readonly NameChange[]) {
    if (changes.length === 0) return
    const named = ({ operations, key }: Step) => ({ operations: operations.map((one) => namedIn(one, changes)), key })
    this.#history = { undo: this.#history.undo.map(named), redo: this.#history.redo.map(named) }
    this.#text.takeNames(changes)
  }

  /** Looks whether somebody has changed the text elsewhere. */
  readonly catchUp = () => this.#text.catchUp()

  /** Tries again what could not be saved. */
  readonly retry = () => this.#text.send()

  stop() {
    clearTimeout(this.#timer)
    this.#text.stop()
  }

  get #transcript(): Transcript {
    return this.#text.getState().transcript
  }

  #travel(from: keyof History, to: keyof History): number | undefined {
    const step = this.#history[from].at(-1)
    if (!step) return undefined
    const rest = this.#history[from].slice(0, -1)
    const done = run(this.#transcript, step.operations)
    const opposite = done ? [...this.#history[to], { operations: done.back, key: step.key }] : this.#history[to]
    this.#history = { ...this.#history, [from]: rest, [to]: opposite }
    if (done) this.#text.push(done.made)
    this.#tell()
    return placeOf(step.operations)
  }

  /** A paragraph without words would be gone under the hands of who writes in it: that waits until it is left. */
  #saveDraft(isLast = false) {
    clearTimeout(this.#timer)
    const opened = this.#opened
    if (opened?.draft === undefined || (!isLast && opened.draft.trim() === '')) return
    const before = this.#transcript.segments.length
    const operations = isLast && opened.isSaved ? this.#aligned(opened) : this.#edit(opened.range, opened.draft)
    if (operations.length === 0 || !this.perform(operations, opened.key)) return
    const grown = this.#transcript.segments.length - before
    const range = { at: opened.range.at, count: opened.range.count + grown }
    this.#opened = { ...opened, range, isSaved: true }
  }

  #edit(range: Range, text: string): Operation[] {
    const edit = narrowEdit(this.#transcript.segments, range, text)
    return edit ? [{ kind: 'editText', ...edit }] : []
  }

  /** Saved in pieces, a word may have been removed and written anew; aligned with what was there it keeps its time. */
  #aligned({ range, before, draft = '' }: Opened): Operation[] {
    const { segments, speakers } = this.#transcript
    const [head, tail] = [segments.slice(0, range.at), segments.slice(range.at + range.count)]
    const bounds = { start: head.at(-1)?.end ?? 0, end: tail[0]?.start ?? before.at(-1)?.end ?? 0 }
    const aligned = editText(before, draft, bounds)
    return operationsBetween(this.#transcript, { segments: [...head, ...aligned, ...tail], speakers })
  }

  #recognising(range: Range, original: readonly Segment[]): Operation[] {
    const { segments, speakers } = this.#transcript
    const restored = [
      ...segments.slice(0, range.at),
      ...recognisedIn(original, segments, range),
      ...segments.slice(range.at + range.count),
    ]
    return operationsBetween(this.#transcript, { segments: restored, speakers })
  }

  #leave() {
    clearTimeout(this.#timer)
    this.#opened = undefined
    this.#tell()
  }

  /** Who writes where others have just written is asked to choose, and writes on afterwards. */
  #followTheirs(from: Transcript, to: Transcript) {
    this.#history = movedHistory(this.#history, from, to)
    const opened = this.#opened
    if (!opened) return this.#tell()
    const { at, count } = opened.range
    const patches = patchesBetween(from.segments, to.segments)
    if (patches.some((patch) => patch.at < at + count && patch.at + patch.count > at)) return this.#leave()
    const moved = patches
      .filter((patch) => patch.at + patch.count <= at)
      .reduce((sum, patch) => sum + patch.segments.length - patch.count, 0)
    this.#opened = { ...opened, range: { at: at + moved, count } }
    this.#tell()
  }

  #tell() {
    if (!this.#opened) this.#shown = this.#transcript
    this.#state.set(this.#read())
  }

  #read(): EditorState {
    const { version, transcript, saving, conflicts, isOutdated } = this.#text.getState()
    const { undo, redo } = this.#history
    return {
      version,
      transcript,
      shown: this.#shown,
      opened: this.#opened && { ...this.#opened.range, key: this.#opened.key },
      saving,
      canUndo: undo.length > 0,
      canRedo: redo.length > 0,
      conflict: conflicts[0],
      isOutdated,
    }
  }
}
