import { operationsBetween, patchesBetween } from '@doslovno/domain/editing/difference.ts'
import { editText, narrowEdit } from '@doslovno/domain/editing/edit-text.ts'
import { correctionsOf } from '@doslovno/domain/editing/find-forms.ts'
import type { Conflict } from '@doslovno/domain/editing/merge.ts'
import type { Operation } from '@doslovno/domain/editing/operations.ts'
import { recognisedIn, type Transcript } from '@doslovno/domain/editing/transcript.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import type { Range, Segment } from '@doslovno/domain/transcript/segments.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'

import { createStore } from '#lib/store/store.ts'

import { type Choice, resolutionOf } from './resolution.ts'
import { firstSegmentOf, type History, movedHistory, noHistory, run, withStep } from './steps.ts'
import { type Saving, type Stamp, type SyncDeps, SyncedText } from './synced-text.ts'

export type EditorState = {
  /** The last version the server has acknowledged. */
  version: number
  /** The text with all operations applied. */
  transcript: Transcript
  /** The text on the page: it does not move while the user types. */
  shown: Transcript
  /** Segments of the open paragraph; the key differs for each opening. */
  opened: (Range & { key: string }) | undefined
  saving: Saving
  canUndo: boolean
  canRedo: boolean
  conflict: Conflict | undefined
  isOutdated: boolean
}

type Opened = { key: string; range: Range; before: readonly Segment[]; draft: string | undefined; isSaved: boolean }

/** Typing pause after which the draft is saved. */
const AUTOSAVE_MS = 1000

/** The inverse of a share of an operation may be longer than the share; it is one operation too, as the server has it. */
const MOST_LETTERS_BACK = 450_000

type How = Pick<Stamp, 'source'> & { key?: string }

