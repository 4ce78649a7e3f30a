import { editTranscript, getOriginal, listEdits } from '@doslovno/contract/editing.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import type { Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'

import { call } from '#lib/api/current.ts'
import { line } from '#lib/line/line.ts'
import { session } from '#lib/session/current.ts'

import { Editor } from './editor.ts'
import type { EditingApi } from './synced-text.ts'
import { createUnsentMemory } from './unsent.ts'

const tabId = crypto.randomUUID()
const editors = new Map<string, { editor: Editor; processId: string | undefined }>()
/** Of files that were left, the last ones can still be undone. */
const MOST_KEPT = 3

/** The editor of a file: the same one when its page is opened again; a text that was recognised anew gets a new one. */
export function editorOf(script: Script): Editor {
  const known = editors.get(script.id)
  if (known && known.processId === script.processId) return known.editor
  known?.editor.stop()
  forgetOldest()
  const memory = createUnsentMemory({ storage: localStorage, locks: navigator.locks, scriptId: script.id, tabId })
  const editor = new Editor(
    { api: apiOf(script.id), line, memory },
    { version: script.version, transcript: transcriptOf(script) },
  )
  editors.set(script.id, { editor, processId: script.processId })
  return editor
}

/** A long text is large; what is not saved yet stays all the same. */
function forgetOldest() {
  const saved = [...editors].filter(([, { editor }]) => ['idle', 'saved'].includes(editor.getState().saving))
  for (const [id] of saved.slice(0, Math.max(0, editors.size - MOST_KEPT))) forgetEditor(id)
}

/** Forgets an editor whose text is no more. */
export function forgetEditor(scriptId: string) {
  editors.get(scriptId)?.editor.stop()
  editors.delete(scriptId)
}

function apiOf(id: string): EditingApi {
  const params = { id }
  return {
    edit: (version, operation) =>
      call(editTranscript, { params, body: { version, operation: operation as Writable<Operation> } }), // nobody writes to it
    listEdits: (after) => call(listEdits, { params, query: { after } }),
    original: async () => (await call(getOriginal, { params })).script,
  }
}

/** Names of speakers stand apart from the segments, so that they are said once. */
function transcriptOf({ script, speakerNames }: Script): Transcript {
  return { segments: script.map(({ speakerName: _name, ...segment }) => segment), speakers: speakerNames }
}

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T

// The last moment that a page on a phone is sure to have.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const { editor } of editors.values()) editor.flush()
})
window.addEventListener('pagehide', () => {
  for (const { editor } of editors.values()) editor.flush()
})

let personId: string | undefined

/** Nobody may send on in the name of somebody else; what was not sent waits for its author. */
session.subscribe(() => {
  const { status, user } = session.getState()
  if (status === 'not-available') return
  if (personId !== undefined && user?.id !== personId) for (const id of editors.keys()) forgetEditor(id)
  personId = user?.id
})
