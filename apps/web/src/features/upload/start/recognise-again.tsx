import type { Script } from '@doslovno/contract/scripts.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { againTexts } from '@doslovno/texts/file-page.ts'
import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { OptionsPanel } from '#features/upload/options/options-panel.tsx'
import { lastOptions } from '#features/upload/options/options.ts'
import { humanDuration } from '#lib/format/time.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { SCRIPTS_KEY, scriptStatusQuery } from '#lib/queries/scripts.ts'

import { startWith } from './start-with.ts'

import classes from './recognise-again.module.css'

type Props = { script: Script; opened: boolean; onClose: () => void }

/** Recognises a recording again with other options, after telling the price. */
export function RecogniseAgain({ script, opened, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={againTexts.title}
      size={660}
      closeButtonProps={{ 'aria-label': againTexts.close }}
    >
      <AgainForm script={script} />
    </Modal>
  )
}

/** Does not remember the options: they are for this file alone. */
function AgainForm({ script }: { script: Script }) {
  const queries = useQueryClient()
  const [options, setOptions] = useState(lastOptions.recall)
  const start = useMutation({
    mutationFn: () => startWith(script.id, options, { again: true }),
    onSuccess: async () => {
      // A cached result of the last run would be taken for the result of this one.
      await queries.resetQueries({ queryKey: scriptStatusQuery(script.id).queryKey })
      await queries.invalidateQueries({ queryKey: SCRIPTS_KEY })
    },
  })
  return (
    <div className={classes.form}>
      <p>{againTexts.text(humanDuration(script.duration ?? 0))}</p>
      <OptionsPanel
        options={options}
        onChange={(change) => setOptions({ ...options, ...change })}
        onStart={() => start.mutate()}
        isStarting={start.isPending}
        next={start.isError && <Refusal error={start.error} />}
      />
    </div>
  )
}

function Refusal({ error }: { error: Error }) {
  const code = codeOf(error)
  const isShort = code === 'notEnoughMinutes'
  return (
    <span className={classes.refusal} role="alert">
      {isShort ? processingFailure(code).title : againTexts.failed}
    </span>
  )
}
