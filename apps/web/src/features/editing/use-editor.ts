import type { Script } from '@doslovno/contract/scripts.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { editingTexts } from '@doslovno/texts/editing.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react'

import { scriptQuery } from '#lib/queries/scripts.ts'
import { showToast } from '#ui/toast.ts'

import { editorOf, forgetEditor } from './current.ts'
import type { Editor, EditorState } from './editor.ts'
import { nameChanges } from './names.ts'

const FRESH_MS = 5000

/** The editor of a file that is open, kept up with what happens elsewhere. */
export function useEditor(script: Script): Editor {
  const editor = editorOf(script)
  useNames(editor, script.speakerNames)
  useLeaving(editor, script.id)
  useOutdated(editor, script.id)
  useCatchingUp(editor, script.id)
  return editor
}

/** One thing of the editor's state; what else changes in it draws nothing anew. */
export function useEditorState<T>(editor: Editor, read: (state: EditorState) => T): T {
  return useSyncExternalStore(editor.subscribe, () => read(editor.getState()))
}

/** The file with its text as it is by now: everything that reads it follows at once. */
export function useEditedScript(script: Script, editor: Editor): Script {
  const shown = useEditorState(editor, (state) => state.shown)
  return useMemo(() => withTranscript(script, shown), [script, shown])
}

function withTranscript(script: Script, transcript: Transcript): Script {
  const { segments, speakers } = transcript
  const voices = new Set(segments.map(({ speaker }) => speaker))
  return {
    ...script,
    script: segments as Script['script'], // nobody writes to it
    speakerNames: speakers as Script['speakerNames'], // as above
    speakers: voices.size,
  }
}

/** Others are seen when the page is opened, unless its text has just come, and when it is looked at again. */
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

/** Names are given by a call of their own. */
function useNames(editor: Editor, names: Script['speakerNames']) {
  const known = useRef(names)
  useEffect(() => {
    editor.takeNames(nameChanges(known.current, names))
    known.current = names
  }, [editor, names])
}

/** Whoever reads the file on another page reads it as it was left here. */
function useLeaving(editor: Editor, id: string) {
  const queries = useQueryClient()
  useEffect(
    () => () => {
      editor.close()
      const { version, transcript, saving } = editor.getState()
      const { queryKey } = scriptQuery(id)
      // What is still on its way is asked for again.
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
