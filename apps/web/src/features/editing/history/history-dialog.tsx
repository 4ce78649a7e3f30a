import type { Script } from '@doslovno/contract/scripts.ts'
import { editingTexts } from '@doslovno/texts/editing.ts'
import { historyTexts as texts } from '@doslovno/texts/history.ts'
import { Button, Modal, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { useEditorState } from '#features/editing/text/use-editor.ts'
import { SHEET_SCREEN } from '#ui/screens.ts'
import { showToast } from '#ui/toast.ts'

import { useHistory } from './use-history.ts'
import { RECOGNISED, VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'

import classes from './history.module.css'

type Props = {
  editor: Editor
  script: Script
  opened: boolean
  onClose: () => void
  /** Shows a place of the text on the page. */
  onShow: (seconds: number) => void
}

/** Versions of the text: what changed, and the way back. A sheet on a small screen. */
export function HistoryDialog({ opened, ...props }: Props) {
  const isSheet = useMediaQuery(SHEET_SCREEN, undefined, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={texts.title}
      size={960}
      {...(isSheet && { classNames: { inner: classes.sheetPlace, content: classes.sheet } })}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <History {...props} isSheet={isSheet} />
    </Modal>
  )
}

type HistoryProps = Omit<Props, 'opened'> & { isSheet: boolean }

function History({ editor, script, isSheet, onClose, onShow }: HistoryProps) {
  // Saves the text being typed first, so that the history has it.
  useEffect(() => void editor.close(), [editor])
  const { versions, now, rename, isLoading, isFailed, retry, more, isLoadingMore } = useHistory(editor, script.id)
  const [selected, setSelected] = useState<number>()
  // A wide screen shows the last change at once.
  const chosen = selected ?? (isSheet ? undefined : (versions[1]?.version ?? RECOGNISED))
  if (isFailed) return <Failed onRetry={retry} />
  if (isLoading) return <Skeleton height={240} role="status" aria-label={texts.loading} />
  if (now === RECOGNISED) return <p className={classes.note}>{texts.empty}</p>
  const view = chosen !== undefined && (
    <ChosenVersion
      key={chosen}
      {...{ editor, script, onClose, onShow }}
      version={versions.find(({ version }) => version === chosen)}
      isNow={chosen === now}
      onRename={rename}
    />
  )
  const list = <VersionList {...{ versions, now, chosen, isLoadingMore }} onChoose={setSelected} onMore={more} />
  if (!isSheet)
    return (
      <div className={classes.columns}>
        {list}
        {view}
      </div>
    )
  return view ? (
    <>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<ChevronLeft size={16} />}
        onClick={() => setSelected(undefined)}
      >
        {texts.back}
      </Button>
      {view}
    </>
  ) : (
    list
  )
}

type ChosenProps = Pick<Props, 'editor' | 'script' | 'onClose' | 'onShow'> &
  Pick<Parameters<typeof VersionView>[0], 'version' | 'isNow' | 'onRename'>

function ChosenVersion({ editor, script, version, isNow, onRename, onClose, onShow }: ChosenProps) {
  const now = useEditorState(editor, (state) => state.transcript)
  const original = useQuery({
    queryKey: ['original', script.id, script.processId],
    queryFn: async () => ({ segments: await editor.original(), speakers: [] }),
    enabled: version === undefined,
  })
  const transcript = version?.transcript ?? original.data
  const restore = async () => {
    onClose()
    try {
      if (version) editor.returnTo(version.transcript)
      else await editor.restore()
      showToast(texts.restored, 3000)
    } catch {
      showToast(editingTexts.failed, 3000)
    }
  }
  const show = (seconds: number) => {
    onClose()
    onShow(seconds)
  }
  if (!transcript)
    return original.isError ? <Failed onRetry={() => void original.refetch()} /> : <Skeleton height={200} />
  return (
    <VersionView {...{ version, transcript, now, isNow, onRename }} onRestore={() => void restore()} onShow={show} />
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.note} role="alert">
      <p>{texts.failed}</p>
      <Button variant="default" onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  )
}