/** All edits of one text in this tab. It lives outside React, so that edits are sent after the page is left. */
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
  #recalling: Promise<void> | undefined
  /** The version that is known to have nothing to undo. */
  #barren = 0
  /** Whether the server may have steps that are not loaded yet: a press of the button waits for them. */
  #mayHaveSteps: boolean

  constructor(deps: SyncDeps, start: { version: number; transcript: Transcript }) {
    this.#deps = deps
    this.#shown = start.transcript
    this.#mayHaveSteps = start.version > 0
    this.#text = new SyncedText(
      deps,
      {
        onBeforeTheirs: () => this.#saveDraft(),
        onTheirs: (from, to) => this.#followTheirs(from, to),
        perform: (operations) => void this.perform(operations),
      },
      start,
    )
    this.#state = createStore(this.#read())
    this.#text.subscribe(() => {
      this.#tell()
      // All steps of this tab are undone, or others have changed the text: the server may have more.
      if (['idle', 'saved'].includes(this.#text.getState().saving)) void this.recall()
    })
    void this.#text.takeOver()
  }

  readonly getState = (): EditorState => this.#state.get()

  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener)

  /** Applies operations as one undo step; false if they do not fit. */
  perform(operations: readonly Operation[], { key, source }: How = {}): boolean {
    const done = run(this.#transcript, operations)
    if (!done) return false
    if (done.made.length === 0) return true
    this.#history = withStep(this.#history, { operations: done.back, key, id: crypto.randomUUID() })
    this.#text.push(done.made, { step: this.#history.undo.at(-1)?.id, source })
    return true
  }

  /** Rewrites the words of a range; returns the corrections. */
  rewrite(range: Range, text: string, key?: string): readonly Correction[] {
    const before = this.#transcript.segments.slice(range.at, range.at + range.count)
    const isDone = this.perform(this.#edit(range, text), { ...(key !== undefined && { key }) })
    return isDone ? correctionsOf(before.flatMap(wordsOf), text) : []
  }

  /** Loads the steps of earlier visits and other devices, unless this tab has some left to undo. */
  recall(): Promise<void> {
    const { version } = this.#text.saved
    if (this.#history.undo.length > 0 || version === this.#barren) return Promise.resolve()
    this.#recalling ??= this.#recall().finally(() => (this.#recalling = undefined))
    return this.#recalling
  }

  /** Undoes the last step; returns the first segment it changed. */
  readonly undo = () => {
    this.close()
    return this.#travel('undo', 'redo')
  }

  readonly redo = () => {
    this.close()
    return this.#travel('redo', 'undo')
  }

  /** Opens a paragraph for editing. */
  open(range: Range) {
    this.close()
    this.#openings += 1
    const before = this.#transcript.segments.slice(range.at, range.at + range.count)
    this.#opened = { key: `paragraph ${this.#openings}`, range, before, draft: undefined, isSaved: false }
    this.#tell()
  }

  /** Updates the draft of the open paragraph; it is saved once typing stops. */
  write(text: string) {
    if (!this.#opened) return
    this.#opened = { ...this.#opened, draft: text }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#saveDraft(), AUTOSAVE_MS)
  }

  /** Saves and closes the paragraph, then applies further operations to it; returns the corrections. */
  close(next?: (transcript: Transcript, range: Range) => readonly Operation[]): readonly Correction[] {
    const opened = this.#opened
    if (!opened) return []
    this.#saveDraft(true)
    const { range } = this.#opened ?? opened
    this.#leave()
    if (next && range.count > 0) this.perform(next(this.#transcript, range))
    return opened.draft === undefined ? [] : correctionsOf(opened.before.flatMap(wordsOf), opened.draft)
  }

  /** Closes the paragraph and reverts it; returns its range. */
  cancel(): Range | undefined {
    const opened = this.#opened
    clearTimeout(this.#timer)
    if (opened?.isSaved && this.#history.undo.at(-1)?.key === opened.key) this.#travel('undo', 'redo')
    this.#leave()
    return opened && { at: opened.range.at, count: opened.before.length }
  }

  /** Saves the draft at once: the tab may be about to close. */
  readonly flush = () => this.#saveDraft()

  /** Resolves the current conflict. */
  resolve(choice: Choice) {
    const { conflict } = this.getState()
    const done = conflict && run(this.#transcript, resolutionOf(conflict, choice))
    if (!done) return
    const id = crypto.randomUUID()
    if (done.made.length > 0) this.#history = withStep(this.#history, { operations: done.back, id })
    this.#text.settle(done.made, { step: id })
  }

  /** Restores the recognised text and speakers of a range or of the whole; false if nothing differs. */
  async restore(range?: Range): Promise<boolean> {
    const first = range && this.#transcript.segments[range.at]
    const original = await this.original()
    // The text may have moved while the original was loading.
    const at = first ? this.#transcript.segments.indexOf(first) : 0
    if (at < 0) return false
    const operations = range
      ? this.#recognising({ at, count: range.count }, original)
      : operationsBetween(this.#transcript, { ...this.#transcript, segments: original })
    return operations.length > 0 && this.perform(operations, range ? {} : { source: 'restore' })
  }

  /** Makes the text what it was in a version; false if it is that already. */
  returnTo(version: Transcript): boolean {
    this.close()
    const operations = operationsBetween(this.#transcript, version)
    return operations.length > 0 && this.perform(operations, { source: 'restore' })
  }

  /** The text as the server has it. */
  get saved(): { version: number; transcript: Transcript } {
    return this.#text.saved
  }

  /** The text as recognised; loaded once. */
  original(): Promise<readonly Segment[]> {
    this.#original ??= this.#deps.api.original().catch((error: unknown) => {
      this.#original = undefined
      throw error
    })
    return this.#original
  }

  /** Fetches edits made elsewhere. */
  readonly catchUp = () => this.#text.catchUp()

  /** Retries what could not be saved. */
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
    const done = run(this.#transcript, step.operations, MOST_LETTERS_BACK)
    const opposite = done ? [...this.#history[to], { operations: done.back, key: step.key }] : this.#history[to]
    this.#history = { ...this.#history, [from]: rest, [to]: opposite }
    if (done) this.#text.push(done.made, { step: crypto.randomUUID() })
    this.#tell()
    return firstSegmentOf(step.operations)
  }

  async #recall(): Promise<void> {
    const steps = await this.#text.recall().catch(() => undefined)
    if (!steps) return
    this.#mayHaveSteps = false
    if (this.#history.undo.length > 0) return this.#tell()
    // This tab may have undone more than the server knows of.
    this.#history = { undo: steps.undo, redo: this.#history.redo.length > 0 ? this.#history.redo : steps.redo }
    if (steps.undo.length === 0) this.#barren = this.#text.saved.version
    this.#tell()
  }

  /** An emptied paragraph would vanish under the caret, so its removal waits until it is closed. */
  #saveDraft(isLast = false) {
    clearTimeout(this.#timer)
    const opened = this.#opened
    if (opened?.draft === undefined || (!isLast && opened.draft.trim() === '')) return
    const before = this.#transcript.segments.length
    const operations = isLast && opened.isSaved ? this.#aligned(opened) : this.#edit(opened.range, opened.draft)
    if (operations.length === 0 || !this.perform(operations, { key: opened.key })) return
    const grown = this.#transcript.segments.length - before
    const range = { at: opened.range.at, count: opened.range.count + grown }
    this.#opened = { ...opened, range, isSaved: true }
  }

  #edit(range: Range, text: string): Operation[] {
    const edit = narrowEdit(this.#transcript.segments, range, text)
    return edit ? [{ kind: 'editText', ...edit }] : []
  }

  /** Autosaves may delete and retype a word; aligned with the original text it keeps its time. */
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

  /** If others edited the open paragraph, the user has to choose, and then continues typing. */
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
      canUndo: undo.length > 0 || this.#mayHaveSteps,
      canRedo: redo.length > 0,
      conflict: conflicts[0],
      isOutdated,
    }
  }
}
