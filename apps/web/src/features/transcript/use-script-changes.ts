import { editSpeakerName, renameScript, type Script } from '@doslovno/contract/scripts.ts'
import { fileTitleTexts, speakerTexts } from '@doslovno/texts/file-page.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { scriptQuery, showChange } from '#lib/queries/scripts.ts'
import { showToast } from '#ui/toast.ts'

type Naming = { speakerId: number; name: string }

/** New names of a file and of who speaks in it: seen at once, taken back if the server does not take them. */
export function useScriptChanges(id: string) {
  const queries = useQueryClient()
  const { queryKey } = scriptQuery(id)
  const change = (update: (script: Script) => Script) => {
    const before = queries.getQueryData(queryKey)
    queries.setQueryData(queryKey, (script) => script && update(script))
    return before
  }
  const takeBack = (before: Script | undefined, text: string) => {
    queries.setQueryData(queryKey, before)
    showToast(text)
  }

  const rename = useMutation({
    mutationFn: (fileName: string) => call(renameScript, { params: { id }, body: { fileName } }),
    onMutate: (fileName) => change((script) => ({ ...script, fileName })),
    onError: (_error, _fileName, before) => takeBack(before, fileTitleTexts.failed),
    // The server may have cleaned the name.
    onSuccess: ({ script }) => showChange(queries, script),
  })
  const nameSpeaker = useMutation({
    mutationFn: (naming: Naming) => call(editSpeakerName, { params: { id }, body: naming }),
    onMutate: (naming) => change((script) => ({ ...script, speakerNames: named(script.speakerNames, naming) })),
    onError: (_error, _naming, before) => takeBack(before, speakerTexts.failed),
    onSuccess: ({ speakers }) => void change((script) => ({ ...script, speakerNames: speakers })),
  })
  return { rename: rename.mutate, nameSpeaker: nameSpeaker.mutate }
}

function named(names: Script['speakerNames'], naming: Naming): Script['speakerNames'] {
  return [...names.filter(({ speakerId }) => speakerId !== naming.speakerId), naming]
}
