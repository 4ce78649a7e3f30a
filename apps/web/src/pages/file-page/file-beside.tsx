import type { Script } from '@doslovno/contract/scripts.ts'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'

import { SummaryPanel } from '#features/summaries/index.ts'
import type { ViewHandle } from '#features/transcript/index.ts'
import type { PlayMoment } from '#lib/file-page/playback.ts'
import { chaptersQuery } from '#lib/queries/summaries.ts'

/** The panel and the chapters. A file without words has neither. */
export function useBeside(script: Script, view: RefObject<ViewHandle | null>, version: number) {
  const hasText = script.script.length > 0
  const { data: chapters } = useQuery({ ...chaptersQuery(script.id), enabled: hasText })
  const [play] = useState(() => playIn(view))
  if (!hasText) return {}
  const { id: scriptId, speakerNames, speakers, canEdit } = script
  const panel = <SummaryPanel {...{ scriptId, speakerNames, speakers, canEdit, version }} onPlay={play} />
  return { chapters: chapters?.data, panel }
}

function playIn(view: RefObject<ViewHandle | null>): PlayMoment {
  return (moment) => view.current?.playMoment(moment)
}
