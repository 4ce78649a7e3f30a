import type { Script } from '@doslovno/contract/scripts.ts'

import { CancelProcessing } from '#features/files/index.ts'
import { UnfinishedFile } from '#features/processing/index.ts'
import { BackLink, DraftView } from '#features/transcript/index.ts'
import { StartAgain, StartFile } from '#features/upload/index.ts'

/** A file whose text is not there yet. */
export function UnfinishedPage({ script }: { script: Script }) {
  return (
    <UnfinishedFile
      script={script}
      back={<BackLink />}
      cancel={<CancelProcessing scriptId={script.id} fileName={script.fileName} />}
      start={<StartFile script={script} />}
      startAgain={<StartAgain scriptId={script.id} />}
      reading={<DraftView script={script} />}
    />
  )
}
