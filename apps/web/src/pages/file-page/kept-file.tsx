import { offlineTexts } from '@doslovno/texts/offline.ts'
import { CloudOff } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'

import { OfflineLine } from '#features/offline/index.ts'
import { TranscriptView } from '#features/transcript/index.ts'
import { onWake } from '#lib/connection/connection.ts'
import type { LinkMoment } from '#lib/file-page/link-moment.ts'
import { LeaveFirstScreen } from '#lib/first-screen/leave-first-screen.tsx'
import type { KeptScript } from '#lib/offline/kept.ts'
import { Notice } from '#ui/notice.tsx'

type Props = { kept: KeptScript | null; moment: LinkMoment; onReconnect: () => void }

/** A file without a connection: its kept text, or that there is none. */
export function KeptFile({ kept, moment, onReconnect }: Props) {
  // A page that was opened without a connection does not notice by itself that there is one again.
  const reconnect = useEffectEvent(onReconnect)
  useEffect(() => onWake(() => reconnect()), [])
  return (
    <>
      <LeaveFirstScreen />
      {kept ? (
        <>
          <OfflineLine savedAt={kept.savedAt} />
          <TranscriptView script={kept.script} {...moment} />
        </>
      ) : (
        <Notice icon={CloudOff} {...offlineTexts.notKept} />
      )}
    </>
  )
}
