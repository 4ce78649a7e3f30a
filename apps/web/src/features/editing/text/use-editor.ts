import type { Script } from '@doslovno/contract/scripts.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { editingTexts } from '@doslovno/texts/editing.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'

import { scriptQuery } from '#lib/queries/scripts.ts'
import { showToast } from '#ui/toast.ts'

import { editorOf, forgetEditor } from './current.ts'
import type { Editor, EditorState } from './editor.ts'

const FRESH_MS = 5000

/** The editor of an open file, kept up to date with other tabs. */
export function useEditor(script: Script): Editor {
  const editor = editorOf(script)
  useLeaving(editor, script.id)
  useOutdated(editor, script.id)
  useCatchingUp(editor, script.id)
  // A span that was heard again has changed the text on the server.
  useEffect(() => {
    if (script.version > editor.saved.version) editor.catchUp()
  }, [editor, script.version])
  useEffect(() => void editor.recall(), [editor])
  return editor
}

/** Selects a part of the editor's state; other changes cause no render. */
export function useEditorState<T>(editor: Editor, read: (state: EditorState) => T): T {
  return useSyncExternalStore(editor.subscribe, () => read(editor.getState()))
}

/** The file with its edited text, for everything that reads it. */
export function useEditedScript(script: Script, editor: Editor): Script {
  const shown = useEditorState(editor, (state) => state.shown)
  return useMemo(() => withTranscript(script, shown), [script, shown])
}

function withTranscript(script: Script, transcript: Transcript): Script {
  const { segments, speakers } = transcript
  const voices = new Set(segments.map(({ speaker }) => speaker))
  return {
    ...script,
    script: segments as Script['script'], // not written to
    speakerNames: speakers as Script['speakerNames'], // not written to
    speakers: voices.size,
  }
}

/** Fetches others' edits when the page opens, unless its text has just loaded, and when the tab becomes visible. */
function useCatchingUp(editor: Editor, id: string) {
  const queries = useQueryClient()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') editor.catchUp()
    }
    const cameAt = queries.getQueryState(scriptQuery(id).queryKey)?.dataUpdatedAt ?? 0
    if (Date.now() - cameAt > FRESH_MS) look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [editor, queries, id])
}

/** Updates the cached file on leaving, so that other pages show the edited text. */
function useLeaving(editor: Editor, id: string) {
  const queries = useQueryClient()
  useEffect(
    () => () => {
      editor.close()
      const { version, transcript, saving } = editor.getState()
      const { queryKey } = scriptQuery(id)
      // Changes are still on their way: load the file again later.
      if (saving !== 'idle' && saving !== 'saved') return queries.removeQueries({ queryKey, exact: true })
      queries.setQueryData(queryKey, (script) => script && { ...withTranscript(script, transcript), version })
    },
    [editor, queries, id],
  )
}

function useOutdated(editor: Editor, id: string) {
  const queries = useQueryClient()
  const isOutdated = useEditorState(editor, (state) => state.isOutdated)
  const reload = useEffectEvent(() => {
    forgetEditor(id)
    showToast(editingTexts.outdated, 4000)
    void queries.resetQueries({ queryKey: scriptQuery(id).queryKey, exact: true })
  })
  useEffect(() => {
    if (isOutdated) reload()
  }, [isOutdated])
}
