import { editTranscript, getOriginal, listEdits } from '@doslovno/contract/editing.ts'
import { listUndo } from '@doslovno/contract/history.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import type { Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'

import { call } from '#lib/api/current.ts'
import { connection } from '#lib/connection/connection.ts'
import { onLeave } from '#lib/session/current.ts'

import { allEdits } from './all-edits.ts'
import { Editor } from './editor.ts'
import type { EditingApi } from './synced-text.ts'
import { createUnsentMemory } from './unsent.ts'

const tabId = crypto.randomUUID()
const editors = new Map<string, { editor: Editor; processId: string | undefined }>()
/** Closed files that can still be undone. */
const MAX_KEPT = 3

/** Returns the editor of a file, the same one when its page is reopened; a new recognition gets a new editor. */
export function editorOf(script: Script): Editor {
  const known = editors.get(script.id)
  if (known && known.processId === script.processId) return known.editor
  known?.editor.stop()
  forgetOldest()
  const memory = createUnsentMemory({ storage: localStorage, locks: navigator.locks, scriptId: script.id, tabId })
  const editor = new Editor(
    { api: apiOf(script.id), connection, memory },
    { version: script.version, transcript: transcriptOf(script) },
  )
  editors.set(script.id, { editor, processId: script.processId })
  return editor
}

/** Frees memory: a long text is large. Unsaved editors stay. */
function forgetOldest() {
  const saved = [...editors].filter(([, { editor }]) => ['idle', 'saved'].includes(editor.getState().saving))
  for (const [id] of saved.slice(0, Math.max(0, editors.size - MAX_KEPT))) forgetEditor(id)
}

export function forgetEditor(scriptId: string) {
  editors.get(scriptId)?.editor.stop()
  editors.delete(scriptId)
}

function apiOf(id: string): EditingApi {
  const params = { id }
  return {
    edit: (version, operation, stamp) =>
      call(editTranscript, { params, body: { version, operation: operation as Writable<Operation>, ...stamp } }), // the array is not written to
    listEdits: (after) => allEdits((from) => call(listEdits, { params, query: { after: from } }), after),
    original: async () => (await call(getOriginal, { params })).script,
    listUndo: () => call(listUndo, { params }),
  }
}

/** Speaker names are stored once, apart from the segments. */
function transcriptOf({ script, speakerNames }: Script): Transcript {
  return { segments: script.map(({ speakerName: _name, ...segment }) => segment), speakers: speakerNames }
}

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T

// The last event a page on a phone is sure to get.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const { editor } of editors.values()) editor.flush()
})
window.addEventListener('pagehide', () => {
  for (const { editor } of editors.values()) editor.flush()
})

/** Stops sending when the user changes; unsent edits wait for their author. */
onLeave(() => {
  for (const id of editors.keys()) forgetEditor(id)
})
